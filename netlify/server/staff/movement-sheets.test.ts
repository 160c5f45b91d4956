import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { Movement, movementsSheet, vatSheet } from './movement-sheets.ts';

function read(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true });
}

const sale = Movement.parse({
  on: '2026-03-04',
  late_from: null,
  kind: 'sale',
  order: 12,
  reference: '1A2B3C4D',
  method: 'cash',
  country: 'GB',
  currency: 'GBP',
  rate_basis_points: 600,
  amount_pence: 5194,
  tax_pence: 294,
  credit_note: null,
  stripe: 'pi_1',
});
const back: Movement = {
  ...sale,
  on: '2026-04-01',
  late_from: '2026-03-31',
  kind: 'refund',
  amount_pence: -2597,
  tax_pence: -147,
  credit_note: 7,
  stripe: 're_1',
};
const abroad: Movement = {
  ...sale,
  country: 'FR',
  order: null,
  rate_basis_points: 0,
  tax_pence: 0,
};

test('each movement is a row on its own date', () => {
  expect(read(movementsSheet([sale, back]))).toEqual([
    {
      Date: '2026-03-04',
      'Late from': '',
      Kind: 'Sale',
      Order: '12',
      Reference: '1A2B3C4D',
      'Paid by': 'Cash',
      Country: 'GB',
      Zone: 'United Kingdom',
      Currency: 'GBP',
      'VAT rate (%)': '6',
      'Without VAT': '49',
      VAT: '2.94',
      Gross: '51.94',
      'Credit note': '',
      Stripe: 'pi_1',
    },
    expect.objectContaining({
      Date: '2026-04-01',
      'Late from': '2026-03-31',
      Kind: 'Refund',
      VAT: '-1.47',
      Gross: '-25.97',
      'Credit note': '7',
    }),
  ]);
});

test('VAT is summed up by zone and rate, apart from delivery at 0 % and goodwill outside the scope', () => {
  const delivery = {
    ...sale,
    country: 'FR',
    rate_basis_points: 0,
    amount_pence: 495,
    tax_pence: 0,
  };
  const goodwill: Movement = {
    ...back,
    kind: 'goodwill',
    rate_basis_points: null,
    amount_pence: -500,
    tax_pence: 0,
  };
  const shown = read(vatSheet([sale, abroad, delivery, back, goodwill])).map((row) =>
    Object.values(row).join(' '),
  );
  expect(shown).toEqual([
    'GBP Europe 0 2 0 56.89 0 56.89',
    'GBP United Kingdom 6 2 1 24.5 1.47 25.97',
    'GBP All Outside scope 1 1 -5 0 -5',
  ]);
});

test('no two lines are equal, however alike the refunds of a day are', () => {
  // A part of a refund beyond goods, tax and delivery has its own line, with the same ids.
  const alike: Movement[] = [
    back,
    { ...back, credit_note: 8, stripe: 're_2' },
    { ...back, credit_note: 9, stripe: 're_3' },
    { ...back, kind: 'goodwill' },
  ];
  const rows = read(movementsSheet(alike)).map((row) => JSON.stringify(row));
  expect(new Set(rows).size).toBe(4);
});
