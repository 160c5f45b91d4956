import { expect, test } from 'vitest';
import { clockOffset } from './clock-offset.ts';
import { saidLeft, timeLeft } from './countdown.ts';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

test.each([
  [2 * day + 3 * hour + 4 * minute + 5 * second, [2, 3, 4, 5]],
  [day, [1, 0, 0, 0]],
  [1, [0, 0, 0, 1]],
  [second, [0, 0, 0, 1]],
  [0, [0, 0, 0, 0]],
  [-day, [0, 0, 0, 0]],
])('%i ms are shown in days, hours, minutes and seconds', (ms, [days, hours, minutes, seconds]) => {
  expect(timeLeft(ms)).toEqual({ days, hours, minutes, seconds });
});

test.each([
  [2 * day + 5 * hour, '2 days left'],
  [day, '1 day left'],
  [hour + 5 * minute, '1 hour left'],
  [59 * minute, 'Less than an hour left'],
  [9 * minute, 'Less than ten minutes left'],
  [59 * second, 'Less than a minute left'],
])('%i ms are read out', (ms, text) => {
  expect(saidLeft(ms)).toBe(text);
});

const asked = Date.parse('2026-12-04T17:00:00Z');

test.each([
  ['agrees', 'Fri, 04 Dec 2026 17:00:00 GMT', null, 0],
  ['is an hour slow', 'Fri, 04 Dec 2026 18:00:00 GMT', null, hour + 400],
  ['is a day fast', 'Thu, 03 Dec 2026 17:00:00 GMT', null, 400 - day],
  ['agrees with a cached response dated when stored', 'Fri, 04 Dec 2026 16:00:00 GMT', '3600', 0],
  ['agrees with a cached response dated when sent', 'Fri, 04 Dec 2026 17:00:00 GMT', '3600', 0],
  ['is not compared', null, null, 0],
])('a clock that %s is corrected', (_which, date, age, offset) => {
  expect(clockOffset(asked, asked + 200, date, age)).toBe(offset);
});
