import { anyCountryName } from '#domain/countries/any-country-name.ts';
import type { Delivery } from '#domain/postal/delivery.ts';
import { pence, poundsText } from '#domain/money/money.ts';
import type { Parcel } from '../carriers/carrier.ts';
import { dialledNumber } from '../carriers/dialled-number.ts';
import { labelAddress } from '../carriers/label-address.ts';
import { customsText, fittingText, kilograms } from '../carriers/piece-text.ts';
import { csvText } from './csv.ts';

type Line = Parcel['lines'][number];

/** An order number, or those of one parcel: "1042+1043". The file of tracking numbers has it again (`trackingLines`). */
function referenceOf({ orders }: Pick<Parcel, 'orders'>): string {
  return orders.join('+');
}

/** Maximum length of Royal Mail's fields, in characters. */
const longestField = 100;
const longestCustomsDescription = 50;

function originOf({ origin_country }: Line): string {
  return origin_country === null ? '' : anyCountryName(origin_country);
}

/** An address in Royal Mail's columns. */
function addressCells(label: Delivery) {
  const { first, second, third, town, region, postcode, country, name } = labelAddress(label);
  return {
    'Full name': name,
    'Address line 1': first,
    'Address line 2': second,
    'Address line 3': third,
    City: town,
    County: region,
    Postcode: postcode,
    Country: anyCountryName(country),
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
export function clickAndDrop(parcels: readonly Parcel[]): string {
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
      'Customs description': fittingText(customsText(line), longestCustomsDescription),
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
export function customsSheet(parcels: readonly Parcel[]): string {
  const abroad = parcels.filter(({ label }) => label.country !== 'GB');
  const rows = abroad.flatMap((parcel) =>
    parcel.lines.map((line) => ({
      Order: referenceOf(parcel),
      Recipient: parcel.label.name,
      Destination: anyCountryName(parcel.label.country),
      Category: 'Sale of goods',
      Description: customsText(line),
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
