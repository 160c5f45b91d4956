import { anyCountryName } from '#domain/countries/any-country-name.ts';
import { cutText } from '#domain/basics/cut-text.ts';
import type { Delivery } from '#domain/postal/delivery.ts';
import { parseAddress } from '#domain/postal/parse-address.ts';
import { pence, poundsText } from '#domain/money/money.ts';
import type { ShopRow } from '../database-shapes.ts';
import { csvText } from './csv.ts';
import { dialledNumber } from './dialled-number.ts';

/** A parcel to send. */
export type ToLabel = ShopRow<'labels_to_print'>;
type Line = ToLabel['lines'][number];

/** An order number, or those of one parcel: "1042+1043". The file of tracking numbers has it again (`trackingLines`). */
function referenceOf({ orders }: Pick<ToLabel, 'orders'>): string {
  return orders.join('+');
}

/** Maximum length of Royal Mail's fields, in characters. */
const longestField = 100;
const longestCustomsDescription = 50;

function kilograms(grams: number): string {
  return (grams / 1000).toFixed(3);
}

/** A text that fits a field: it ends between words, or within one that is longer than the field. */
function fittingText(text: string, max: number): string {
  if (text.length <= max) return text;
  const words = /^(.*\S)\s/s.exec(text.slice(0, max + 1))?.[1] ?? '';
  // Half a list entry is worse than none: "wool," and "60% wool and" say less than they seem to.
  return cutText(words.replace(/[\s,;:.&+–-]+(?:and|of|with|on|in)?$/i, '') || text, max);
}

function description({ product_name, material }: Line): string {
  return material === null ? product_name : `${product_name}, ${material}`;
}

function originOf({ origin_country }: Line): string {
  return origin_country === null ? '' : anyCountryName(origin_country);
}

/** Splits an address line into pieces that fit a field, between words if there are any. */
function inFields(line: string): string[] {
  const pattern = new RegExp(
    `\\S.{0,${longestField - 1}}(?=\\s|$)|\\S{1,${longestField}}(?!\\p{M})`,
    'gu',
  );
  return Array.from(line.matchAll(pattern), ([part]) => part.trimEnd());
}

/** An address in Royal Mail's fields. One typed into a single field is split if that is unambiguous. */
function addressCells(label: Delivery) {
  const apart = label.town === undefined && label.postcode === undefined;
  const known = (apart ? parseAddress(label.line1, label.country) : null) ?? label;
  const lines = [...known.line1.split(/\r?\n/), known.line2 ?? ''].flatMap(inFields);
  const [first = '', second = '', ...rest] = lines;
  return {
    'Full name': label.name,
    'Address line 1': first,
    'Address line 2': second,
    // Royal Mail reports a line that is too long; a parcel with a shortened one is lost.
    'Address line 3': rest.join(', '),
    City: known.town ?? '',
    County: known.region ?? '',
    Postcode: known.postcode ?? '',
    Country: anyCountryName(label.country),
  };
}

/** Day, month and year in two digits each. */
function shortDate(isoDay: string): string {
  const [year = '', month = '', day = ''] = isoDay.split('-');
  return `${day}/${month}/${year.slice(2)}`;
}

const clickAndDropColumns = [
  'Order reference',
  'Date',
  'Full name',
  'Address line 1',
  'Address line 2',
  'Address line 3',
  'City',
  'County',
  'Postcode',
  'Country',
  'Email',
  'Phone',
  'Service code',
  'Package size',
  'Weight',
  'Special instructions',
  'Currency code',
  'SKU',
  'Product name',
  'Quantity',
  'Unit price',
  'Unit weight',
  'Customs description',
  'Customs code',
  'Country of origin',
] as const;

/**
 * Parcels for Royal Mail's Click & Drop: a row per product, each with the parcel's reference.
 * @see https://help.parcel.royalmail.com/hc/en-gb/articles/360000250093-Order-Import-spreadsheet-field-specifications
 */
export function clickAndDrop(parcels: readonly ToLabel[]): string {
  const rows = parcels.flatMap(({ label, lines, express, grams, service, format, ...facts }) => {
    const ofParcel = {
      ...addressCells(label),
      'Order reference': referenceOf(facts),
      Date: shortDate(facts.placed_on),
      Email: facts.email,
      Phone: dialledNumber(facts.phone),
      'Service code': service ?? '',
      'Package size': format ?? '',
      Weight: grams === null ? '' : kilograms(grams),
      'Special instructions': express ? 'Express delivery' : '',
      'Currency code': 'GBP',
    };
    return lines.map((line) => ({
      ...ofParcel,
      SKU: line.sku,
      'Product name': fittingText(`${line.product_name}, ${line.color_name}`, longestField),
      Quantity: line.quantity,
      'Unit price': poundsText(pence(line.unit_pence)),
      'Unit weight': line.weight_grams === null ? '' : kilograms(line.weight_grams),
      'Customs description': fittingText(description(line), longestCustomsDescription),
      'Customs code': line.hs_code,
      'Country of origin': originOf(line),
    }));
  });
  return csvText(clickAndDropColumns, rows, 'machine');
}

const customsColumns = [
  'Order',
  'Recipient',
  'Destination',
  'Category',
  'Description',
  'Quantity',
  'Unit weight (g)',
  'Weight (g)',
  'Unit value (GBP)',
  'Value (GBP)',
  'HS code',
  'Origin',
] as const;

/** Customs data of the parcels that go abroad: a row per product. */
export function customsSheet(parcels: readonly ToLabel[]): string {
  const abroad = parcels.filter(({ label }) => label.country !== 'GB');
  const rows = abroad.flatMap((parcel) =>
    parcel.lines.map((line) => ({
      Order: referenceOf(parcel),
      Recipient: parcel.label.name,
      Destination: anyCountryName(parcel.label.country),
      Category: 'Sale of goods',
      Description: description(line),
      Quantity: line.quantity,
      'Unit weight (g)': line.weight_grams,
      'Weight (g)': line.weight_grams === null ? null : line.weight_grams * line.quantity,
      'Unit value (GBP)': poundsText(pence(line.unit_pence)),
      'Value (GBP)': poundsText(pence(line.unit_pence * line.quantity)),
      'HS code': line.hs_code,
      Origin: originOf(line),
    })),
  );
  return csvText(customsColumns, rows, 'person');
}
