import { invalidRequest } from './api-error.ts';
import { checkoutSession } from './checkout-session.ts';
import { couponFor, discountLines } from './coupon.ts';
import { formatAmount, MAXIMUM_AMOUNT, minimumCharge } from './currency.ts';
import { inlineProduct, lineItem } from './line-item.ts';
import { objectId } from './object-id.ts';
import type { SandboxContext } from './sandbox-context.ts';
import type { SessionParameters } from './session-parameters.ts';
import { inlineShippingRate } from './shipping-rate.ts';
import type { StoredSession } from './state.ts';

const HALF_AN_HOUR = 30 * 60;
const A_DAY = 24 * 60 * 60;

function expiryOf(parameters: SessionParameters, created: number): number {
  const expiresAt = parameters.expires_at ?? created + A_DAY;
  if (expiresAt < created + HALF_AN_HOUR) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  if (expiresAt > created + A_DAY) {
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  return expiresAt;
}

function onlyCurrency(parameters: SessionParameters): string {
  const [first] = parameters.line_items;
  if (!first) {
    throw invalidRequest('Missing required param: line_items.', {
      code: 'parameter_missing',
      param: 'line_items',
    });
  }
  const currencies = new Set([
    ...parameters.line_items.map((line) => line.price_data.currency),
    ...(parameters.shipping_options ?? []).map(
      (option) => option.shipping_rate_data.fixed_amount.currency,
    ),
    ...(parameters.currency === undefined ? [] : [parameters.currency]),
  ]);
  if (currencies.size > 1) {
    const found = [...currencies].join(', ');
    throw invalidRequest(
      `All line items and shipping options of a Checkout Session must use one currency; you passed in ${found}.`,
      { param: 'line_items' },
    );
  }
  return first.price_data.currency;
}

/** A total of zero is a free order; any other must be chargeable. */
function checkTotal(total: number, currency: string): void {
  const least = minimumCharge(currency);
  if (total > 0 && total < least) {
    throw invalidRequest(
      `The Checkout Session's total amount due must add up to at least ${formatAmount(least, currency)} ${currency}`,
      { code: 'amount_too_small', param: 'line_items' },
    );
  }
  if (total > MAXIMUM_AMOUNT) {
    throw invalidRequest(
      `The Checkout Session's total amount due must be no more than ${formatAmount(MAXIMUM_AMOUNT, currency)}`,
      { code: 'amount_too_large', param: 'line_items' },
    );
  }
}

function checkShipping({ shipping_address_collection, payment_intent_data }: SessionParameters) {
  if (!shipping_address_collection || !payment_intent_data?.shipping) return;
  throw invalidRequest(
    'You may only specify one of these parameters: shipping_address_collection, payment_intent_data[shipping].',
    { param: 'payment_intent_data[shipping]' },
  );
}

function checkDiscounts({ allow_promotion_codes, discounts }: SessionParameters): void {
  if (allow_promotion_codes === undefined || discounts === undefined) return;
  throw invalidRequest(
    'You may only specify one of these parameters: allow_promotion_codes, discounts.',
    { param: 'discounts' },
  );
}

function checkMode(parameters: SessionParameters): void {
  if (parameters.mode === undefined) {
    throw invalidRequest('Missing required param: mode.', {
      code: 'parameter_missing',
      param: 'mode',
    });
  }
  if (parameters.mode !== 'payment') {
    throw invalidRequest(
      `The local Stripe sandbox only supports mode payment, not ${parameters.mode}`,
      {
        param: 'mode',
      },
    );
  }
}

/**
 * Creates and stores an open Checkout Session.
 * @throws ApiError as Stripe does for: mixed currencies, an expiry outside 30 minutes to 24 hours, an address
 *   both given and asked for, totals that cannot be charged (docs.stripe.com/api/checkout/sessions/create)
 */
export function createSession(
  context: SandboxContext,
  parameters: SessionParameters,
): StoredSession {
  const { state, clock, origin } = context;
  const created = clock.now();
  checkMode(parameters);
  checkShipping(parameters);
  checkDiscounts(parameters);
  const expiresAt = expiryOf(parameters, created);
  const currency = onlyCurrency(parameters);
  const products = parameters.line_items.map((line) => inlineProduct(line, created));
  const lineItems = parameters.line_items.flatMap((line, index) => {
    const product = products[index];
    return product ? [lineItem(line, product, created)] : [];
  });
  const shippingRates = (parameters.shipping_options ?? []).map((option) =>
    inlineShippingRate(option.shipping_rate_data, created),
  );
  const [{ coupon = null } = {}] = parameters.discounts ?? [];
  const discount =
    coupon === null ? 0 : discountLines(lineItems, couponFor(context, coupon, currency));
  const id = objectId('cs_test', 58);
  const session = checkoutSession(parameters, {
    id,
    url: `${origin}/c/pay/${id}`,
    created,
    expiresAt,
    currency,
    lineItems,
    shippingRates,
    coupon,
    discount,
  });
  checkTotal(session.amount_total ?? 0, currency);
  for (const product of products) state.products.set(product.id, product);
  for (const rate of shippingRates) state.shippingRates.set(rate.id, rate);
  const stored: StoredSession = {
    session,
    lineItems,
    paymentIntentData: parameters.payment_intent_data ?? null,
    challenged: null,
  };
  state.sessions.set(id, stored);
  return stored;
}
