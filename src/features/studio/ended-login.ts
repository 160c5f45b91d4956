import { liveSession } from '#stores/live-session.ts';
import { $root } from '#stores/root.ts';
import { $session } from '#stores/session.ts';
import type { Session } from '#stores/session.ts';
import { leaveForLogin } from '#ui/islands/leave-for-login.ts';

/** Shows that the login has ended, and asks for the password. False when there is nothing on the page to keep. */
type Ask = () => boolean;

let asker: Ask = () => false;
let waiting: Promise<Session> | null = null;

/** Sets what asks for the password in place. @returns takes it away again. */
export function askForLoginBy(ask: Ask): () => void {
  asker = ask;
  return () => {
    asker = () => false;
  };
}

function leave(): void {
  leaveForLogin(location.pathname + location.search);
}

/**
 * The next login of this browser, in this tab or another, for all calls that lack one: asked for in place, so that
 * what was typed stays. Where there is nothing to keep, the page is left for it and back, and the promise stays open.
 */
export function nextLogin(): Promise<Session> {
  if (waiting) return waiting;
  if (!asker()) {
    leave();
    return new Promise(() => undefined);
  }
  const next = new Promise<Session>((resolve) => {
    const stop = $session.listen((session) => {
      if (!session) return;
      stop();
      waiting = null;
      resolve(session);
    });
  });
  waiting = next;
  return next;
}

/**
 * Looks whether somebody is still logged in. After a log-out, which must not leave orders on a screen, the page is
 * left; where the login has merely ended, the password is asked for.
 */
export async function checkLogin(): Promise<void> {
  if (await liveSession()) return;
  if ($root.get().token.id === null) leave();
  else void nextLogin();
}
