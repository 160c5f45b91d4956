import { liveSession } from '#stores/live-session.ts';
import { $root } from '#stores/root.ts';
import { $session } from '#stores/session.ts';
import type { Session } from '#stores/session.ts';
import { leaveForLogin } from '#ui/islands/leave-for-login.ts';

/** Asks for the password in place. Returns false if the page has nothing to keep. */
type Ask = () => boolean;

let asker: Ask = () => false;
let waiting: Promise<Session> | null = null;

/** Registers the login dialog. @returns a function that unregisters it. */
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
 * Resolves with this browser's next login, in this tab or another. Asks for it in place, so that input is kept; if there
 * is none to keep, redirects to the login page and back, and never resolves.
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
 * Checks that the user is still logged in. After a log-out, which must not leave orders on screen, leaves the page; after
 * an expiry, asks for the password.
 */
export async function checkLogin(): Promise<void> {
  if (await liveSession()) return;
  if ($root.get().token.id === null) leave();
  else void nextLogin();
}
