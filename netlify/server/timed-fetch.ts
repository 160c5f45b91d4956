/**
 * Milliseconds a call of the database, Auth or Storage may take. Hosted projects cancel a statement after 8 s
 * themselves; without a limit, a call that hangs would cost Netlify's whole minute.
 */
export const callMs = 9000;

/**
 * `fetch` that is aborted when the answer, body included, takes longer. Not `AbortSignal.timeout()`: postgrest-js
 * takes its `TimeoutError` for a network failure and repeats the call.
 */
export function timedFetch(ms: number = callMs): typeof fetch {
  return (input, init) => {
    const late = new AbortController();
    setTimeout(() => late.abort(), ms).unref();
    const signal = init?.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
    return fetch(input, { ...init, signal });
  };
}
