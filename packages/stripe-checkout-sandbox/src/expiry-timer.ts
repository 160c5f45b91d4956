import { letTimePass } from './pass-time.ts';
import type { SandboxContext } from './sandbox-context.ts';

/** Precise enough for sessions that last at least half an hour. */
const INTERVAL_MS = 1000;

/** Does what is due, even without requests. Returns a function that stops it. */
export function startExpiryTimer(context: SandboxContext, onChange: () => void): () => void {
  const timer = setInterval(() => {
    if (letTimePass(context)) onChange();
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}
