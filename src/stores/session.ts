import { computed } from 'nanostores';
import { isTokenLive } from '#domain/token.ts';
import { $root } from './root.ts';
import type { RootState } from './root.ts';

/** A logged-in shopper. */
export interface Session {
  id: string;
  access: string;
}

function liveSession({ token: { id, access } }: RootState): Session | null {
  return id !== null && access !== null && isTokenLive(access) ? { id, access } : null;
}

/** The shopper, or `null` when nobody is logged in or the token had expired when last looked at. */
export const $session = computed($root, liveSession);

/** The shopper at this moment: a token can expire while a page stands open. */
export function currentSession(): Session | null {
  return liveSession($root.get());
}

/** Remembers who logged in. */
export function logIn({ id, access }: Session): void {
  $root.set({ ...$root.get(), token: { id, access } });
}

/** Forgets who was logged in; the cart stays. */
export function logOut(): void {
  $root.set({ ...$root.get(), token: { id: null, access: null } });
}
