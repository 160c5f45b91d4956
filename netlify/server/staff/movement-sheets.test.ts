import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import {
  importNote,
  Movement,
  movementsSheet,
  quickBooksSheet,
  vatSheet,
  xeroSheet,
} from './movement-sheets.ts';

function read(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true });
}

const sale = Movement.parse({
  on: '2026-03-04',
  late_from: null,
  kind: 'sale',
  order: 12,
  reference: '1A2B3C4D',
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

test('VAT is summed up by zone and rate', () => {
  expect(read(vatSheet([sale, abroad, back]))).toEqual([
    expect.objectContaining({ Zone: 'Europe', 'VAT rate (%)': '0', VAT: '0', Gross: '51.94' }),
    {
      Currency: 'GBP',
      Zone: 'United Kingdom',
      'VAT rate (%)': '6',
      Movements: '2',
      Late: '1',
      'Without VAT': '24.5',
      VAT: '1.47',
      Gross: '25.97',
    },
  ]);
});

test('Xero and QuickBooks get the columns of their templates', () => {
  expect(read(xeroSheet([back]))).toEqual([
    {
      '*Date': '01/04/2026',
      '*Amount': '-25.97',
      Payee: 'Shoppers',
      Description:
        'Refund order 12 GB VAT -1.47 at 6 percent late from 31/03/2026 credit note 7 re_1',
      Reference: 're_1',
      'Check Number': '',
    },
  ]);
  expect(read(quickBooksSheet([abroad]))).toEqual([
    {
      Date: '04/03/2026',
      Description: 'Sale payment 1A2B3C4D FR VAT 0.00 at 0 percent pi_1',
      Amount: '51.94',
    },
  ]);
});

test('no file has two equal lines, however alike the refunds of a day are', () => {
  // A part of a refund beyond goods, tax and delivery has its own line, with the same ids.
  const alike: Movement[] = [
    back,
    { ...back, credit_note: 8, stripe: 're_2' },
    { ...back, credit_note: 9, stripe: 're_3' },
    { ...back, kind: 'goodwill' },
  ];
  for (const write of [movementsSheet, xeroSheet, quickBooksSheet]) {
    const rows = read(write(alike)).map((row) => JSON.stringify(row));
    expect(new Set(rows).size).toBe(4);
  }
});

test('a file that an importer would refuse has a note', () => {
  expect(importNote(Array.from({ length: 1000 }, () => sale))).toBeUndefined();
  expect(importNote(Array.from({ length: 1001 }, () => sale))).toContain('1001 lines');
  expect(importNote([{ ...sale, currency: 'EUR' }])).toContain('another currency');
});
