import { expect, test } from 'vitest';
import { pence } from './money.ts';
import { DEFAULT_TAX_PERCENT, taxInside, taxOn, totalWithTax } from './tax.ts';

test.each([
  [4500, 6, 270],
  [0, 6, 0],
  [4500, 0, 0],
  [4500, 20, 900],
  [1, 50, 1],
  [25, 6, 2],
  [24, 6, 1],
  [8, 6.25, 1],
  [7, 6.25, 0],
  [1050, 17.5, 184],
  [105, 4.29, 5],
  [99_999_999, 100, 99_999_999],
])(
  'the tax on %i pence at %d per cent is %i pence, half a penny rounded up',
  (subtotal, percent, tax) => {
    expect(taxOn(pence(subtotal), percent)).toBe(tax);
    expect(totalWithTax(pence(subtotal), percent)).toBe(subtotal + tax);
  },
);

test('the tax is 6 per cent by default', () => {
  expect(DEFAULT_TAX_PERCENT).toBe(6);
});

test.each([
  [4500, 20, 750],
  [4770, 6, 270],
  [0, 20, 0],
  [4500, 0, 0],
  [3, 20, 1],
  [2, 20, 0],
  [1, 100, 1],
  [99_999_999, 100, 50_000_000],
])(
  '%i pence at %d per cent include %i pence of tax, half a penny rounded up',
  (total, percent, tax) => {
    expect(taxInside(pence(total), percent)).toBe(tax);
  },
);
