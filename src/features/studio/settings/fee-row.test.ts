import { expect, test } from 'vitest';
import { feesOf, typedFees } from './fee-row.ts';

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
  row: 0,
  place: 'RO',
  name: 'Logistics fee',
  amount: '5.05',
  basis: 'parcel',
  from: '2026-01-01',
  until: '',
  source: 'https://example.com/fee',
} as const;

test('a fee survives being typed', () => {
  expect(typedFees([fee])).toEqual([typed]);
  expect(feesOf(typedFees([fee]))).toEqual([fee]);
});

test.each([
  ['5,5', 550],
  [' 3 ', 300],
  ['0.29', 29],
])('an amount of "%s" is %i cents', (amount, cents) => {
  expect(feesOf([{ ...typed, amount }])).toEqual([{ ...fee, euro_cents: cents }]);
});

test.each([
  { amount: '' },
  { amount: '0' },
  { amount: '1.005' },
  { amount: '-1' },
  { name: ' ' },
  { source: 'example.com' },
])('%o is refused', (change) => {
  expect(feesOf([{ ...typed, ...change }])).toBeNull();
});
