import type { Stripe } from 'stripe';
import type { Delivery } from '#domain/postal/delivery.ts';
import { expanded, idOf } from './expandable.ts';

/**
 * The address that Stripe has for a paid session: entered on the payment page, or sent with the
 * session. Null if it has none; needs the payment intent expanded.
 */
export function paidDelivery(session: Stripe.Checkout.Session): Delivery | null {
  const asked = session.collected_information?.shipping_details;
  const told = expanded(session.payment_intent)?.shipping;
  const { name, address } = asked ?? told ?? {};
  if (!name || !address?.line1 || !address.country) return null;
  const phone = told?.phone ?? session.customer_details?.phone;
  return {
    name,
    line1: address.line1,
    ...(address.line2 && { line2: address.line2 }),
    ...(address.city && { town: address.city }),
    ...(address.state && { region: address.state }),
    ...(address.postal_code && { postcode: address.postal_code }),
    country: address.country,
    ...(phone && { phone }),
  };
}

/** Number of the session's chosen delivery, counted from 1; undefined if none was chosen. */
export function chosenDelivery(session: Stripe.Checkout.Session): number | undefined {
  const chosen = idOf(session.shipping_cost?.shipping_rate);
  const place = session.shipping_options.findIndex(
    ({ shipping_rate }) => idOf(shipping_rate) === chosen,
  );
  return place < 0 ? undefined : place + 1;
}
