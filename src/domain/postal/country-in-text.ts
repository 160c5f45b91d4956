import { anyCountryName } from '../any-country-name.ts';

/** ISO 3166-1 alpha-2, with Kosovo's XK. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';

/** Names that shoppers write besides the English one. */
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

const codes = new Set(CODES.split(' '));

/** Whether two letters are the code of a country, ISO 3166-1 alpha-2. */
export function isCountryCode(text: string): boolean {
  return codes.has(text);
}

let names: Map<string, string> | undefined;

function namesOfCountries(): Map<string, string> {
  if (names) return names;
  names = new Map(CODES.split(' ').map((code) => [plain(anyCountryName(code)), code]));
  for (const row of ALIASES.split('\n')) {
    for (const alias of row.slice(3).split(', ')) names.set(alias, row.slice(0, 2));
  }
  return names;
}

/** The country that a text names and says nothing else: "U.S.A." is US. */
export function countryNamed(text: string): string | undefined {
  return namesOfCountries().get(plain(text));
}

/** A text that ends with the name of a country, taken apart: "London UK" is London in GB. */
export function splitCountry(text: string): { rest: string; country: string } | undefined {
  const words = text.split(/\s+/);
  for (let count = Math.min(4, words.length - 1); count > 0; count -= 1) {
    const country = countryNamed(words.slice(-count).join(' '));
    if (country) return { rest: words.slice(0, -count).join(' '), country };
  }
  return undefined;
}
