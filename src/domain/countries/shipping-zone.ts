import { isShippingCountry, SHIPPING_COUNTRIES } from './countries.ts';
import type { ShippingZone } from '../enums.ts';

/**
 * Domestic is the United Kingdom proper (spec, section 9). Guernsey and Jersey are outside its customs
 * area and therefore count as Europe.
 */
const europe = new Set(
  'IE FR DE IT NL ES PT BE CH LU AT HR SI SK CZ HU PL RO RS BG GR AL XK BA ME MK MT CY DK LT LV EE SE NO FI TR IS GG JE'.split(
    ' ',
  ),
);

/** The zone of a country's two-letter code; `null` if the shop does not ship there. */
export function shippingZone(code: string): ShippingZone | null {
  if (!isShippingCountry(code)) return null;
  if (code === 'GB') return 'domestic';
  return europe.has(code) ? 'europe' : 'world';
}

/** The two-letter codes of the countries in a zone. */
export function countriesIn(zone: ShippingZone): string[] {
  return SHIPPING_COUNTRIES.map(({ code }) => code).filter((code) => shippingZone(code) === zone);
}
