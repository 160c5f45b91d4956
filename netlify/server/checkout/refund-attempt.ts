import { Stripe } from 'stripe';
import { database, dataOf } from '../database.ts';
import { stripe } from '../stripe-client.ts';
import {
  recordRefunds,
  type RefundFacts,
  refundFacts,
  refundMetadataKey,
  refundsAtStripe,
  syncRefunds,
} from './refund-ledger.ts';
import { checkoutMetadataKey } from './stripe-session.ts';

/** An attempt at a refund, as begun in the ledger. */
export interface Attempt {
  /** Id of the refund, and its idempotency key at Stripe. */
  refund_id: string;
  amount_pence: number;
}

/** Statuses of calls that Stripe refuses before running them, storing nothing under their keys. */
const notRun = new Set([409, 429]);

/**
 * Whether Stripe has answered, so that the key would replay this answer for a day
 * (docs.stripe.com/api/idempotent_requests). A lost connection or a timeout does not count.
 */
function isAnswer(error: unknown): error is Stripe.errors.StripeError {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return error.statusCode !== undefined && !notRun.has(error.statusCode);
}

function isRefundedAlready(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded';
}

/**
 * The refund at Stripe of an attempt that failed: Stripe's own error may have come after making it.
 * @throws when Stripe is unreachable: the attempt stays as it is.
 */
async function madeAfterAll(paymentIntent: string, attempt: string) {
  const refunds = await refundsAtStripe(paymentIntent);
  return refunds.find((refund) => refund.attempt === attempt);
}

/**
 * Asks Stripe for a refund. A refusal is recorded, so that the next attempt has a new key; after a
 * server error of Stripe's, only if Stripe does not list the refund.
 */
async function askStripe(
  checkout: string,
  payment_intent: string,
  { refund_id, amount_pence }: Attempt,
): Promise<RefundFacts> {
  try {
    const refund = await stripe().refunds.create(
      {
        payment_intent,
        amount: amount_pence,
        metadata: { [checkoutMetadataKey]: checkout, [refundMetadataKey]: refund_id },
      },
      { idempotencyKey: refund_id },
    );
    return refundFacts(refund);
  } catch (error) {
    if (isAnswer(error)) {
      const isFault = error.statusCode !== undefined && error.statusCode >= 500;
      const made = isFault ? await madeAfterAll(payment_intent, refund_id) : undefined;
      if (made) return made;
      const asked = { p_refund: refund_id, p_reason: error.message };
      dataOf(await database().rpc('fail_refund', asked));
    }
    throw error;
  }
}

/**
 * Makes an attempt that the ledger has begun, and records Stripe's answer.
 * @returns the recorded changes; null when the shop has no payment with this intent.
 * @throws Error when Stripe refused or was not reached, or the refund failed at once.
 */
export async function attemptRefund(checkout: string, paymentIntent: string, attempt: Attempt) {
  let refund: RefundFacts;
  try {
    refund = await askStripe(checkout, paymentIntent, attempt);
  } catch (error) {
    // Somebody refunded it at Stripe's dashboard first.
    if (isRefundedAlready(error)) return syncRefunds(paymentIntent);
    throw error;
  }
  const recorded = await recordRefunds(paymentIntent, [refund]);
  if (refund.status === 'failed' || refund.status === 'canceled') {
    throw new Error(`refund ${refund.id} is ${refund.status}`);
  }
  return recorded;
}
