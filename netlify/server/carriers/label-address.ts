import type { Delivery } from '#domain/postal/delivery.ts';
import { parseAddress } from '#domain/postal/parse-address.ts';

/** Maximum characters of an address line at Royal Mail. */
const longestLine = 100;

/** Splits an address line into pieces that fit a field, between words if there are any. */
function inFields(line: string): string[] {
  const pattern = new RegExp(
    `\\S.{0,${longestLine - 1}}(?=\\s|$)|\\S{1,${longestLine}}(?!\\p{M})`,
    'gu',
  );
  return Array.from(line.matchAll(pattern), ([part]) => part.trimEnd());
}

/** An address in a carrier's fields. One typed into a single field is split if that is unambiguous. */
export function labelAddress(label: Delivery) {
  const apart = label.town === undefined && label.postcode === undefined;
  const known = (apart ? parseAddress(label.line1, label.country) : null) ?? label;
  const lines = [...known.line1.split(/\r?\n/), known.line2 ?? ''].flatMap(inFields);
  const [first = '', second = '', ...rest] = lines;
  return {
    name: label.name,
    first,
    second,
    // Carriers report a line that is too long; a parcel with a shortened one is lost.
    third: rest.join(', '),
    town: known.town ?? '',
    region: known.region ?? '',
    postcode: known.postcode ?? '',
    country: label.country,
  };
}
