import { expect, test } from 'vitest';
import { londonMoment, londonText, londonTime } from './london-clock.ts';

test.each([
  ['2026-12-04', '18:00', '2026-12-04T18:00:00.000Z', 'Friday 4 December 2026 at 18:00 GMT'],
  ['2026-07-01', '00:30', '2026-06-30T23:30:00.000Z', 'Wednesday 1 July 2026 at 00:30 BST'],
  // Clock changes in March and October.
  ['2027-03-28', '00:59', '2027-03-28T00:59:00.000Z', 'Sunday 28 March 2027 at 00:59 GMT'],
  ['2027-03-28', '02:00', '2027-03-28T01:00:00.000Z', 'Sunday 28 March 2027 at 02:00 BST'],
  ['2026-10-25', '00:59', '2026-10-24T23:59:00.000Z', 'Sunday 25 October 2026 at 00:59 BST'],
  ['2026-10-25', '02:00', '2026-10-25T02:00:00.000Z', 'Sunday 25 October 2026 at 02:00 GMT'],
])('%s %s in London converts to one moment and back', (day, time, moment, text) => {
  expect(londonMoment({ day, time })).toBe(moment);
  expect(londonTime(moment)).toEqual({ day, time });
  expect(londonText(moment)).toBe(text);
});

test.each([
  ['2027-03-28', '01:30', 'There is no 01:30 on that day'],
  ['2026-10-25', '01:30', 'There is 01:30 twice on that day'],
  ['2026-02-30', '10:00', 'There is no day 2026-02-30.'],
  ['', '10:00', 'The day is missing.'],
  ['2026-12-04', '24:00', '“24:00” is not a time.'],
  ['2026-12-04', '6pm', '“6pm” is not a time.'],
])('%o %o is rejected with a sentence', (day, time, because) => {
  expect(londonMoment({ day, time })).toEqual({ because: expect.stringContaining(because) });
});
