import { expect, test } from 'vitest';
import { dayText, deliveryText, openPromiseText, promiseText } from './order-promise.ts';

const promised = {
  country: 'GB',
  leaves_by: '2026-11-25',
  arrives_from: '2026-11-27',
  arrives_by: '2026-11-30',
};

test.each([
  [{}, 'Leaves by Wednesday 25 November, arrives 27–30 November'],
  [
    { arrives_by: '2026-12-02' },
    'Leaves by Wednesday 25 November, arrives 27 November – 2 December',
  ],
  [
    { leaves_by: '2026-12-29', arrives_from: '2026-12-31', arrives_by: '2027-01-04' },
    'Leaves by Tuesday 29 December, arrives 31 December – 4 January',
  ],
  [
    { leaves_by: '2026-11-23', arrives_from: '2026-11-24', arrives_by: '2026-11-24' },
    'Leaves by Monday 23 November, arrives Tuesday 24 November',
  ],
  [
    { country: 'FR', arrives_from: '2026-11-30', arrives_by: '2026-12-04' },
    'Leaves by Wednesday 25 November, expected 30 November – 4 December',
  ],
])('a promise is written in British date style: %j', (days, text) => {
  expect(promiseText({ ...promised, ...days })).toBe(text);
});

test.each([
  ['2026-11-23T09:00Z', 'Leaves by Wednesday 25 November, arrives 27–30 November'],
  ['2026-11-25T23:59Z', 'Leaves by Wednesday 25 November, arrives 27–30 November'],
  ['2026-11-26T00:00Z', 'Arrives 27–30 November'],
  ['2026-11-30T23:59Z', 'Arrives 27–30 November'],
  ['2026-12-01T00:00Z', null],
])('at %s the rest of the promise is %s', (now, text) => {
  expect(openPromiseText(promised, new Date(now))).toBe(text);
});

test('a summer day in the United Kingdom begins an hour before GMT’s', () => {
  const summer = { ...promised, leaves_by: '2027-07-07', arrives_from: '2027-07-09' };
  const days = { ...summer, arrives_by: '2027-07-12' };
  expect(openPromiseText(days, new Date('2027-07-07T22:59Z'))).toMatch(/^Leaves/);
  expect(openPromiseText(days, new Date('2027-07-07T23:00Z'))).toBe('Arrives 9–12 July');
});

test('a day has its weekday and no year', () => {
  expect(dayText('2027-01-04')).toBe('Monday 4 January');
});

test('a delivery shows its promise for an order placed now', () => {
  const { country: _, ...days } = promised;
  expect(deliveryText({ name: 'Standard delivery', ...days })).toBe(
    'Standard delivery: ordered now, it leaves by Wednesday 25 November and arrives 27–30 November',
  );
});
