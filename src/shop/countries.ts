/** How far a parcel goes; what it costs is decided on the server. */
export type ShippingZone = 'domestic' | 'europe' | 'world';

/** A country the shop ships to. */
export interface ShippingCountry {
  /** ISO 3166-1 alpha-2; Kosovo has the user-assigned XK that Stripe and carriers use. */
  code: string;
  name: string;
  zone: ShippingZone;
}

/**
 * Every country of the spec (section 3) in its order. Domestic is the United Kingdom proper
 * (section 9); Guernsey and Jersey are outside its customs area and so count as Europe.
 */
export const SHIPPING_COUNTRIES: readonly ShippingCountry[] = [
  { code: 'GB', name: 'United Kingdom', zone: 'domestic' },
  { code: 'IE', name: 'Ireland', zone: 'europe' },
  { code: 'US', name: 'United States', zone: 'world' },
  { code: 'AU', name: 'Australia', zone: 'world' },
  { code: 'CA', name: 'Canada', zone: 'world' },
  { code: 'FR', name: 'France', zone: 'europe' },
  { code: 'DE', name: 'Germany', zone: 'europe' },
  { code: 'IT', name: 'Italy', zone: 'europe' },
  { code: 'NL', name: 'Netherlands', zone: 'europe' },
  { code: 'ES', name: 'Spain', zone: 'europe' },
  { code: 'PT', name: 'Portugal', zone: 'europe' },
  { code: 'BE', name: 'Belgium', zone: 'europe' },
  { code: 'CH', name: 'Switzerland', zone: 'europe' },
  { code: 'LU', name: 'Luxembourg', zone: 'europe' },
  { code: 'AT', name: 'Austria', zone: 'europe' },
  { code: 'HR', name: 'Croatia', zone: 'europe' },
  { code: 'SI', name: 'Slovenia', zone: 'europe' },
  { code: 'SK', name: 'Slovakia', zone: 'europe' },
  { code: 'CZ', name: 'Czech Republic', zone: 'europe' },
  { code: 'HU', name: 'Hungary', zone: 'europe' },
  { code: 'PL', name: 'Poland', zone: 'europe' },
  { code: 'RO', name: 'Romania', zone: 'europe' },
  { code: 'RS', name: 'Serbia', zone: 'europe' },
  { code: 'BG', name: 'Bulgaria', zone: 'europe' },
  { code: 'GR', name: 'Greece', zone: 'europe' },
  { code: 'AL', name: 'Albania', zone: 'europe' },
  { code: 'XK', name: 'Kosovo', zone: 'europe' },
  { code: 'BA', name: 'Bosnia and Herzegovina', zone: 'europe' },
  { code: 'ME', name: 'Montenegro', zone: 'europe' },
  { code: 'MK', name: 'North Macedonia', zone: 'europe' },
  { code: 'MT', name: 'Malta', zone: 'europe' },
  { code: 'CY', name: 'Cyprus', zone: 'europe' },
  { code: 'DK', name: 'Denmark', zone: 'europe' },
  { code: 'LT', name: 'Lithuania', zone: 'europe' },
  { code: 'LV', name: 'Latvia', zone: 'europe' },
  { code: 'EE', name: 'Estonia', zone: 'europe' },
  { code: 'SE', name: 'Sweden', zone: 'europe' },
  { code: 'NO', name: 'Norway', zone: 'europe' },
  { code: 'FI', name: 'Finland', zone: 'europe' },
  { code: 'EG', name: 'Egypt', zone: 'world' },
  { code: 'TR', name: 'Turkey', zone: 'europe' },
  { code: 'JO', name: 'Jordan', zone: 'world' },
  { code: 'SA', name: 'Saudi Arabia', zone: 'world' },
  { code: 'KW', name: 'Kuwait', zone: 'world' },
  { code: 'BH', name: 'Bahrain', zone: 'world' },
  { code: 'AE', name: 'United Arab Emirates', zone: 'world' },
  { code: 'QA', name: 'Qatar', zone: 'world' },
  { code: 'TM', name: 'Turkmenistan', zone: 'world' },
  { code: 'UZ', name: 'Uzbekistan', zone: 'world' },
  { code: 'KZ', name: 'Kazakhstan', zone: 'world' },
  { code: 'KG', name: 'Kyrgyzstan', zone: 'world' },
  { code: 'TJ', name: 'Tajikistan', zone: 'world' },
  { code: 'MY', name: 'Malaysia', zone: 'world' },
  { code: 'SG', name: 'Singapore', zone: 'world' },
  { code: 'MX', name: 'Mexico', zone: 'world' },
  { code: 'IS', name: 'Iceland', zone: 'europe' },
  { code: 'GL', name: 'Greenland', zone: 'world' },
  { code: 'BR', name: 'Brazil', zone: 'world' },
  { code: 'AR', name: 'Argentina', zone: 'world' },
  { code: 'ZA', name: 'South Africa', zone: 'world' },
  { code: 'TN', name: 'Tunisia', zone: 'world' },
  { code: 'MA', name: 'Morocco', zone: 'world' },
  { code: 'DZ', name: 'Algeria', zone: 'world' },
  { code: 'GG', name: 'Guernsey', zone: 'europe' },
  { code: 'JE', name: 'Jersey', zone: 'europe' },
  { code: 'NZ', name: 'New Zealand', zone: 'world' },
];

const byCode = new Map(SHIPPING_COUNTRIES.map((country) => [country.code, country]));

/** The country of a two-letter code, if the shop ships there. */
export function shippingCountry(code: string): ShippingCountry | undefined {
  return byCode.get(code);
}

/** Whether the shop ships to the country of a two-letter code. */
export function isShippingCountry(code: string): boolean {
  return byCode.has(code);
}
