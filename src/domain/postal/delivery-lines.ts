import type { Delivery, PostalAddress } from './delivery.ts';
import { anyCountryName } from '../countries/any-country-name.ts';
import { postalForms } from './postal-form.ts';

/** Town, region and postcode as the country writes them: "75001 Paris", "Leeds LS1 4AP". */
export function townLine({ town, region, postcode }: PostalAddress, country: string): string {
  const before = postalForms.get(country)?.place === 'before';
  const parts = before ? [postcode, town, region] : [town, region, postcode];
  return parts.filter((part) => part !== undefined).join(' ');
}

/** The lines of a parcel's label. */
export function deliveryLines({ name, line1, line2, country, ...rest }: Delivery): string[] {
  return [
    name,
    // An address that was not parsed keeps the lines as typed.
    ...line1.split(/\r?\n/),
    line2 ?? '',
    townLine({ line1, ...rest }, country),
    anyCountryName(country),
  ].filter((line) => line !== '');
}
