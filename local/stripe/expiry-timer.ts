import { expireDueSessions } from './expire-session.ts';
import type { SandboxContext } from './sandbox-context.ts';

/** Often enough for sessions that live for half an hour and more. */
const EVERY_MS = 1000;

/** Expires sessions as their time comes, also when nobody asks for them. Returns what stops it. */
export function startExpiryTimer(context: SandboxContext, onChange: () => void): () => void {
  const timer = setInterval(() => {
    if (expireDueSessions(context)) onChange();
  }, EVERY_MS);
  return () => clearInterval(timer);
}
