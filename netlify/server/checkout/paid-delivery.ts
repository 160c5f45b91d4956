import type { Stripe } from 'stripe';
import type { Delivery } from '#domain/postal/delivery.ts';
import { addressConflict } from '#domain/postal/address-conflict.ts';
import { townLine } from '#domain/postal/delivery-lines.ts';
import { expanded, idOf } from './expandable.ts';

/**
 * The address that Stripe has for a paid session: entered on the payment page, or sent with the
 * session. Null if it has none; needs the payment intent expanded.
 */
export function paidDelivery(session: Stripe.Checkout.Session): Delivery | null {
  const asked = session.collected_information?.shipping_details;
  const told = expanded(session.payment_intent)?.shipping;
  const { name, address } = asked ?? told ?? {};
  if (!name?.trim() || !address?.line1?.trim() || !address.country) return null;
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

/** Delivery address as typed into the shop's own form. */
function addressText({ line1, line2, country, ...rest }: Delivery): string {
  return [line1, line2, townLine({ line1, ...rest }, country)].filter(Boolean).join(', ');
}

/** Whether the payment page asked for an address and got none, or one that is in another country than it says. */
export function isDoubtful(session: Stripe.Checkout.Session, delivery: Delivery | null): boolean {
  if (session.shipping_address_collection === null) return false;
  return !delivery || addressConflict(addressText(delivery), delivery.country) !== null;
}

/**
 * Billing form of an express checkout, as if its shopper had typed the entries of the payment page or wallet into it.
 * A wallet may leave any of them out: a paid order is stored all the same.
 */
export function formOf(session: Stripe.Checkout.Session, delivery: Delivery | null) {
  const { name, email } = session.customer_details ?? {};
  return {
    name: delivery?.name ?? (name?.trim() || 'No name given'),
    address: delivery ? addressText(delivery) : 'No address given',
    email: email?.trim() ?? '',
    phone: delivery?.phone?.trim() ?? '',
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
