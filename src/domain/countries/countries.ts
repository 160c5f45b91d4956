/** A country the shop ships to. */
export interface ShippingCountry {
  /** ISO 3166-1 alpha-2; Kosovo has the user-assigned XK that Stripe and carriers use. */
  code: string;
  name: string;
}

/** One string compresses better than a list of pairs. */
const COUNTRIES = `GB United Kingdom
IE Ireland
US United States
AU Australia
CA Canada
FR France
DE Germany
IT Italy
NL Netherlands
ES Spain
PT Portugal
BE Belgium
CH Switzerland
LU Luxembourg
AT Austria
HR Croatia
SI Slovenia
SK Slovakia
CZ Czech Republic
HU Hungary
PL Poland
RO Romania
RS Serbia
BG Bulgaria
GR Greece
AL Albania
XK Kosovo
BA Bosnia and Herzegovina
ME Montenegro
MK North Macedonia
MT Malta
CY Cyprus
DK Denmark
LT Lithuania
LV Latvia
EE Estonia
SE Sweden
NO Norway
FI Finland
EG Egypt
TR Turkey
JO Jordan
SA Saudi Arabia
KW Kuwait
BH Bahrain
AE United Arab Emirates
QA Qatar
TM Turkmenistan
UZ Uzbekistan
KZ Kazakhstan
KG Kyrgyzstan
TJ Tajikistan
MY Malaysia
SG Singapore
MX Mexico
IS Iceland
GL Greenland
BR Brazil
AR Argentina
ZA South Africa
TN Tunisia
MA Morocco
DZ Algeria
GG Guernsey
JE Jersey
NZ New Zealand`;

/** Every country in the spec (section 3), in its order. */
export const SHIPPING_COUNTRIES: readonly ShippingCountry[] = COUNTRIES.split('\n').map((line) => ({
  code: line.slice(0, 2),
  name: line.slice(3),
}));

const byCode = new Map(SHIPPING_COUNTRIES.map(({ code, name }) => [code, name]));

/** The name of a country by its two-letter code; `undefined` if the shop does not ship there. */
export function countryName(code: string): string | undefined {
  return byCode.get(code);
}

/** Whether the shop ships to the country of a two-letter code. */
export function isShippingCountry(code: string): boolean {
  return byCode.has(code);
}
