import type { ShippingZone } from '../enums.ts';

/** A delivery option of a zone (`shipping_rates`). */
export interface DeliveryOption {
  zone: ShippingZone;
  name: string;
  amount_pence: number;
  min_business_days: number;
  max_business_days: number;
  express: boolean;
}

/** Maximum number of options for a zone; Stripe's payment page shows five. */
export const MOST_OPTIONS = 5;

/**
 * The rule of the Shipping and Returns page (spec, section 9; in SQL `shipping_rates_policy`): within the United Kingdom
 * standard delivery is free and takes 2–3 business days, express delivery is charged and comes on the next one.
 */
function keepsPolicy(option: DeliveryOption): boolean {
  const { zone, express, amount_pence, min_business_days: min, max_business_days: max } = option;
  if (zone !== 'domestic') return !express;
  return express
    ? amount_pence > 0 && min === 1 && max === 1
    : amount_pence === 0 && min === 2 && max === 3;
}

/** Validation error of the options of all zones; `''` if valid. */
export function deliveryFault(options: readonly DeliveryOption[]): string {
  const zones = Map.groupBy(options, ({ zone }) => zone);
  const domestic = (zones.get('domestic') ?? []).map(({ express }) => express);
  if (String(domestic) !== 'false,true' || !options.every(keepsPolicy)) {
    return 'Within the United Kingdom, standard delivery is free in 2–3 business days, and express delivery is charged.';
  }
  for (const zone of ['europe', 'world'] as const) {
    const names = (zones.get(zone) ?? []).map(({ name }) => name);
    if (names.length === 0 || names.length > MOST_OPTIONS) {
      return `Each zone needs from one to ${MOST_OPTIONS} delivery options.`;
    }
    if (new Set(names).size < names.length) return 'Two options of a zone have the same name.';
  }
  return options.some(({ min_business_days: min, max_business_days: max }) => min > max)
    ? 'The earliest day comes after the latest.'
    : '';
}
