import type Stripe from 'stripe';
import { objectId } from './object-id.ts';
import type { ShippingRateParameters } from './session-parameters.ts';

/** The shipping rate that Stripe creates from inline `shipping_rate_data`. `created` in seconds. */
export function inlineShippingRate(
  parameters: ShippingRateParameters,
  created: number,
): Stripe.ShippingRate {
  const estimate = parameters.delivery_estimate;
  return {
    id: objectId('shr'),
    object: 'shipping_rate',
    active: false,
    created,
    delivery_estimate: estimate
      ? { minimum: estimate.minimum ?? null, maximum: estimate.maximum ?? null }
      : null,
    display_name: parameters.display_name,
    fixed_amount: {
      amount: parameters.fixed_amount.amount,
      currency: parameters.fixed_amount.currency,
    },
    livemode: false,
    metadata: parameters.metadata ?? {},
    tax_behavior: parameters.tax_behavior ?? 'unspecified',
    tax_code: parameters.tax_code ?? null,
    type: 'fixed_amount',
  };
}

const UNIT_NAMES: Record<string, [one: string, many: string]> = {
  business_day: ['business day', 'business days'],
  day: ['day', 'days'],
  hour: ['hour', 'hours'],
  month: ['month', 'months'],
  week: ['week', 'weeks'],
};

function unitName(unit: string, value: number): string {
  const [one, many] = UNIT_NAMES[unit] ?? [unit, unit];
  return value === 1 ? one : many;
}

/** Formats a delivery estimate, e.g. `2 to 3 business days`; null when there is none. */
export function deliveryText(estimate: Stripe.ShippingRate.DeliveryEstimate | null): string | null {
  const { minimum = null, maximum = null } = estimate ?? {};
  if (minimum && maximum) {
    if (minimum.unit !== maximum.unit) {
      const from = `${minimum.value} ${unitName(minimum.unit, minimum.value)}`;
      return `${from} to ${maximum.value} ${unitName(maximum.unit, maximum.value)}`;
    }
    const range =
      minimum.value === maximum.value ? maximum.value : `${minimum.value} to ${maximum.value}`;
    return `${range} ${unitName(maximum.unit, maximum.value)}`;
  }
  if (maximum) return `Up to ${maximum.value} ${unitName(maximum.unit, maximum.value)}`;
  if (minimum) return `At least ${minimum.value} ${unitName(minimum.unit, minimum.value)}`;
  return null;
}
