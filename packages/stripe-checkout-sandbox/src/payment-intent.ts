import type Stripe from 'stripe';
import { objectId } from './object-id.ts';
import type { PaymentIntentParameters } from './session-parameters.ts';
import type { StoredSession } from './state.ts';
import type { FinalAnswer } from './test-card.ts';

function shippingOf(parameters: PaymentIntentParameters | null): Stripe.PaymentIntent['shipping'] {
  const shipping = parameters?.shipping;
  if (!shipping) return null;
  const { address } = shipping;
  return {
    name: shipping.name,
    phone: shipping.phone ?? null,
    carrier: shipping.carrier ?? null,
    tracking_number: shipping.tracking_number ?? null,
    address: {
      line1: address.line1 ?? null,
      line2: address.line2 ?? null,
      city: address.city ?? null,
      state: address.state ?? null,
      postal_code: address.postal_code ?? null,
      country: address.country ?? null,
    },
  };
}

/** The payment intent of a session, created at the shopper's first attempt to pay. */
export function paymentIntentFor(stored: StoredSession, created: number): Stripe.PaymentIntent {
  const { session, paymentIntentData } = stored;
  return {
    id: objectId('pi'),
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: paymentIntentData?.capture_method ?? 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    created,
    currency: session.currency ?? 'gbp',
    customer: null,
    customer_account: null,
    description: paymentIntentData?.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: paymentIntentData?.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: paymentIntentData?.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: shippingOf(paymentIntentData),
    source: null,
    statement_descriptor: paymentIntentData?.statement_descriptor ?? null,
    statement_descriptor_suffix: paymentIntentData?.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

/** Updates a payment intent with the bank's answer. */
export function applyAnswer(
  intent: Stripe.PaymentIntent,
  answer: FinalAnswer,
  charge: Stripe.Charge,
): void {
  intent.latest_charge = charge.id;
  intent.next_action = null;
  intent.payment_method = charge.payment_method;
  intent.last_payment_error = null;
  if (answer.kind === 'paid') {
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
  } else if (answer.kind === 'pending') {
    intent.status = 'processing';
  } else {
    intent.status = 'requires_payment_method';
    intent.payment_method = null;
    intent.last_payment_error = {
      type: 'card_error',
      charge: charge.id,
      code: answer.code,
      ...(answer.declineCode === null ? {} : { decline_code: answer.declineCode }),
      message: answer.message,
    };
  }
}
