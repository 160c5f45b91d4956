import { computed } from 'nanostores';
import { serverNow } from '#browser/server-clock.ts';
import { isGuestToken, isTokenLive } from '#domain/basics/token.ts';
import { $root } from './root.ts';
import type { RootState } from './root.ts';

/** A logged-in shopper, or a guest. */
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

/** Whether a session is a guest's, who may check out but has no account. */
export function isGuest(session: Session | null): boolean {
  return session !== null && isGuestToken(session.access);
}

/** A session if it is an account's, else `null`. */
export function ofAccount(session: Session | null): Session | null {
  return isGuest(session) ? null : session;
}

/** Ends the session in this browser. Keeps the id: the same shopper may log in again. */
export function endSession(): void {
  const { token, ...rest } = $root.get();
  $root.set({ ...rest, token: { ...token, access: null } });
}
