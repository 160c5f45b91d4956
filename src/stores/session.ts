import { computed } from 'nanostores';
import { serverNow } from '#browser/server-clock.ts';
import { isTokenLive } from '#domain/token.ts';
import { $root } from './root.ts';
import type { RootState } from './root.ts';

/** A logged-in shopper. */
export interface Session {
  id: string;
  access: string;
}

function sessionIn({ token: { id, access } }: RootState): Session | null {
  return id !== null && access !== null && isTokenLive(access, serverNow()) ? { id, access } : null;
}

/** The session, or `null` without one. Expiry is checked only when the state changes. */
export const $session = computed($root, sessionIn);

/** The session, checked for expiry now: a token can expire while a page is open. */
export function currentSession(): Session | null {
  return sessionIn($root.get());
}

/** Ends the session in this browser. Keeps the id: the same shopper may log in again. */
export function endSession(): void {
  const { token, ...rest } = $root.get();
  $root.set({ ...rest, token: { ...token, access: null } });
}
