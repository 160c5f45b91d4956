import { serverNow } from '#browser/server-clock.ts';
import { isTokenLive } from '#domain/token.ts';
import { $root } from './root.ts';
import { currentSession } from './session.ts';
import type { Session } from './session.ts';

/**
 * The session, renewed first if its token has expired; `null` without one.
 * @param earlyMs how long before its end a token is already renewed.
 */
export async function liveSession(earlyMs = 0): Promise<Session | null> {
  const { access } = $root.get().token;
  if (access !== null && !isTokenLive(access, serverNow() + earlyMs)) {
    const { renewSession } = await import('./login/renew-session.ts');
    await renewSession(access);
  }
  return currentSession();
}
