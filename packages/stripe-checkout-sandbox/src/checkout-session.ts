import type Stripe from 'stripe';
import type { SessionParameters } from './session-parameters.ts';
import type { WireLineItem } from './state.ts';

interface SessionParts {
  id: string;
  url: string;
  created: number;
  expiresAt: number;
  currency: string;
  lineItems: readonly WireLineItem[];
  shippingRates: readonly Stripe.ShippingRate[];
  coupon: string | null;
  /** Taken off the lines by the coupon, in minor units. */
  discount: number;
}

/** The first option is preselected, as on Stripe's own page. */
function initialShippingCost(
  rates: readonly Stripe.ShippingRate[],
): Stripe.Checkout.Session.ShippingCost | null {
  const [first] = rates;
  if (!first) return null;
  const amount = first.fixed_amount?.amount ?? 0;
  return {
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    shipping_rate: first.id,
  };
}

function initialCustomer(
  email: string | undefined,
): Stripe.Checkout.Session.CustomerDetails | null {
  if (email === undefined) return null;
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  };
}

type NotOffered = Pick<
  Stripe.Checkout.Session,
  | 'after_expiration'
  | 'client_secret'
  | 'collected_information'
  | 'consent'
  | 'consent_collection'
  | 'currency_conversion'
  | 'custom_fields'
  | 'customer'
  | 'customer_account'
  | 'invoice'
  | 'invoice_creation'
  | 'managed_payments'
  | 'payment_link'
  | 'payment_method_configuration_details'
  | 'payment_method_options'
  | 'permissions'
  | 'recovered_from'
  | 'saved_payment_method_options'
  | 'setup_intent'
  | 'subscription'
  | 'wallet_options'
>;

function notOffered(): NotOffered {
  return {
    after_expiration: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    customer: null,
    customer_account: null,
    invoice: null,
    invoice_creation: null,
    managed_payments: null,
    payment_link: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    subscription: null,
    wallet_options: null,
  };
}

/** A new open session in the API's format. Amounts in minor units, times in seconds. */
export function checkoutSession(
  parameters: SessionParameters,
  parts: SessionParts,
): Stripe.Checkout.Session {
  const subtotal = parts.lineItems.reduce((sum, line) => sum + line.amount_subtotal, 0);
  const shippingCost = initialShippingCost(parts.shippingRates);
  const shipping = shippingCost?.amount_total ?? 0;
  return {
    ...notOffered(),
    id: parts.id,
    object: 'checkout.session',
    // By default as in the account's dashboard, where the sandbox has it on.
    adaptive_pricing: { enabled: parameters.adaptive_pricing?.enabled ?? true },
    allowed_payment_method_types: parameters.allowed_payment_method_types ?? null,
    allow_promotion_codes: parameters.allow_promotion_codes ?? null,
    amount_subtotal: subtotal,
    amount_total: subtotal - parts.discount + shipping,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: parameters.billing_address_collection ?? null,
    cancel_url: parameters.cancel_url ?? null,
    client_reference_id: parameters.client_reference_id ?? null,
    created: parts.created,
    currency: parts.currency,
    custom_text: {
      after_submit: parameters.custom_text?.after_submit ?? null,
      shipping_address: parameters.custom_text?.shipping_address ?? null,
      submit: parameters.custom_text?.submit ?? null,
      terms_of_service_acceptance: null,
    },
    customer_creation: 'if_required',
    customer_details: initialCustomer(parameters.customer_email),
    customer_email: parameters.customer_email ?? null,
    discounts: parts.coupon === null ? [] : [{ coupon: parts.coupon, promotion_code: null }],
    expires_at: parts.expiresAt,
    integration_identifier: parameters.integration_identifier ?? null,
    livemode: false,
    locale: parameters.locale ?? null,
    metadata: parameters.metadata ?? {},
    mode: 'payment',
    origin_context: parameters.origin_context ?? null,
    payment_intent: null,
    payment_method_collection: 'if_required',
    payment_method_types: parameters.allowed_payment_method_types ?? ['card'],
    payment_status: 'unpaid',
    phone_number_collection: { enabled: parameters.phone_number_collection?.enabled ?? false },
    shipping_address_collection: parameters.shipping_address_collection ?? null,
    shipping_cost: shippingCost,
    shipping_options: parts.shippingRates.map((rate) => ({
      shipping_amount: rate.fixed_amount?.amount ?? 0,
      shipping_rate: rate.id,
    })),
    status: 'open',
    submit_type: parameters.submit_type ?? null,
    success_url: parameters.success_url,
    total_details: { amount_discount: parts.discount, amount_shipping: shipping, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: parts.url,
  };
}
