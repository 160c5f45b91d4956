import type { Stripe } from 'stripe';
import type { Delivery } from '#domain/postal/delivery.ts';
import { expanded, idOf } from './expandable.ts';

/**
 * The address that Stripe has for a paid session: asked for on the payment page, or told with the
 * session. Null when it has none; needs the payment intent expanded.
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

/** Which of the session's deliveries was chosen, counted from 1; undefined when none was. */
export function chosenDelivery(session: Stripe.Checkout.Session): number | undefined {
  const chosen = idOf(session.shipping_cost?.shipping_rate);
  const place = session.shipping_options.findIndex(
    ({ shipping_rate }) => idOf(shipping_rate) === chosen,
  );
  return place < 0 ? undefined : place + 1;
}
