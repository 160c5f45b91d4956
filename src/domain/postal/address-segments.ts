import { latinDigits } from '../basics/latin-digits.ts';
import { countryNamed, splitCountry } from './country-in-text.ts';
import { type PostalForm, postalForms } from './postal-form.ts';
import { regionPattern } from './region.ts';

/** The parts of an address between commas and line breaks. */
export function segmentsOf(text: string): string[] {
  return latinDigits(text)
    .split(/[,،;\n]+/)
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter((part) => part !== '');
}

/** The segments without the country's own name at the end. */
export function withoutCountry(segments: readonly string[], country: string): string[] {
  const last = segments.at(-1) ?? '';
  const names = last.toUpperCase() === country || countryNamed(last) === country;
  return names && segments.length > 1 ? segments.slice(0, -1) : [...segments];
}

/** The segments without the country's own name as the last words of the last segment. */
export function withoutCountryWords(segments: readonly string[], country: string): string[] {
  const split = splitCountry(segments.at(-1) ?? '');
  return split?.country === country ? [...segments.slice(0, -1), split.rest] : [...segments];
}

const patterns = new Map<string, RegExp>();

function pattern(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(source, 'iu');
  patterns.set(source, known);
  return known;
}

/** Matches a whole text against the joined parts, ignoring case. */
export function matchWhole(text: string, ...parts: string[]): RegExpExecArray | null {
  return pattern(`^${parts.join('')}$`).exec(text);
}

/** A postcode at the beginning or end of a text, and the text without it. */
export function postcodeIn(
  text: string,
  { postcode }: PostalForm,
): { postcode: string; rest: string } | undefined {
  const end = matchWhole(text, '(?:(.*)\\s)?', `(${postcode})`);
  if (end) return { postcode: end[2] ?? '', rest: end[1] ?? '' };
  const start = matchWhole(text, `(${postcode})`, '\\s(.*)');
  return start ? { postcode: start[1] ?? '', rest: start[2] ?? '' } : undefined;
}

/** The text before a country's region and postcode at the end of an address, with both. */
export function regionIn(
  segments: readonly string[],
  country: string,
): { head: string[]; region: string; postcode: string } | undefined {
  const regions = regionPattern(country);
  const form = postalForms.get(country);
  if (regions === undefined || !form) return undefined;
  const found = matchWhole(segments.join('\n'), `([^]*?)\\s(${regions})\\s+(${form.postcode})`);
  if (!found) return undefined;
  const [, head = '', region = '', postcode = ''] = found;
  return { head: segmentsOf(head), region, postcode };
}
