import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shopEnvironment } from '#harness/test-keys.ts';

const answers: ((() => Response) | 'cut off' | 'hangs')[] = [];
const calls = vi.fn<typeof fetch>();

/** Answers in order; the last one for good. */
function answer(signal: AbortSignal | null | undefined): Promise<Response> {
  const next = (answers.length > 1 ? answers.shift() : answers[0]) ?? 'hangs';
  if (next === 'cut off') return Promise.reject(new TypeError('fetch failed'));
  if (next !== 'hangs') return Promise.resolve(next());
  return new Promise((_, fail) => {
    signal?.addEventListener('abort', () => fail(signal.reason));
  });
}

beforeEach(() => {
  answers.length = 0;
  vi.resetModules();
  vi.useFakeTimers();
  calls.mockReset().mockImplementation((_, init) => answer(init?.signal));
  vi.stubGlobal('fetch', calls);
  const nowhere = 'http://127.0.0.1:9';
  for (const [name, value] of Object.entries(shopEnvironment(nowhere, nowhere))) {
    vi.stubEnv(name, value);
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const fine = () => Response.json({ object: 'balance' });
const broken = () => Response.json({ error: { message: 'Sorry' } }, { status: 500 });

const advised = (retry: string, status: number) => () =>
  Response.json({ error: {} }, { status, headers: { 'stripe-should-retry': retry } });

/** A call's outcome and its duration in milliseconds. */
async function outcome() {
  const { stripe } = await import('./stripe-client.ts');
  const began = Date.now();
  const ended = stripe()
    .balance.retrieve()
    .then(
      () => 'done',
      ({ type }: { type: string }) => type,
    )
    .then((end) => ({ end, ms: Date.now() - began }));
  await vi.runAllTimersAsync();
  return ended;
}

test.each<[string, typeof answers, string, number]>([
  ['works', [fine], 'done', 1],
  ['works at the third try', ['cut off', broken, fine], 'done', 3],
  ['is broken', [broken], 'StripeAPIError', 3],
  ['is out of reach', ['cut off'], 'StripeConnectionError', 3],
  ['hangs', ['hangs'], 'StripeConnectionError', 1],
  ['is broken, then hangs', [broken, 'hangs'], 'StripeConnectionError', 2],
])('when Stripe %s, the call ends within eight seconds', async (_name, script, expected, tries) => {
  answers.push(...script);
  const { end, ms } = await outcome();
  expect(end).toBe(expected);
  expect(calls).toHaveBeenCalledTimes(tries);
  expect(ms).toBeLessThanOrEqual(8000);
});

test('advice of Stripe about retries takes precedence over the status', async () => {
  answers.push(advised('true', 429), advised('false', 500));
  expect((await outcome()).end).toBe('StripeAPIError');
  expect(calls).toHaveBeenCalledTimes(2);
});
