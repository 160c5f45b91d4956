import { ApiError } from '#api/http/api-error.ts';
import { renewLogin } from '#api/renew-login.ts';
import { isTokenLive } from '#domain/token.ts';
import { $root, restoreRoot } from '../root.ts';
import { endSession } from '../session.ts';

async function renew(old: string): Promise<void> {
  // This tab may not have got the event yet.
  restoreRoot();
  // Another tab has renewed it, or logged out.
  if ($root.get().token.access !== old) return;
  let access: string | null = null;
  try {
    access = await renewLogin(old);
  } catch (error) {
    // Without an answer it is tried again by the next page.
    if (!(error instanceof ApiError) || error.status !== 401) return;
  }
  const { token, ...rest } = $root.get();
  if (token.access !== old) return;
  if (access === null) endSession();
  else $root.set({ ...rest, token: { ...token, access } });
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
 * Renews the login, unless another tab does so meanwhile: one attempt, by one tab at a time. A token
 * that is still live can wait until the shopper looks at the page, so that a tab forgotten in the
 * background does not keep the login alive.
 * @param access the token to renew: another tab may have replaced it by now.
 */
export async function renewSession(access: string): Promise<void> {
  if (isTokenLive(access)) await seen();
  // A plain http page that is not on this machine has no locks.
  if (!('locks' in navigator)) return renew(access);
  await navigator.locks.request('renew-session', () => renew(access));
}
