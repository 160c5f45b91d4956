import type { PostalAddress } from './delivery.ts';
import {
  matchWhole,
  postcodeIn,
  regionIn,
  segmentsOf,
  withoutCountry,
  withoutCountryWords,
} from './address-segments.ts';
import { countryNamed } from './country-in-text.ts';
import { type PostalForm, postalForms, writtenPostcode } from './postal-form.ts';
import { isCounty, regionCode } from './region.ts';

/** An address with a known town and postcode. */
export interface KnownAddress extends PostalAddress {
  town: string;
  postcode: string;
}

interface Found {
  /** The lines before the town. */
  lines: string[];
  town: string;
  postcode: string;
  region?: string;
}

/** A name without digits, except for a district: "Dublin 2", "Praha 10", "Paris Cedex 08". */
const town = String.raw`\D*\p{L}{2}\D*(?: \d\d?\p{L}?)?`;

const notTown =
  /^(?:apartment|apt|block|flat|floor|room|suite|unit)(?![\p{L}\d])|(?:^|\s)(?:avenue|ave|boulevard|close|court|crescent|cres|drive|gardens|green|grove|hill|house|lane|ln|mews|place|rd|road|row|square|st|street|terrace|view|walk|way|yard)\.?$/iu;

function isTown(text: string): boolean {
  // Two letters are more often a state or province than a town.
  return text.length > 2 && matchWhole(text, town) !== null && !notTown.test(text);
}

/** A house number is joined to its street, whatever separates them. */
function joinNumber([first = '', second, ...rest]: string[]): string[] {
  if (second === undefined || !/^\d+\p{L}?$/u.test(first)) {
    return second === undefined ? [first] : [first, second, ...rest];
  }
  return [`${first} ${second}`, ...rest];
}

function lettersAfterTown(segments: string[], form: PostalForm, country: string): Found | null {
  for (let place = segments.length - 1; place > 0; place -= 1) {
    const found = postcodeIn(segments[place] ?? '', form);
    if (!found) continue;
    const rest = [
      ...segments.slice(0, place),
      ...(found.rest === '' ? [] : [found.rest]),
      ...segments.slice(place + 1),
    ].filter((text, at) => at === 0 || countryNamed(text) !== country);
    const [county] = rest.length > 2 && isCounty(rest.at(-1) ?? '') ? rest.splice(-1) : [];
    const lines = rest.slice(0, -1);
    const name = rest.at(-1) ?? '';
    if (lines.length === 0 || !isTown(name)) return null;
    return {
      lines,
      town: name,
      postcode: found.postcode,
      ...(county !== undefined && { region: county }),
    };
  }
  return null;
}

function digitsAfterTown(segments: string[], { postcode }: PostalForm): Found | null {
  const last = segments.at(-1) ?? '';
  const alone = matchWhole(last, postcode) !== null;
  const [, name = segments.at(-2) ?? '', code = last] =
    (alone ? null : matchWhole(last, `(${town})\\s+(${postcode})`)) ?? [];
  const lines = segments.slice(0, alone ? -2 : -1);
  if (!alone && code === last) return null;
  return lines.length > 0 && isTown(name) ? { lines, town: name, postcode: code } : null;
}

function afterRegion(segments: string[], country: string): Found | null {
  const found = regionIn(segments, country);
  if (!found) return null;
  const { head, region, postcode } = found;
  const name = head.at(-1) ?? '';
  if (head.length < 2 || !isTown(name)) return null;
  return {
    lines: head.slice(0, -1),
    town: name,
    region: regionCode(country, region),
    postcode,
  };
}

function beforeTown(segments: string[], form: PostalForm, country: string): Found | null {
  const last = segments.at(-1) ?? '';
  const code = `(?:${country}-)?(${form.postcode})`;
  const lines = segments.slice(0, -1);
  const both = matchWhole(last, `${code}\\s+(${town})`);
  if (both && lines.length > 0) {
    return { lines, town: both[2] ?? '', postcode: both[1] ?? '' };
  }
  const alone = matchWhole(lines.at(-1) ?? '', code);
  if (alone && lines.length > 1 && isTown(last)) {
    return { lines: lines.slice(0, -1), town: last, postcode: alone[1] ?? '' };
  }
  // British order; no house number has five digits.
  return /\d{5}|\d{3} \d\d/.test(last) ? digitsAfterTown(segments, form) : null;
}

function find(segments: string[], form: PostalForm, country: string): Found | null {
  if (form.place === 'before') return beforeTown(segments, form, country);
  if (country === 'US' || country === 'CA' || country === 'AU') {
    return afterRegion(segments, country);
  }
  return form.tail > 0
    ? lettersAfterTown(segments, form, country)
    : digitsAfterTown(segments, form);
}

/**
 * Parses an address typed into one field.
 * @param country ISO 3166-1 alpha-2.
 * @returns null unless street, town and postcode are all in the country's format.
 */
export function parseAddress(text: string, country: string): KnownAddress | null {
  const form = postalForms.get(country);
  if (!form) return null;
  const segments = withoutCountry(segmentsOf(text), country);
  const found =
    find(segments, form, country) ?? find(withoutCountryWords(segments, country), form, country);
  if (!found) return null;
  const [line1 = '', ...others] = joinNumber(found.lines);
  return {
    line1,
    ...(others.length > 0 && { line2: others.join(', ') }),
    town: found.town,
    ...(found.region !== undefined && { region: found.region }),
    postcode: writtenPostcode(form, found.postcode),
  };
}
