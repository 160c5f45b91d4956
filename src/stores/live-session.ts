import { serverNow } from '#browser/server-clock.ts';
import { isTokenLive } from '#domain/basics/token.ts';
import { $root } from './root.ts';
import { currentSession } from './session.ts';
import type { Session } from './session.ts';

/**
 * The session, renewed first if its token has expired; `null` without one.
 * @param earlyMs time before its expiry at which a token is renewed, in milliseconds.
 */
export async function liveSession(earlyMs = 0): Promise<Session | null> {
  const { access } = $root.get().token;
  if (access !== null && !isTokenLive(access, serverNow() + earlyMs)) {
    // Not destructured: the bundler would wrap the import.
    const login = await import('./login/renew-session.ts');
    await login.renewSession(access);
  }
  return currentSession();
}
