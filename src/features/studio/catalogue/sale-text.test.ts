import { expect, test } from 'vitest';
import { editedProduct } from '#tests/support/edited-product.ts';
import { formerPriceText, saleFault } from './sale-text.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

const sale = {
  price_pence: 4500,
  sale_price_pence: 3000,
  sale_from: '2026-11-27T09:00:00Z',
  sale_until: '2026-12-01T00:00:00Z',
  visible_from: null,
};
const shop = editedProduct({
  ...sale,
  sale_price_pence: 0,
  regular_since: '2026-09-01T00:00:00Z',
});
const none = { sale_price_pence: 0, sale_from: '-infinity', sale_until: 'infinity' };

test.each([
  ['nothing', {}, null],
  ['no sale', none, null],
  [
    'times alone',
    { sale_price_pence: 0 },
    { salePrice: 'A sale needs a price: enter one, or clear its times.' },
  ],
  [
    'a price that is not lower',
    { sale_price_pence: 4500 },
    { salePrice: 'The sale price must be below the price, £45.00.' },
  ],
  ['no duration', { sale_until: sale.sale_from }, { saleUntil: 'The sale ends before it begins.' }],
  [
    'an end that is over',
    { sale_from: '-infinity', sale_until: '2026-11-20T12:00:00Z' },
    { saleUntil: 'The end of the sale is in the past.' },
  ],
])('a sale with %s is told so at its field before it is saved', (_what, change, fault) => {
  expect(saleFault({ ...sale, ...change }, now)).toEqual(fault);
});

test.each([
  [
    {},
    {},
    'Shoppers see £45.00 crossed out beside it: it is the price from 1 September 2026 until the sale begins.',
  ],
  [{}, none, null],
  [
    {},
    { sale_until: 'infinity' },
    'Shoppers see only the sale price. To show £45.00 crossed out beside it, the sale needs an end.',
  ],
  [
    {},
    { price_pence: 5000 },
    'Shoppers see only the sale price: £50.00 is new and has not been charged for 30 days.',
  ],
  [
    { regular_since: null },
    {},
    'Shoppers see only the sale price: it cannot be bought at £45.00 now.',
  ],
  [
    { regular_since: '2026-11-10T12:00:00Z' },
    {},
    'Shoppers see only the sale price: £45.00 must have been the price for 30 days without a break, which it will have been from Thursday 10 December 2026 at 12:00 GMT.',
  ],
  [
    { regular_since: '2026-11-10T12:00:00Z', reduced_since: '2026-11-12T12:00:00Z' },
    {},
    'Shoppers see only the sale price: before the first reduction £45.00 had not been the price for 30 days without a break.',
  ],
  [
    { regular_since: '2026-10-28T09:00:00Z' },
    { sale_until: '2027-01-15T00:00:00Z' },
    'Shoppers see only the sale price: a sale with £45.00 crossed out may last no longer than £45.00 was the price before it, here until Sunday 27 December 2026 at 09:00 GMT.',
  ],
])('the text says which prices shoppers will see (%#)', (change, planned, text) => {
  expect(formerPriceText({ ...shop, ...change }, { ...sale, ...planned }, now)).toBe(text);
});
