import { Stripe } from 'stripe';
import { discountLabel } from '#domain/cart/discount-label.ts';
import { euGuarantee } from '#domain/catalogue/eu-guarantee.ts';
import { countryName } from '#domain/countries/countries.ts';
import { dutiesText } from '#domain/countries/duties.ts';
import { parseAddress } from '#domain/postal/parse-address.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import { withTaxText } from '#domain/money/shown-price.ts';
import { company } from '#brand/company.ts';
import { orderLink } from '../mail/order-link.ts';
import { paymentMessages } from '../messages/payments.ts';
import { stripe } from '../stripe-client.ts';
import type { OpenCheckout } from './checkout-rows.ts';
import { publicPicture } from './public-picture.ts';

type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;

const currency = 'gbp';

/** Distinguishes this shop's sessions from others on the same Stripe account. */
export const checkoutMetadataKey = 'checkout_id';

function lineItems(
  { lines, tax_pence, tax_basis_points }: OpenCheckout,
  origin: string,
): LineItem[] {
  const tax = tax_basis_points / 100;
  const goods = lines.map(({ product_name, color_name, unit_pence, quantity, image }) => {
    const picture = publicPicture(image, origin);
    const withTax = withTaxText(pence(unit_pence), tax);
    const product_data = {
      name: `${product_name} – ${color_name}`,
      ...(withTax !== '' && { description: withTax }),
      ...(picture !== undefined && { images: [picture] }),
    };
    return { quantity, price_data: { currency, unit_amount: unit_pence, product_data } };
  });
  if (tax_pence === 0) return goods;
  const name = `Estimated tax (${tax}%)`;
  const price_data = { currency, unit_amount: tax_pence, product_data: { name } };
  return [...goods, { quantity: 1, price_data }];
}

/** Stripe's coupons take nothing off the delivery, so its price is without what a gift card pays, and its name says so. */
function shippingOption({
  name,
  amount_pence,
  credit_pence,
  ...option
}: OpenCheckout['shipping_options'][number]): Stripe.Checkout.SessionCreateParams.ShippingOption {
  const unit = 'business_day';
  const paid = `${formatPounds(pence(credit_pence))} of it by gift card`;
  return {
    shipping_rate_data: {
      type: 'fixed_amount',
      display_name: credit_pence > 0 ? `${name} (${paid})` : name,
      fixed_amount: { amount: amount_pence - credit_pence, currency },
      delivery_estimate: {
        minimum: { unit, value: option.min_business_days },
        maximum: { unit, value: option.max_business_days },
      },
    },
  };
}

/**
 * The address passed to Stripe and the payment methods: the shopper's, if its town and postcode
 * are recognised. Otherwise the payment page, or the wallet, asks for one, limited to the country that set the postage.
 */
function delivery({ billing, country }: OpenCheckout): {
  told?: Stripe.Checkout.SessionCreateParams.PaymentIntentData.Shipping;
  asked?: Stripe.Checkout.SessionCreateParams.ShippingAddressCollection;
} {
  const found = billing && parseAddress(billing.address, country);
  if (!found) return { asked: { allowed_countries: [country] } };
  const { line1, line2, town, region, postcode } = found;
  return {
    told: {
      name: billing.name,
      phone: billing.phone,
      address: {
        line1,
        ...(line2 !== undefined && { line2 }),
        city: town,
        ...(region !== undefined && { state: region }),
        postal_code: postcode,
        country,
      },
    },
  };
}

/** Fields and texts of an express checkout's payment page, which others have on the billing page. */
function express(
  { country, duties }: OpenCheckout,
  origin: string,
): Stripe.Checkout.SessionCreateParams {
  const { texts, link } = euGuarantee;
  const terms = [
    dutiesText(duties) ?? '',
    ...(duties?.in_union === true ? [...texts, link] : []),
    paymentMessages.cancellable(`${origin}/returnpolicy`),
  ];
  return {
    // The shop keeps one address.
    billing_address_collection: 'auto',
    phone_number_collection: { enabled: true },
    custom_text: {
      shipping_address: { message: paymentMessages.elsewhere(countryName(country) ?? country) },
      submit: { message: terms.join(' ').trim() },
    },
  };
}

