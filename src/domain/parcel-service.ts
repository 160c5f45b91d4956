import type { ShippingZone } from './enums.ts';
import { shippingZone } from './shipping-zone.ts';

interface Rule {
  zones: readonly ShippingZone[];
  express: boolean;
  /** Maximum weight of the whole parcel in grams. */
  most: number;
  /** Royal Mail's code of the service, as in Click & Drop's shipping rules. */
  service: string;
  format: string;
}

/**
 * Royal Mail's service and package format of a parcel: the first rule that fits. The codes are those of accounts without
 * a contract, whose sizes and weights are at https://www.royalmail.com/sending/sizes-and-weights
 */
const rules: readonly Rule[] = [
  // Tracked 24 aims at the next day; Special Delivery, SD1OLP, would guarantee it.
  { zones: ['domestic'], express: true, most: 2_000, service: 'TOLP24', format: 'Small parcel' },
  { zones: ['domestic'], express: true, most: 20_000, service: 'TOLP24', format: 'Medium parcel' },
  { zones: ['domestic'], express: false, most: 2_000, service: 'TOLP48', format: 'Small parcel' },
  { zones: ['domestic'], express: false, most: 20_000, service: 'TOLP48', format: 'Medium parcel' },
  // International Tracked takes up to 2 kg.
  { zones: ['europe', 'world'], express: false, most: 2_000, service: 'ITROLP', format: 'Parcel' },
];

/**
 * Service and format of a parcel; `null` if a person must choose: too heavy, of unknown weight, or to a country
 * without deliveries.
 * @param country ISO 3166-1 alpha-2.
 * @param grams weight of goods and packaging.
 */
export function parcelService(
  country: string,
  grams: number | null,
  express: boolean,
): Pick<Rule, 'service' | 'format'> | null {
  const zone = shippingZone(country);
  if (zone === null || grams === null) return null;
  const fits = (rule: Rule) =>
    rule.zones.includes(zone) && rule.express === express && grams <= rule.most;
  return rules.find(fits) ?? null;
}
