import { expect, test, vi } from 'vitest';
import { tokenBucket } from './token-bucket.ts';

test('each address may send a burst, then a number of requests per minute', () => {
  vi.useFakeTimers();
  const may = tokenBucket(15, 30);
  const passed = (key: string, times: number) =>
    Array.from({ length: times }, () => may(key)).filter(Boolean).length;
  expect(passed('one', 40)).toBe(30);
  expect(passed('another', 1)).toBe(1);
  vi.advanceTimersByTime(8000);
  expect(passed('one', 5)).toBe(2);
  vi.advanceTimersByTime(3_600_000);
  expect(passed('one', 40)).toBe(30);
  vi.useRealTimers();
});
