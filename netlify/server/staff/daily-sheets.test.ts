import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { movementKinds, paymentMethods } from '#domain/enums.ts';
import { methodNames } from '#domain/orders/payment-words.ts';
import { importNote, quickBooksSheet, xeroSheet } from './daily-sheets.ts';
import { Movement, vatSheet } from './movement-sheets.ts';

function read(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true });
}

const goods = Movement.parse({
  on: '2026-03-04',
  late_from: null,
  kind: 'sale',
  order: 12,
  reference: '1A2B3C4D',
  method: 'stripe',
  country: 'GB',
  currency: 'GBP',
  rate_basis_points: 2000,
  amount_pence: 6000,
  tax_pence: 1000,
  credit_note: null,
  stripe: 'pi_1',
});
const delivery: Movement = { ...goods, rate_basis_points: 0, amount_pence: 495, tax_pence: 0 };
const back: Movement = { ...goods, kind: 'refund', amount_pence: -3000, tax_pence: -500 };
const goodwill: Movement = {
  ...back,
  kind: 'goodwill',
  rate_basis_points: null,
  amount_pence: -250,
  tax_pence: 0,
};
const ofDay = [goods, goods, delivery, back, goodwill];

/** Cells of a column, or of each row of a sheet. */
function cells(text: string, ...columns: string[]): string[] {
  return read(text).map((row) => columns.map((column) => row[column]).join(' | '));
}

test('Xero gets an invoice and a credit note of each day, with a line for each kind and tax rate', () => {
  const sheet = xeroSheet(ofDay);
  expect(
    cells(
      sheet,
      '*InvoiceNumber',
      '*InvoiceDate',
      '*Description',
      '*UnitAmount',
      '*TaxType',
      'TaxAmount',
    ),
  ).toEqual([
    'SALES-20260304 | 04/03/2026 | Sale (2) | 100.00 | 20% (VAT on Income) | 20.00',
    'SALES-20260304 | 04/03/2026 | Sale (1) | 4.95 | Zero Rated Income | 0.00',
    'REFUNDS-20260304 | 04/03/2026 | Refund (1) | -25.00 | 20% (VAT on Income) | -5.00',
    'REFUNDS-20260304 | 04/03/2026 | Goodwill (1) | -2.50 | No VAT | 0.00',
  ]);
  expect(sheet.split('\r\n', 1)[0]?.split('\n', 1)[0]).toBe(
    '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,' +
      'POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,InventoryItemCode,*Description,' +
      '*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TaxAmount,TrackingName1,TrackingOption1,TrackingName2,' +
      'TrackingOption2,Currency,BrandingTheme',
  );
});

test('QuickBooks gets them in two files, with tax codes and positive amounts', () => {
  const columns = ['*ItemAmount', '*ItemTaxCode', 'ItemTaxAmount'];
  expect(cells(quickBooksSheet(ofDay, 'invoices'), '*InvoiceNo', '*DueDate', ...columns)).toEqual([
    'SALES-20260304 | 04/03/2026 | 100.00 | 20.0% S | 20.00',
    'SALES-20260304 | 04/03/2026 | 4.95 | 0.0% Z | 0.00',
  ]);
  expect(
    cells(quickBooksSheet(ofDay, 'credit notes'), '*CreditNoteNo', '*CreditNoteDate', ...columns),
  ).toEqual([
    'REFUNDS-20260304 | 04/03/2026 | 25.00 | 20.0% S | 5.00',
    'REFUNDS-20260304 | 04/03/2026 | 2.50 | No VAT | 0.00',
  ]);
});

const anyMovement = fc
  .record({
    day: fc.integer({ min: 1, max: 9 }),
    kind: fc.constantFrom(...movementKinds),
    method: fc.constantFrom(...paymentMethods),
    country: fc.constantFrom('GB', 'FR', 'US', 'JP'),
    currency: fc.constantFrom('GBP', 'EUR'),
    rate: fc.constantFrom(2000, 600, 1750, 0, null),
    net: fc.integer({ min: -20_000, max: 40_000 }),
  })
  .map(({ day, net, rate, kind, method, country, currency }) => {
    const tax = Math.round((net * (rate ?? 0)) / 10_000);
    return Movement.parse({
      ...goods,
      on: `2026-03-0${day}`,
      kind,
      method,
      country,
      currency,
      rate_basis_points: rate,
      amount_pence: net + tax,
      tax_pence: tax,
    });
  });

