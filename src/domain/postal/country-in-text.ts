import { anyCountryName } from '../countries/any-country-name.ts';
import { countryCodes } from './country-codes.ts';

/** Names that shoppers use besides the English one. */
const ALIASES = `GB uk, great britain, britain, england, scotland, wales, northern ireland, cymru, united kingdom of great britain and northern ireland
GG bailiwick of guernsey, alderney, sark, herm
JE bailiwick of jersey
IE eire, republic of ireland, southern ireland
US usa, us of a, united states of america, america
AE uae, emirates
AT osterreich
BE belgie, belgique
BA bosnia, bosna i hercegovina
BR brasil
CH schweiz, suisse, svizzera
CZ czechia, czech republic, cesko
DE deutschland
DK danmark
DZ algerie
EE eesti
ES espana
FI suomi
GR hellas, ellada, ελλαδα
HK hong kong
HR hrvatska
HU magyarorszag
IS island
IT italia
KR korea, republic of korea
LT lietuva
LV latvija
MA maroc
ME crna gora
MK macedonia
NL holland, nederland, the netherlands
NO norge
NZ aotearoa
PL polska
RO romania
RS srbija
RU russian federation
SE sverige
SI slovenija
SK slovensko
TN tunisie
TR turkey, turkiye
XK kosova
AL shqiperia, shqiperi`;

/** Lower case without accents and dots, so that "U.S.A." is usa. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}.]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

const codes = new Set(countryCodes);

/** Whether two letters are a country's code, ISO 3166-1 alpha-2. */
export function isCountryCode(text: string): boolean {
  return codes.has(text);
}

let names: Map<string, string> | undefined;

function namesOfCountries(): Map<string, string> {
  if (names) return names;
  names = new Map(countryCodes.map((code) => [plain(anyCountryName(code)), code]));
  for (const row of ALIASES.split('\n')) {
    for (const alias of row.slice(3).split(', ')) names.set(alias, row.slice(0, 2));
  }
  return names;
}

/** The country, if a text is nothing but its name: "U.S.A." is US. */
export function countryNamed(text: string): string | undefined {
  return namesOfCountries().get(plain(text));
}

/** Splits a country's name off the end of a text: "London UK" is London in GB. */
export function splitCountry(text: string): { rest: string; country: string } | undefined {
  const words = text.split(/\s+/);
  for (let count = Math.min(4, words.length - 1); count > 0; count -= 1) {
    const country = countryNamed(words.slice(-count).join(' '));
    if (country) return { rest: words.slice(0, -count).join(' '), country };
  }
  return undefined;
}