/** Whether an e-mail domain contains a dot: Stripe refuses one without it; browsers and mail servers do not. */
function isOnInternet(email: string): boolean {
  return /\.[^.@]+$/.test(email);
}

/** The amount that the payment page takes off the lines: the discount, or the part that a gift card pays; never both. */
function takenOff({ code, paid_with, discount_pence, credit }: OpenCheckout) {
  if (credit) return { pence: credit.goods_pence, name: `Gift card ending ${credit.code_end}` };
  const label = discountLabel({ code, paidWith: paid_with, discount: discount_pence });
  return { pence: discount_pence, name: label ?? 'Discount' };
}

/**
 * Creates the coupon with which the payment page takes that off. Its id is the checkout's, so that
 * a repeat creates no second one.
 */
async function createCoupon(checkout: OpenCheckout) {
  const { checkout_id, session_expires_at } = checkout;
  const { name, pence: amount_off } = takenOff(checkout);
  try {
    await stripe().coupons.create(
      {
        id: checkout_id,
        name,
        amount_off,
        currency,
        duration: 'once',
        max_redemptions: 1,
        // Later than the page, so that a last-second payment still gets it.
        redeem_by: session_expires_at + 60 * 60,
        metadata: { [checkoutMetadataKey]: checkout_id },
      },
      { idempotencyKey: `coupon-${checkout_id}` },
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error.code !== 'resource_already_exists') throw error;
  }
}

/**
 * Creates the payment page of a checkout, and before it the coupon of its discount. Every parameter is frozen with the checkout and the
 * idempotency key is its id, so that repeating the call returns the same page.
 * @param origin the shop's origin, for the return URLs.
 * @throws Stripe.errors.StripeError when Stripe refuses or cannot be reached.
 */
export async function createSession(
  checkout: OpenCheckout,
  shopper: string,
  origin: string,
): Promise<Stripe.Checkout.Session> {
  return create(
    checkout,
    {
      client_reference_id: shopper,
      success_url: `${origin}/stripesuccess?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/api/stripe/cancel/?checkout=${checkout.checkout_id}`,
    },
    origin,
  );
}

/**
 * Creates the payment page behind a mailed link: like `createSession`, for a shopper without a login, who returns to
 * the order.
 */
export async function createLink(
  checkout: OpenCheckout,
  origin: string,
): Promise<Stripe.Checkout.Session> {
  return create(checkout, { success_url: orderLink(checkout.checkout_id, origin) }, origin);
}

async function create(
  checkout: OpenCheckout,
  way: Pick<
    Stripe.Checkout.SessionCreateParams,
    'client_reference_id' | 'success_url' | 'cancel_url'
  >,
  origin: string,
): Promise<Stripe.Checkout.Session> {
  const { checkout_id } = checkout;
  const isLess = takenOff(checkout).pence > 0;
  const email = checkout.billing?.email ?? '';
  const metadata = { [checkoutMetadataKey]: checkout_id };
  const { told, asked } = delivery(checkout);
  const duties = dutiesText(checkout.duties);
  if (isLess) await createCoupon(checkout);
  return stripe().checkout.sessions.create(
    {
      mode: 'payment',
      // Charge in the currency that pages and documents show, whatever the dashboard's setting.
      adaptive_pricing: { enabled: false },
      line_items: lineItems(checkout, origin),
      ...(isLess && { discounts: [{ coupon: checkout_id }] }),
      shipping_options: checkout.shipping_options.map(shippingOption),
      ...(isOnInternet(email) && { customer_email: email }),
      ...way,
      metadata,
      payment_intent_data: {
        metadata,
        description: `${company.brand} checkout ${checkout_id}`,
        ...(told && { shipping: told }),
      },
      ...(asked && { shipping_address_collection: asked }),
      ...(duties !== null && { custom_text: { submit: { message: duties } } }),
      ...(checkout.billing === null && express(checkout, origin)),
      expires_at: checkout.session_expires_at,
    },
    { idempotencyKey: `checkout-${checkout_id}` },
  );
}
