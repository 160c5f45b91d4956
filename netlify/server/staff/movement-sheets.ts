import { z } from 'zod';
import { countryName } from '#domain/countries.ts';
import { movementKinds, type MovementKind } from '#domain/enums.ts';
import { shippingZone } from '#domain/shipping-zone.ts';
import { zoneNames } from '#domain/zone-names.ts';
import { csvText } from './csv.ts';

/** A movement of money as `listed_movements` returns it. */
export const Movement = z.object({
  /** The day on which it counts. */
  on: z.iso.date(),
  /** Its own day if that was in a quarter filed before; null otherwise. */
  late_from: z.iso.date().nullable(),
  kind: z.enum(movementKinds),
  order: z.int().nullable(),
  reference: z.string(),
  country: z.string(),
  currency: z.string(),
  rate_basis_points: z.int(),
  amount_pence: z.int(),
  tax_pence: z.int(),
  /** Number of the refund's credit note, or of the one that cancels it. */
  credit_note: z.int().nullable(),
  stripe: z.string().nullable(),
});
export type Movement = z.infer<typeof Movement>;

const kindNames: Readonly<Record<MovementKind, string>> = {
  sale: 'Sale',
  refund: 'Refund',
  goodwill: 'Goodwill',
  refund_failed: 'Refund returned by the bank',
  dispute_lost: 'Dispute lost',
};

/** Maximum number of lines that Xero and QuickBooks Online import from one file. */
const mostLines = 1000;

/** Pence as a number of pounds, so that a spreadsheet can add it up. */
function pounds(inPence: number): number {
  return inPence / 100;
}

function zoneOf(country: string): string {
  const zone = shippingZone(country);
  return zone === null ? (countryName(country) ?? country) : zoneNames[zone];
}

function orderName({ order, reference }: Movement): string {
  return order === null ? `payment ${reference}` : `order ${order}`;
}

/**
 * A movement in one line, with its tax, without characters that importers refuse. Stripe's id tells apart equal amounts
 * of a day, of which importers take all but one for repeats.
 */
function lineText(movement: Movement): string {
  const { kind, country, rate_basis_points: rate, tax_pence: tax, late_from: day } = movement;
  const { credit_note: note, stripe } = movement;
  const vat = `VAT ${pounds(tax).toFixed(2)} at ${rate / 100} percent`;
  const late = day === null ? '' : ` late from ${britishDay(day)}`;
  const paper = note === null ? '' : ` credit note ${note}`;
  const id = stripe === null ? '' : ` ${stripe}`;
  return `${kindNames[kind]} ${orderName(movement)} ${country} ${vat}${late}${paper}${id}`;
}

/** `2026-03-14` as 14/03/2026. */
function britishDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** A row per movement, on the day it counts. Amounts that went back are negative. */
export function movementsSheet(movements: readonly Movement[]): string {
  const columns = [
    'Date',
    'Late from',
    'Kind',
    'Order',
    'Reference',
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
    Country: country,
    Zone: zoneOf(country),
    Currency: currency,
    'VAT rate (%)': money.rate_basis_points / 100,
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
  const groups = Map.groupBy(
    movements,
    ({ currency, country, rate_basis_points: rate }) => `${currency} ${zoneOf(country)} ${rate}`,
  );
  const rows = [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      if (!first) return [];
      const gross = group.reduce((sum, { amount_pence: amount }) => sum + amount, 0);
      const tax = group.reduce((sum, { tax_pence: part }) => sum + part, 0);
      return {
        Currency: first.currency,
        Zone: zoneOf(first.country),
        'VAT rate (%)': first.rate_basis_points / 100,
        Movements: group.length,
        Late: group.filter(({ late_from: day }) => day !== null).length,
        'Without VAT': pounds(gross - tax),
        VAT: pounds(tax),
        Gross: pounds(gross),
      };
    });
  return csvText(columns, rows, 'person');
}

/**
 * A statement of the shop's account at Stripe, in the columns of Xero's template for bank statements.
 * @see https://central.xero.com/s/article/Import-a-CSV-bank-statement
 */
export function xeroSheet(movements: readonly Movement[]): string {
  const columns = [
    '*Date',
    '*Amount',
    'Payee',
    'Description',
    'Reference',
    'Check Number',
  ] as const;
  const rows = movements.map((movement) => ({
    '*Date': britishDay(movement.on),
    '*Amount': pounds(movement.amount_pence).toFixed(2),
    Payee: 'Shoppers',
    Description: lineText(movement),
    Reference: movement.stripe,
    'Check Number': null,
  }));
  return csvText(columns, rows, 'machine');
}

/**
 * The same statement in QuickBooks Online's three columns for bank uploads.
 * @see https://quickbooks.intuit.com/learn-support/en-uk/help-article/bank-transactions/format-csv-files-excel-get-bank-transactions/L4BjLWckq_GB_en_GB
 */
export function quickBooksSheet(movements: readonly Movement[]): string {
  const columns = ['Date', 'Description', 'Amount'] as const;
  const rows = movements.map((movement) => ({
    Date: britishDay(movement.on),
    Description: lineText(movement),
    Amount: pounds(movement.amount_pence).toFixed(2),
  }));
  return csvText(columns, rows, 'machine');
}

/** The reason that an importer would refuse a file; undefined if none. */
export function importNote(movements: readonly Movement[]): string | undefined {
  if (movements.some(({ currency }) => currency !== 'GBP')) {
    return 'Some lines are in another currency than pounds: enter these by hand.';
  }
  if (movements.length <= mostLines) return undefined;
  return `The file has ${movements.length} lines, and ${mostLines} can be imported at once: save fewer days at a time.`;
}
