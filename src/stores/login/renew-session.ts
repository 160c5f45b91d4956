import { ApiError } from '#api/http/api-error.ts';
import { renewLogin } from '#api/renew-login.ts';
import { serverNow } from '#browser/server-clock.ts';
import { removeText, writeText } from '#browser/web-storage.ts';
import { isTokenLive, tokenTimes } from '#domain/basics/token.ts';
import { $root, restoreRoot } from '../root.ts';
import { endSession } from '../session.ts';

/**
 * Smaller offsets count as correct: network latency and whole seconds account for them. In milliseconds.
 */
const TOLERANCE_MS = 60_000;

/** Measures this device's clock offset. @param access a token just issued by the server. */
function setServerClock(access: string): void {
  const { issued } = tokenTimes(access);
  const offset = issued * 1000 - Date.now();
  if (issued === 0 || Math.abs(offset) < TOLERANCE_MS) removeText('local', 'clockOffset');
  else writeText('local', 'clockOffset', String(offset));
}

async function renew(old: string): Promise<void> {
  // This tab may not have received the storage event yet.
  restoreRoot();
  // Another tab has renewed it, or logged out.
  if ($root.get().token.access !== old) return;
  let access: string | null = null;
  try {
    access = await renewLogin(old);
  } catch (error) {
    // Without a response the next page retries.
    if (!(error instanceof ApiError) || error.status !== 401) return;
  }
  const { token, ...rest } = $root.get();
  if (token.access !== old) return;
  if (access === null) return endSession();
  setServerClock(access);
  $root.set({ ...rest, token: { ...token, access } });
}

function seen(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.hidden) document.addEventListener('visibilitychange', look, { once: true });
      else resolve();
    };
    look();
  });
}

/**
 * Renews the login, unless another tab does: one attempt, by one tab at a time. A token that is still
 * valid is renewed only once the page is visible, so that a tab forgotten in the background does not
 * keep the login alive.
 * @param access the token to renew: another tab may have replaced it by now.
 */
export async function renewSession(access: string): Promise<void> {
  const isLive = (): boolean => isTokenLive(access, serverNow());
  const isEarly = isLive();
  if (isEarly) await seen();
  // No longer stale if another renewal has corrected the clock meanwhile.
  const renewStale = () => (!isEarly && isLive() ? Promise.resolve() : renew(access));
  // Plain http pages have no locks, except on localhost.
  if (!('locks' in navigator)) return renewStale();
  await navigator.locks.request('renew-session', renewStale);
}
