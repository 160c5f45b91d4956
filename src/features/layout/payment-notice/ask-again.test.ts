import { expect, test } from 'vitest';
import { askAgainIn } from './ask-again.ts';

const day = 24 * 60 * 60 * 1000;

test('payments 31: a payment without an order is polled with growing delays, up to a minute', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 100, 2000].map((asked) => askAgainIn(asked, 1000));
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000]);
});

test('Retry-After extends the delay', () => {
  expect(askAgainIn(0, 1000, 90)).toBe(90_000);
  expect(askAgainIn(3, 1000, 1)).toBe(16_000);
});

test('after a day each page asks once', () => {
  expect(askAgainIn(5, day)).toBe(60_000);
  expect(askAgainIn(0, day + 1)).toBe(2000);
  expect(askAgainIn(1, day + 1)).toBeNull();
});
