import { afterEach, expect, test, vi } from 'vitest';
import { whyNot } from './effects.ts';

afterEach(() => void vi.useRealTimers());

test.each([
  ['2026-06-30T23:30+01:00', 'There is nothing left'],
  ['2026-07-01T00:30+01:00', 'were over on Tuesday 30 June.'],
  ['2026-12-01T00:30Z', 'were over on Tuesday 30 June.'],
])('at %s, a period until 30 June shows: %s', (now, words) => {
  vi.useFakeTimers({ now: new Date(now) });
  expect(whyNot('2026-06-30')).toContain(words);
});
