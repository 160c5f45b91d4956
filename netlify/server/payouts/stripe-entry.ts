import type { Stripe } from 'stripe';

/** A balance transaction as `record_stripe_entries` takes it. Amounts in hundredths, times in Unix seconds. */
export interface StripeEntry {
  id: string;
  payout: string | null;
  type: string;
  amount_pence: number;
  fee_pence: number;
  currency: string;
  created: number;
  source: string | null;
  payment_intent: string | null;
}

function idOf(held: string | { id: string } | null | undefined): string | null {
  return typeof held === 'object' && held !== null ? held.id : (held ?? null);
}

/**
 * The shop's record of a balance transaction.
 * @param transaction with its source expanded.
 * @param payout the payout that it was part of, if known.
 */
export function stripeEntry(
  transaction: Stripe.BalanceTransaction,
  payout: string | null,
): StripeEntry {
  const { id, type, amount, fee, currency, created, source } = transaction;
  const isAboutPayment =
    typeof source === 'object' && source !== null && 'payment_intent' in source;
  return {
    id,
    payout,
    type,
    amount_pence: amount,
    fee_pence: fee,
    currency,
    created,
    source: idOf(source),
    payment_intent: isAboutPayment ? idOf(source.payment_intent) : null,
  };
}
