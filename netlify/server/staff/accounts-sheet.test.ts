import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { Accounted, accountsSheet } from './accounts-sheet.ts';

function read(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true });
}

const payment = Accounted.parse({
  paid_on: '2026-03-04',
  order: 12,
  reference: '1A2B3C4D',
  status: 'part_refunded',
  replaces: null,
  gift: null,
  exchange_of: null,
  country: 'GB',
  currency: 'GBP',
  goods_pence: 5400,
  discount_pence: 500,
  tax_pence: 294,
  tax_basis_points: 600,
  included_basis_points: 0,
  tax_inside_pence: 0,
  tax_refunded_pence: 60,
  shipping_pence: 695,
  charged_pence: 5789,
  refunds: [
    { on: '2026-03-06', amount_pence: 1000, state: 'succeeded' },
    { on: '2026-03-09', amount_pence: 250, state: 'requires_action' },
  ],
  lost_disputes: [{ on: '2026-04-01', amount_pence: 100 }],
  stripe_payment: 'pi_1',
  labels_pence: 335,
});

test('a payment has its parts, what went back and when, and what is left', () => {
  const [row] = read(accountsSheet([payment], () => 107));
  expect(row).toEqual({
    'Paid on': '2026-03-04',
    Order: '12',
    Reference: '1A2B3C4D',
    Status: 'part_refunded',
    Country: 'GB',
    Currency: 'GBP',
    Goods: '54',
    Discount: '-5',
    Tax: '2.94',
    'Tax rate (%)': '6',
    'Tax in prices': '0',
    Delivery: '6.95',
    // £1 less than asked was accepted. A number keeps its sign.
    Other: '-1',
    Gross: '57.89',
    Refunded: '12.5',
    'Tax refunded': '0.6',
    Refunds: '2026-03-06: 10.00; 2026-03-09: 2.50 (requires action)',
    'Lost in disputes': '1',
    Net: '44.39',
    'Stripe fee': '1.07',
    'Net after fee': '43.32',
    'Stripe payment': 'pi_1',
    Labels: '3.35',
  });
});

test('the sheet includes payments without an order, and the parts of each payment add up', () => {
  const refused = { ...payment, order: null, status: 'refunded' };
  const rows = read(accountsSheet([payment, refused], ({ order }) => (order === null ? null : 0)));
  expect(rows[0]).toMatchObject({ 'Stripe fee': '0', 'Net after fee': '44.39' });
  // An unknown fee is not a fee of 0.
  expect(rows[1]).toMatchObject({
    Order: '',
    Status: 'refunded',
    'Stripe fee': '',
    'Net after fee': '',
  });
  for (const row of rows) {
    const pence = (column: string) => Math.round(Number(row[column]) * 100);
    const parts = ['Goods', 'Discount', 'Tax', 'Delivery', 'Other'].map(pence);
    expect(parts.reduce((sum, part) => sum + part)).toBe(pence('Gross'));
    expect(pence('Gross') - pence('Refunded') - pence('Lost in disputes')).toBe(pence('Net'));
  }
});

test('the sheet shows the tax included in final prices, and the parts add up without it', () => {
  const included = { tax_pence: 0, tax_basis_points: 0, included_basis_points: 2000 };
  const sold = { ...payment, ...included, charged_pence: 5595, tax_inside_pence: 933 };
  const [row] = read(accountsSheet([sold], () => null));
  expect(row).toMatchObject({
    Goods: '54',
    Tax: '0',
    'Tax rate (%)': '20',
    'Tax in prices': '9.33',
    Other: '0',
    Gross: '55.95',
  });
});
