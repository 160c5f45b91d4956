import { afterAll } from 'vitest';

/**
 * Shortens the pauses before retries to a hundredth: postgrest-js waits up to 4 seconds and calls of Stripe up to one. Tests cover the behaviour, not the pauses. Other timers are unchanged.
 */
const retrying = /\/node_modules\/@supabase\/postgrest-js\/|\/netlify\/server\/stripe-fetch\.ts/;
const wait = globalThis.setTimeout;

/** File of the caller. Avoids formatting the stack, which is slow. */
function callerOf(called: typeof setShortTimeout): string {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const here: { stack?: string } = {};
  Error.stackTraceLimit = 1;
  Error.prepareStackTrace = (_error, [caller]) => caller?.getFileName() ?? '';
  try {
    Error.captureStackTrace(here, called);
    return here.stack ?? '';
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}

function setShortTimeout(act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) {
  const short = retrying.test(callerOf(setShortTimeout));
  return wait(act, short ? ms / 100 : ms, ...args);
}

globalThis.setTimeout = Object.assign(setShortTimeout, wait);
afterAll(() => {
  globalThis.setTimeout = wait;
});
