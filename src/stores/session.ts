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

/** The session, or `null` without one. Expiry is checked only when the state changes. */
export const $session = computed($root, liveSession);

/** The session, checked for expiry now: a token can expire while a page is open. */
export function currentSession(): Session | null {
  return liveSession($root.get());
}

/** Stores a session. */
export function logIn({ id, access }: Session): void {
  $root.set({ ...$root.get(), token: { id, access } });
}

/** Clears the session; the cart is kept. */
export function logOut(): void {
  $root.set({ ...$root.get(), token: { id: null, access: null } });
}
