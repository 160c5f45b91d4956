import { expect, test } from 'vitest';
import { londonClock, momentInLondon } from './london-time.ts';

test.each([
  ['2026-12-04', '18:00', '2026-12-04T18:00:00.000Z'],
  ['2026-07-01', '18:00', '2026-07-01T17:00:00.000Z'],
  ['2026-07-01', '00:30', '2026-06-30T23:30:00.000Z'],
  // The minutes around the changes of the clock.
  ['2026-03-29', '00:59', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29', '02:00', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25', '00:59', '2026-10-24T23:59:00.000Z'],
  ['2026-10-25', '02:00', '2026-10-25T02:00:00.000Z'],
])('%s %s in London is %s, and back', (day, time, at) => {
  expect(momentInLondon(day, time)).toEqual({ at });
  expect(londonClock(at)).toBe(`${day} ${time}`);
});

test.each([
  ['2026-03-29', '01:00', 'does not exist'],
  ['2026-03-29', '01:59', 'does not exist'],
  ['2026-10-25', '01:00', 'comes twice'],
  ['2026-10-25', '01:59', 'comes twice'],
  ['2026-12-04', '25:00', 'is not a time'],
  ['2026-02-30', '10:00', 'does not exist'],
])('%s %s in London %s', (day, time, because) => {
  expect(momentInLondon(day, time)).toEqual({ because: expect.stringContaining(because) });
});
