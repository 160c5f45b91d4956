/** Daily sums of movements by way of payment, kind and tax code, to import into Xero and QuickBooks Online. */
import type { MovementKind, PaymentMethod } from '#domain/enums.ts';
import { methodNames } from '#domain/orders/payment-words.ts';
import { csvText } from './csv.ts';
import { kindNames, type Movement } from './movement-sheets.ts';
import { staffMessages } from '../messages/staff-calls.ts';

/** Name of everybody who bought, as customer of the daily documents. */
const customer = 'Shoppers';
/** Sales, in Xero's chart of accounts for the United Kingdom. */
const salesAccount = '200';
/** Maximum number of documents that QuickBooks Online imports from one file. Xero imports 500. */
const mostDocuments = 100;

interface Line {
  kind: MovementKind;
  rate_basis_points: number | null;
  movements: number;
  net_pence: number;
  tax_pence: number;
}

/** Ends of the documents' numbers: each way of payment has documents, and an account, of its own. */
const numberEnds: Readonly<Record<PaymentMethod, readonly string[]>> = {
  stripe: [],
  cash: ['CASH'],
  card_reader: ['CARD'],
  other: ['MISC'],
  none: ['NONE'],
  credit: ['GIFT'],
};

/** Sales of a day or, with positive amounts, what went back on it. */
interface DailyDocument {
  number: string;
  method: PaymentMethod;
  on: string;
  currency: string;
  isCredit: boolean;
  lines: Line[];
}

function sum(movements: readonly Movement[], amount: 'amount_pence' | 'tax_pence'): number {
  return movements.reduce((total, movement) => total + movement[amount], 0);
}

function grouped<Entry>(entries: readonly Entry[], by: (entry: Entry) => unknown): Entry[][] {
  return [...Map.groupBy(entries, by).values()];
}

/**
 * An invoice and a credit note for each day, currency and way of payment, with a line for each kind of movement and VAT
 * rate. A kind whose sum is negative is in the credit note: neither program takes an invoice below zero.
 */
function dailyDocuments(movements: readonly Movement[]): DailyDocument[] {
  const kinds = grouped(movements, (one) => [one.on, one.currency, one.method, one.kind].join(' '));
  const documents = new Map<string, DailyDocument>();
  for (const ofKind of kinds) {
    const [first] = ofKind;
    if (!first) continue;
    const { on, currency, method, kind } = first;
    const isCredit = sum(ofKind, 'amount_pence') < 0;
    const sign = isCredit ? -1 : 1;
    // QuickBooks takes 21 characters.
    const number = [isCredit ? 'REFUNDS' : 'SALES', on.replaceAll('-', '')]
      .concat(numberEnds[method], currency === 'GBP' ? [] : currency)
      .join('-');
    const document = documents.get(number) ?? { number, method, on, currency, isCredit, lines: [] };
    documents.set(number, document);
    for (const atRate of grouped(ofKind, ({ rate_basis_points: rate }) => rate)) {
      document.lines.push({
        kind,
        rate_basis_points: atRate[0]?.rate_basis_points ?? null,
        movements: atRate.length,
        net_pence: sign * (sum(atRate, 'amount_pence') - sum(atRate, 'tax_pence')),
        tax_pence: sign * sum(atRate, 'tax_pence'),
      });
    }
  }
  return [...documents.values()];
}

/** `2026-03-14` as 14/03/2026. */
function britishDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

function pounds(pence: number): string {
  return (pence / 100).toFixed(2);
}

function lineText({ kind, movements }: Line): string {
  return `${kindNames[kind]} (${movements})`;
}

/** Display name of a rate in Xero's British edition. */
function xeroRate(basisPoints: number | null): string {
  if (basisPoints === null) return 'No VAT';
  return basisPoints === 0 ? 'Zero Rated Income' : `${basisPoints / 100}% (VAT on Income)`;
}

/** Code of a rate in QuickBooks Online's British edition. */
function quickBooksCode(basisPoints: number | null): string {
  if (basisPoints === null) return 'No VAT';
  const letters: Readonly<Record<number, string>> = { 0: ' Z', 500: ' R', 2000: ' S' };
  const percent = basisPoints / 100;
  const number = Number.isInteger(percent) ? percent.toFixed(1) : String(percent);
  return `${number}%${letters[basisPoints] ?? ''}`;
}

/**
 * Xero's template for sales invoices, with amounts without tax. Xero makes credit notes of negative documents. The
 * template has no version; its columns are those of 2026.
 * @see https://central.xero.com/s/article/Import-or-create-invoices-using-a-CSV-file
 */
