import { expect, test } from 'vitest';
import { feeOf, typedFees } from './fee-row.ts';

const fee = {
  place: 'RO',
  name: 'Logistics fee',
  euro_cents: 505,
  basis: 'parcel',
  from_day: '2026-01-01',
  until_day: null,
  source: 'https://example.com/fee',
} as const;

const typed = {
  ...fee,
  euro_cents: '5.05',
  until_day: '',
} as const;

test('a fee survives being typed', () => {
  expect(typedFees([fee])).toEqual([typed]);
  expect(typedFees([fee]).map(feeOf)).toEqual([fee]);
});

test.each([
  ['5,5', 550],
  [' 3 ', 300],
  ['0.29', 29],
  ['', Number.NaN],
  ['1.005', Number.NaN],
  ['-1', Number.NaN],
])('an amount of "%s" is %d cents', (amount, cents) => {
  expect(feeOf({ ...typed, euro_cents: amount })).toEqual({ ...fee, euro_cents: cents });
});
