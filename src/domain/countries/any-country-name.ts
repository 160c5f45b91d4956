import { countryName } from './countries.ts';

let english: Intl.DisplayNames | undefined;

/** A country's name as the shop writes it, else its English name. */
export function anyCountryName(code: string): string {
  english ??= new Intl.DisplayNames('en-GB', { type: 'region' });
  return countryName(code) ?? english.of(code) ?? code;
}
