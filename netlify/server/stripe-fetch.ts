/** Milliseconds before the second and the third try. */
const waits = [500, 1000];

/** Whether Stripe's answer is worth another try: https://docs.stripe.com/error-low-level#should-retry */
function mayRetry({ status, headers }: Response): boolean {
  const advice = headers.get('stripe-should-retry');
  return advice === null ? status === 409 || status >= 500 : advice === 'true';
}

/** Resolves after some milliseconds, or once the signal aborts. */
function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((over) => {
    setTimeout(over, ms);
    signal?.addEventListener('abort', () => over());
  });
}

/**
 * `fetch` that repeats a failed call to Stripe as its SDK would, but all tries share the signal's limit: its own
 * retries have eight seconds each, so that a call could hang three times as long.
 */
export const stripeFetch: typeof fetch = async (input, init) => {
  const signal = init?.signal;
  for (const wait of waits) {
    try {
      const response = await fetch(input, init);
      if (!mayRetry(response)) return response;
      await response.body?.cancel();
    } catch (error) {
      if (signal?.aborted) throw error;
    }
    // Jitter: shoppers who failed together try again apart.
    await pause(wait * (0.5 + Math.random() / 2), signal);
  }
  return fetch(input, init);
};
