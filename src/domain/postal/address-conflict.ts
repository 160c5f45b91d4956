import { countryName } from '../countries/countries.ts';
import {
  matchWhole,
  postcodeIn,
  regionIn,
  segmentsOf,
  withoutCountry,
} from './address-segments.ts';
import { anyCountryName } from '../countries/any-country-name.ts';
import { countryNamed, splitCountry } from './country-in-text.ts';
import { postalForms } from './postal-form.ts';

/**
 * Countries whose name may end an address in another country: a state, a province, an island served by
 * its post.
 */
const within: Record<string, string> = {
  BE: 'LU',
  // Royal Mail delivers to the Isle of Man at inland rates.
  GB: 'IM',
  US: 'GE PR GU VI AS MP',
};

function isAbroad(named: string | undefined, country: string): named is string {
  return named !== undefined && named !== country && !within[country]?.includes(named);
}

function hasPostcode(segments: readonly string[], country: string): boolean {
  const form = postalForms.get(country);
  return (
    form !== undefined && segments.slice(-3).some((text) => postcodeIn(text, form) !== undefined)
  );
}

/** Whether the address ends with a region and postcode, as in a country with regions. */
function hasRegion(segments: readonly string[], of: string, country: string): boolean {
  const found = regionIn(segments, of);
  // "Berlin, DE 10115" is not in Delaware.
  return found !== undefined && found.region.toUpperCase() !== country;
}

/** Countries with formats of their own that look the same: "MI 20121", "SA 8001" or "VIC 1234". */
const ownRegions: Record<string, string> = { US: 'IT MX', AU: 'ZA MT' };
const withRegions = ['US', 'AU'];
const withLetters = ['GB', 'GG', 'JE', 'IE', 'CA'];
const british = new Set(['GB', 'GG', 'JE', 'IE']);

/** The country whose postcode format this is, if it must be another one. */
function countryOfPostcode(segments: readonly string[], country: string): string | undefined {
  const region = withRegions.find(
    (other) =>
      other !== country &&
      !ownRegions[other]?.includes(country) &&
      hasRegion(segments, other, country),
  );
  if (region !== undefined || hasPostcode(segments, country)) return region;
  return withLetters.find((other) => other !== country && hasPostcode(segments, other));
}

/** "75001 Paris" as the last line: no house number in the British Isles has five digits. */
function numberBeforeTown(segments: readonly string[], country: string): string | undefined {
  if (!british.has(country) || segments.length < 2 || hasPostcode(segments, country)) {
    return undefined;
  }
  return matchWhole(segments.at(-1) ?? '', String.raw`(\d{5}|\d{4} ?[A-Z]{2})\s\p{L}\D*`)?.[1];
}

/** Northern Ireland's addresses may end in "Ireland". */
function isInUlster(segments: readonly string[], named: string, country: string): boolean {
  return country === 'GB' && named === 'IE' && segments.some((text) => /\bBT\d/i.test(text));
}

function countryElsewhere(segments: readonly string[], country: string): string | undefined {
  const last = segments.at(-1) ?? '';
  const named = countryNamed(last);
  if (segments.length > 1 && isAbroad(named, country) && !isInUlster(segments, named, country)) {
    return named;
  }
  const split = splitCountry(last);
  if (split && isAbroad(split.country, country)) {
    // "1 Upper Canada" is a street, unless a Canadian postcode precedes the name.
    const rest = [...segments.slice(1, -1), split.rest];
    if (
      segments.length > 1 &&
      hasPostcode(rest, split.country) &&
      !isInUlster(rest, split.country, country)
    ) {
      return split.country;
    }
  }
  return countryOfPostcode(withoutCountry(segments, country), country);
}

/**
 * The conflict between an address and the country that sets its postage, as a message for the shopper;
 * null if they agree or it cannot be decided.
 * @param country ISO 3166-1 alpha-2.
 */
export function addressConflict(text: string, country: string): string | null {
  const chosen = countryName(country);
  if (chosen === undefined) return null;
  const segments = segmentsOf(text);
  const elsewhere = countryElsewhere(segments, country);
  if (elsewhere !== undefined) {
    return `The address is in ${anyCountryName(elsewhere)}, but Shipping Country says ${chosen}. Please change one of them.`;
  }
  const number = numberBeforeTown(withoutCountry(segments, country), country);
  if (number === undefined) return null;
  return `${number} is not a postcode of the shipping country, ${chosen}. Please change one of them.`;
}
