import type Stripe from 'stripe';
import { objectId } from './object-id.ts';
import type { CardSummary, FinalAnswer } from './test-card.ts';
import { countryOf } from './test-card.ts';

function methodDetails(card: CardSummary | null): Stripe.Charge.PaymentMethodDetails {
  if (!card) return { type: 'bacs_debit' };
  return {
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: 'pass',
      },
      country: countryOf(card.last4),
      electronic_commerce_indicator: null,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      // Stripe's is of the whole number, by which the same card is recognised.
      fingerprint: `${card.brand}-${card.last4}`,
      funding: 'credit',
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

const CHARGE_STATUS = { paid: 'succeeded', pending: 'pending', declined: 'failed' } as const;

interface ChargeParts {
  intent: Stripe.PaymentIntent;
  answer: FinalAnswer;
  /** Null for payment methods other than cards. */
  card: CardSummary | null;
  billing: { name: string | null; email: string | null; address: Stripe.Address | null };
  created: number;
}

/** One attempt to charge an intent, in minor units of its currency, not yet in the account's balance. */
export function chargeFor({ intent, answer, card, billing, created }: ChargeParts): Stripe.Charge {
  const paid = answer.kind === 'paid';
  const failure = answer.kind === 'declined' ? answer : null;
  return {
    id: objectId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...billing, phone: null, tax_id: null },
    calculated_statement_descriptor: 'TEST PAYMENT',
    captured: paid,
    created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failure ? 'declined_by_network' : 'approved_by_network',
      reason: failure?.declineCode ?? null,
      seller_message: failure ? failure.message : 'Payment complete.',
      type: failure ? 'issuer_declined' : 'authorized',
    },
    paid,
    payment_intent: intent.id,
    payment_method: objectId('pm'),
    payment_method_details: methodDetails(card),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: CHARGE_STATUS[answer.kind],
    transfer_data: null,
    transfer_group: null,
  };
}
