import { z } from 'zod';
import { movementKinds, paymentMethods, type MovementKind } from '#domain/enums.ts';
import { methodNames } from '#domain/orders/payment-words.ts';
import { vatRows, zoneOf } from '#domain/countries/vat-rows.ts';
import { csvText } from './csv.ts';

/** The part of a movement of money at one VAT rate, as `listed_movements` returns it. */
export const Movement = z.object({
  /** The day on which it counts. */
  on: z.iso.date(),
  /** The movement's own day if that was in a quarter filed before; null otherwise. */
  late_from: z.iso.date().nullable(),
  kind: z.enum(movementKinds),
  order: z.int().nullable(),
  reference: z.string(),
  method: z.enum(paymentMethods),
  country: z.string(),
  currency: z.string(),
  /** Null outside the scope of VAT. */
  rate_basis_points: z.int().nullable(),
  amount_pence: z.int(),
  tax_pence: z.int(),
  /** Number of the refund's credit note, or of the one that cancels it. */
  credit_note: z.int().nullable(),
  stripe: z.string().nullable(),
});
export type Movement = z.infer<typeof Movement>;

/** Names of the kinds in the accountant's files. */
export const kindNames: Readonly<Record<MovementKind, string>> = {
  sale: 'Sale',
  refund: 'Refund',
  goodwill: 'Goodwill',
  refund_failed: 'Refund returned by the bank',
  dispute_lost: 'Dispute lost',
  credit_used: 'Paid by gift card',
  credit_given: 'Store credit given',
  credit_expired: 'Gift cards expired',
};

/** Pence as a number of pounds, so that a spreadsheet can add it up. */
function pounds(inPence: number): number {
  return inPence / 100;
}

/** Per cent, or that no rate applies. */
function rateCell(basisPoints: number | null): number | string {
  return basisPoints === null ? 'Outside scope' : basisPoints / 100;
}

/** A row per movement and VAT rate in it, on the day it counts. Amounts that went back are negative. */
export function movementsSheet(movements: readonly Movement[]): string {
  const columns = [
    'Date',
    'Late from',
    'Kind',
    'Order',
    'Reference',
    'Paid by',
    'Country',
    'Zone',
    'Currency',
    'VAT rate (%)',
    'Without VAT',
    'VAT',
    'Gross',
    'Credit note',
    'Stripe',
  ] as const;
  const rows = movements.map(({ on, kind, order, reference, country, currency, ...money }) => ({
    Date: on,
    'Late from': money.late_from,
    Kind: kindNames[kind],
    Order: order,
    Reference: reference,
    'Paid by': methodNames[money.method],
    Country: country,
    Zone: zoneOf(country),
    Currency: currency,
    'VAT rate (%)': rateCell(money.rate_basis_points),
    'Without VAT': pounds(money.amount_pence - money.tax_pence),
    VAT: pounds(money.tax_pence),
    Gross: pounds(money.amount_pence),
    'Credit note': money.credit_note,
    Stripe: money.stripe,
  }));
  return csvText(columns, rows, 'person');
}

/** Sums of movements by currency, zone and VAT rate. */
export function vatSheet(movements: readonly Movement[]): string {
  const columns = [
    'Currency',
    'Zone',
    'VAT rate (%)',
    'Movements',
    'Late',
    'Without VAT',
    'VAT',
    'Gross',
  ] as const;
  const sums = movements.map((movement) => ({
    ...movement,
    movements: 1,
    late: movement.late_from === null ? 0 : 1,
  }));
  const rows = vatRows(sums).map((row) => ({
    Currency: row.currency,
    Zone: row.zone,
    'VAT rate (%)': rateCell(row.rate_basis_points),
    Movements: row.movements,
    Late: row.late,
    'Without VAT': pounds(row.amount_pence - row.tax_pence),
    VAT: pounds(row.tax_pence),
    Gross: pounds(row.amount_pence),
  }));
  return csvText(columns, rows, 'person');
}
