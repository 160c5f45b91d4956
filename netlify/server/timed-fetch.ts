import { countTrip } from './log.ts';

/**
 * Timeout in milliseconds of a call to the database, Auth or Storage. Hosted projects cancel a statement after 8 s
 * themselves; without a limit, a hanging call would use up Netlify's whole minute.
 */
export const callMs = 9000;

/**
 * `fetch` with a timeout that includes the response body. Not `AbortSignal.timeout()`: postgrest-js
 * takes its `TimeoutError` for a network failure and retries the call.
 */
export function timedFetch(ms: number = callMs): typeof fetch {
  return (input, init) => {
    countTrip();
    const late = new AbortController();
    setTimeout(() => late.abort(), ms).unref();
    const signal = init?.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
    return fetch(input, { ...init, signal });
  };
}
