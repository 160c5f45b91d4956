import { ALLOWED_COUNTRIES } from './allowed-country.ts';
import { MAXIMUM_AMOUNT } from './currency.ts';
import type { Read } from './parameter.ts';
import { list, optional, required, shape, unsupported } from './parameter.ts';
import {
  currency,
  emailAddress,
  flag,
  integer,
  metadata,
  oneOf,
  text,
  webAddress,
} from './parameter-value.ts';

const taxBehaviour = oneOf('exclusive', 'inclusive', 'unspecified');

const productData = shape({
  name: required(text(250)),
  description: optional(text(40_000)),
  images: optional(list(webAddress, 8)),
  metadata: optional(metadata),
  tax_code: optional(text()),
  tax_details: unsupported(),
  unit_label: optional(text(12)),
});

const priceData = shape({
  currency: required(currency),
  product_data: required(productData),
  unit_amount: required(integer(0, MAXIMUM_AMOUNT)),
  tax_behavior: optional(taxBehaviour),
  product: unsupported(),
  recurring: unsupported(),
  unit_amount_decimal: unsupported(),
});

const lineItem = shape({
  price_data: required(priceData),
  quantity: required(integer(1, 999_999)),
  metadata: optional(metadata),
  adjustable_quantity: unsupported(),
  price: unsupported(),
  tax_rates: unsupported(),
});

const deliveryTime = shape({
  unit: required(oneOf('business_day', 'day', 'hour', 'month', 'week')),
  value: required(integer(1)),
});

const shippingRateData = shape({
  display_name: required(text(100)),
  type: optional(oneOf('fixed_amount')),
  fixed_amount: required(
    shape({
      amount: required(integer(0, MAXIMUM_AMOUNT)),
      currency: required(currency),
      currency_options: unsupported(),
    }),
  ),
  delivery_estimate: optional(
    shape({ minimum: optional(deliveryTime), maximum: optional(deliveryTime) }),
  ),
  tax_behavior: optional(taxBehaviour),
  tax_code: optional(text()),
  metadata: optional(metadata),
});

const address = shape({
  line1: optional(text()),
  line2: optional(text()),
  city: optional(text()),
  state: optional(text()),
  postal_code: optional(text()),
  country: optional(text(2)),
});

const paymentIntentData = shape({
  description: optional(text(1000)),
  metadata: optional(metadata),
  receipt_email: optional(emailAddress),
  statement_descriptor: optional(text(22)),
  statement_descriptor_suffix: optional(text(22)),
  capture_method: optional(oneOf('automatic', 'automatic_async')),
  shipping: optional(
    shape({
      name: required(text()),
      address: required(address),
      phone: optional(text()),
      carrier: optional(text()),
      tracking_number: optional(text()),
    }),
  ),
  application_fee_amount: unsupported(),
  on_behalf_of: unsupported(),
  setup_future_usage: unsupported(),
  transfer_data: unsupported(),
  transfer_group: unsupported(),
});

const note = shape({ message: required(text(1200)) });

/** `POST /v1/checkout/sessions`. */
export const sessionParameters = shape({
  mode: optional(oneOf('payment', 'setup', 'subscription')),
  ui_mode: optional(oneOf('hosted_page')),
  line_items: required(list(lineItem, 100)),
  success_url: required(webAddress),
  cancel_url: optional(webAddress),
  currency: optional(currency),
  client_reference_id: optional(text(200)),
  customer_email: optional(emailAddress),
  customer_creation: optional(oneOf('if_required')),
  metadata: optional(metadata),
  expires_at: optional(integer()),
  payment_intent_data: optional(paymentIntentData),
  allowed_payment_method_types: optional(list(oneOf('card', 'bacs_debit'), 20)),
  locale: optional(text(10)),
  submit_type: optional(oneOf('auto', 'pay', 'book', 'donate')),
  billing_address_collection: optional(oneOf('auto', 'required')),
  phone_number_collection: optional(shape({ enabled: required(flag) })),
  shipping_address_collection: optional(
    shape({ allowed_countries: required(list(oneOf(...ALLOWED_COUNTRIES), 300)) }),
  ),
  shipping_options: optional(
    list(
      shape({ shipping_rate_data: required(shippingRateData), shipping_rate: unsupported() }),
      5,
    ),
  ),
  custom_text: optional(
    shape({
      submit: optional(note),
      after_submit: optional(note),
      shipping_address: optional(note),
      terms_of_service_acceptance: unsupported(),
    }),
  ),
  allow_promotion_codes: optional(flag),
  // Stripe takes one discount.
  discounts: optional(list(shape({ coupon: required(text()), promotion_code: unsupported() }), 1)),
  adaptive_pricing: optional(shape({ enabled: optional(flag) })),
  automatic_tax: optional(shape({ enabled: required(oneOf('false')), liability: unsupported() })),
  origin_context: optional(oneOf('web', 'mobile_app')),
  integration_identifier: optional(text()),
  expand: optional(list(text(), 20)),
  after_expiration: unsupported(),
  branding_settings: unsupported(),
  consent_collection: unsupported(),
  custom_fields: unsupported(),
  customer: unsupported(),
  customer_account: unsupported(),
  customer_update: unsupported(),
  excluded_payment_method_types: unsupported(),
  invoice_creation: unsupported(),
  managed_payments: unsupported(),
  name_collection: unsupported(),
  optional_items: unsupported(),
  payment_method_collection: unsupported(),
  payment_method_configuration: unsupported(),
  payment_method_data: unsupported(),
  payment_method_options: unsupported(),
  permissions: unsupported(),
  redirect_on_completion: unsupported(),
  return_url: unsupported(),
  saved_payment_method_options: unsupported(),
  setup_intent_data: unsupported(),
  subscription_data: unsupported(),
  tax_id_collection: unsupported(),
  wallet_options: unsupported(),
});

export type SessionParameters = Read<typeof sessionParameters>;
export type LineItemParameters = SessionParameters['line_items'][number];
export type ShippingRateParameters = Read<typeof shippingRateData>;
export type PaymentIntentParameters = Read<typeof paymentIntentData>;
