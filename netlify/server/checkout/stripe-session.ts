import type { Stripe } from 'stripe';
import { stripe } from '../stripe-client.ts';
import type { OpenCheckout } from './checkout-rows.ts';

type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;

const currency = 'gbp';

/** Tells this shop's sessions from others on the same Stripe account. */
export const checkoutMetadataKey = 'checkout_id';

function lineItems({ lines, tax_pence, tax_basis_points }: OpenCheckout): LineItem[] {
  const goods = lines.map((line) => ({
    quantity: line.quantity,
    price_data: {
      currency,
      unit_amount: line.unit_pence,
      product_data: { name: `${line.product_name} – ${line.color_name}` },
    },
  }));
  if (tax_pence === 0) return goods;
  const name = `Estimated tax (${tax_basis_points / 100}%)`;
  const price_data = { currency, unit_amount: tax_pence, product_data: { name } };
  return [...goods, { quantity: 1, price_data }];
}

function shippingOption(
  option: OpenCheckout['shipping_options'][number],
): Stripe.Checkout.SessionCreateParams.ShippingOption {
  const unit = 'business_day';
  return {
    shipping_rate_data: {
      type: 'fixed_amount',
      display_name: option.name,
      fixed_amount: { amount: option.amount_pence, currency },
      delivery_estimate: {
        minimum: { unit, value: option.min_business_days },
        maximum: { unit, value: option.max_business_days },
      },
    },
  };
}

/**
 * Creates the payment page of a checkout. Every parameter is frozen with the checkout and the
 * idempotency key is its id, so that repeating the call returns the same page.
 * @param origin the shop's origin, for the return URLs.
 * @throws Stripe.errors.StripeError when Stripe refuses or cannot be reached.
 */
export async function createSession(
  checkout: OpenCheckout,
  shopper: string,
  origin: string,
): Promise<Stripe.Checkout.Session> {
  const metadata = { [checkoutMetadataKey]: checkout.checkout_id };
  return stripe().checkout.sessions.create(
    {
      mode: 'payment',
      line_items: lineItems(checkout),
      shipping_options: checkout.shipping_options.map(shippingOption),
      customer_email: checkout.email,
      client_reference_id: shopper,
      metadata,
      payment_intent_data: { metadata },
      expires_at: checkout.session_expires_at,
      success_url: `${origin}/stripesuccess?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/api/stripe/cancel/?checkout=${checkout.checkout_id}`,
    },
    { idempotencyKey: `checkout-${checkout.checkout_id}` },
  );
}