export function xeroSheet(movements: readonly Movement[]): string {
  const unused = {
    EmailAddress: null,
    POAddressLine1: null,
    POAddressLine2: null,
    POAddressLine3: null,
    POAddressLine4: null,
    POCity: null,
    PORegion: null,
    POPostalCode: null,
    POCountry: null,
    Total: null,
    InventoryItemCode: null,
    Discount: null,
    TrackingName1: null,
    TrackingOption1: null,
    TrackingName2: null,
    TrackingOption2: null,
    BrandingTheme: null,
  };
  const columns = [
    '*ContactName',
    'EmailAddress',
    'POAddressLine1',
    'POAddressLine2',
    'POAddressLine3',
    'POAddressLine4',
    'POCity',
    'PORegion',
    'POPostalCode',
    'POCountry',
    '*InvoiceNumber',
    'Reference',
    '*InvoiceDate',
    '*DueDate',
    'Total',
    'InventoryItemCode',
    '*Description',
    '*Quantity',
    '*UnitAmount',
    'Discount',
    '*AccountCode',
    '*TaxType',
    'TaxAmount',
    'TrackingName1',
    'TrackingOption1',
    'TrackingName2',
    'TrackingOption2',
    'Currency',
    'BrandingTheme',
  ] as const;
  const rows = dailyDocuments(movements).flatMap(
    ({ number, method, on, currency, isCredit, lines }) =>
      lines.map((line) => ({
        ...unused,
        '*ContactName': customer,
        '*InvoiceNumber': number,
        Reference: methodNames[method],
        '*InvoiceDate': britishDay(on),
        '*DueDate': britishDay(on),
        '*Description': lineText(line),
        '*Quantity': 1,
        '*UnitAmount': pounds(isCredit ? -line.net_pence : line.net_pence),
        '*AccountCode': salesAccount,
        '*TaxType': xeroRate(line.rate_basis_points),
        TaxAmount: pounds(isCredit ? -line.tax_pence : line.tax_pence),
        Currency: currency,
      })),
  );
  return csvText(columns, rows, 'importer');
}

/**
 * Columns of QuickBooks Online's sample of invoices outside the United States, as of 2026, with amounts exclusive of VAT.
 * Credit notes have their own import, where columns are matched by hand; their amounts are positive.
 * @see https://quickbooks.intuit.com/learn-support/en-ca/help-articles/import-invoices-in-batches/01/338729
 * @see https://quickbooks.intuit.com/learn-support/en-us/help-articles/how-to-import-credit-notes/00/332855
 */
export function quickBooksSheet(
  movements: readonly Movement[],
  documents: 'invoices' | 'credit notes',
): string {
  const ofCredits = documents === 'credit notes';
  const numbered = ofCredits ? '*CreditNoteNo' : '*InvoiceNo';
  const dated = ofCredits ? '*CreditNoteDate' : '*InvoiceDate';
  const columns = [
    numbered,
    '*Customer',
    dated,
    ...(ofCredits ? [] : ['*DueDate']),
    'Terms',
    'Location',
    'Memo',
    'Item(Product/Service)',
    'ItemDescription',
    'ItemQuantity',
    'ItemRate',
    '*ItemAmount',
    '*ItemTaxCode',
    'ItemTaxAmount',
    'Currency',
  ];
  const rows = dailyDocuments(movements)
    .filter(({ isCredit }) => isCredit === ofCredits)
    .flatMap(({ number, method, on, currency, lines }) =>
      lines.map((line) => ({
        [numbered]: number,
        '*Customer': customer,
        [dated]: britishDay(on),
        '*DueDate': britishDay(on),
        Memo: methodNames[method],
        'Item(Product/Service)': kindNames[line.kind],
        ItemDescription: lineText(line),
        ItemQuantity: 1,
        ItemRate: pounds(line.net_pence),
        '*ItemAmount': pounds(line.net_pence),
        '*ItemTaxCode': quickBooksCode(line.rate_basis_points),
        ItemTaxAmount: pounds(line.tax_pence),
        Currency: currency,
      })),
    );
  return csvText(columns, rows, 'importer');
}

/** The reason that an importer would refuse a file; undefined if none. */
export function importNote(movements: readonly Movement[]): string | undefined {
  if (movements.some(({ currency }) => currency !== 'GBP')) {
    return staffMessages.importCurrencies;
  }
  const ofKinds = grouped(dailyDocuments(movements), ({ isCredit }) => isCredit);
  const most = Math.max(...ofKinds.map(({ length }) => length), 0);
  return most <= mostDocuments ? undefined : staffMessages.importTooLong(most, mostDocuments);
}