test('each way of payment has documents of its own, whose numbers QuickBooks takes', () => {
  const inHand: Movement[] = [goods, back].flatMap((one) => [
    { ...one, method: 'cash' },
    { ...one, method: 'card_reader' },
    { ...one, method: 'other' },
  ]);
  const sheet = xeroSheet([goods, back, ...inHand]);
  expect(cells(sheet, '*InvoiceNumber', 'Reference', '*UnitAmount', 'TaxAmount')).toEqual([
    'SALES-20260304 | Stripe | 50.00 | 10.00',
    'REFUNDS-20260304 | Stripe | -25.00 | -5.00',
    'SALES-20260304-CASH | Cash | 50.00 | 10.00',
    'SALES-20260304-CARD | Card on our reader | 50.00 | 10.00',
    'SALES-20260304-MISC | Another way | 50.00 | 10.00',
    'REFUNDS-20260304-CASH | Cash | -25.00 | -5.00',
    'REFUNDS-20260304-CARD | Card on our reader | -25.00 | -5.00',
    'REFUNDS-20260304-MISC | Another way | -25.00 | -5.00',
  ]);
  for (const { '*InvoiceNumber': number } of read(sheet)) expect(number?.length).toBeLessThan(22);
});

type Row = Record<string, string>;
const pence = (row: Row, column: string) => Math.round(Number(row[column]) * 100);
const totalOf = (rows: readonly Row[], column: string) =>
  rows.reduce((total, row) => total + pence(row, column), 0);

test('whatever moved, the files add up to it, and the VAT of each row is its rate of the rest', () => {
  fc.assert(
    fc.property(fc.array(anyMovement, { maxLength: 60 }), (movements) => {
      const tax = movements.reduce((total, { tax_pence: part }) => total + part, 0);
      const net = movements.reduce((total, { amount_pence: part }) => total + part, 0) - tax;
      const vat = read(vatSheet(movements));
      expect([totalOf(vat, 'Without VAT'), totalOf(vat, 'VAT')]).toEqual([net, tax]);
      for (const row of vat) {
        const rate = row['VAT rate (%)'] === 'Outside scope' ? 0 : Number(row['VAT rate (%)']);
        const off = (pence(row, 'Without VAT') * rate) / 100 - pence(row, 'VAT');
        expect(Math.abs(off)).toBeLessThanOrEqual(Number(row.Movements) / 2);
      }
      const xero = read(xeroSheet(movements));
      expect([totalOf(xero, '*UnitAmount'), totalOf(xero, 'TaxAmount')]).toEqual([net, tax]);
      for (const method of paymentMethods) {
        const own = xero.filter(({ Reference: by }) => by === methodNames[method]);
        const moved = movements.filter((one) => one.method === method);
        expect(totalOf(own, '*UnitAmount') + totalOf(own, 'TaxAmount')).toBe(
          moved.reduce((total, { amount_pence: part }) => total + part, 0),
        );
      }
      const sold = read(quickBooksSheet(movements, 'invoices'));
      const credited = read(quickBooksSheet(movements, 'credit notes'));
      const left = (column: string) => totalOf(sold, column) - totalOf(credited, column);
      expect([left('*ItemAmount'), left('ItemTaxAmount')]).toEqual([net, tax]);
    }),
    { seed: 16 },
  );
});

/** Kinds of the documents of a sheet, with the signs of their sums. */
function signs(sheet: string, number: string, amount: string) {
  const documents = Map.groupBy(read(sheet), (row) => row[number]);
  return [...documents].map(([name, lines]) => [
    name?.split('-', 1)[0],
    Math.sign(lines.reduce((total, row) => total + Number(row[amount]), 0)),
  ]);
}

test('a kind that comes back, such as a reopened dispute, is among the sales: no invoice is below zero', () => {
  const turned = {
    ...goodwill,
    on: '2026-03-05',
    kind: 'dispute_lost',
    amount_pence: 900,
  } as const;
  const moved = [...ofDay, Movement.parse(turned)];
  expect(signs(xeroSheet(moved), '*InvoiceNumber', '*UnitAmount')).toEqual([
    ['SALES', 1],
    ['REFUNDS', -1],
    ['SALES', 1],
  ]);
  expect(signs(quickBooksSheet(moved, 'credit notes'), '*CreditNoteNo', '*ItemAmount')).toEqual([
    ['REFUNDS', 1],
  ]);
});

test('a file that an importer would refuse has a note', () => {
  const days = (number: number) =>
    Array.from({ length: number }, (_, at) => ({
      ...goods,
      on: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    }));
  expect(importNote(days(100))).toBeUndefined();
  expect(importNote(days(101))).toContain('101 documents');
  expect(importNote([{ ...goods, currency: 'EUR' }])).toContain('another currency');
});
