import { Stripe } from 'stripe';
import { z } from 'zod';
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

/** An attempt at a refund, as the ledger began it. */
export const Attempt = z.object({ refund_id: z.uuid(), amount_pence: z.int() });
export type Attempt = z.infer<typeof Attempt>;

/** Stripe refuses with these before a call runs, and stores nothing under its key. */
const notRun = new Set([409, 429]);

/**
 * Whether Stripe has answered, so that the key would replay this answer for a day
 * (docs.stripe.com/api/idempotent_requests). A lost connection or a timeout is no answer.
 */
function isAnswer(error: unknown): error is Stripe.errors.StripeError {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return error.statusCode !== undefined && !notRun.has(error.statusCode);
}

function isRefundedAlready(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded';
}

/**
 * What Stripe has made of an attempt. A fault of its own may have come after the refund was made.
 * @throws when Stripe cannot be asked: the attempt stays as it is.
 */
async function madeAfterAll(paymentIntent: string, attempt: string) {
  const refunds = await refundsAtStripe(paymentIntent);
  return refunds.find((refund) => refund.attempt === attempt);
}

/**
 * Asks Stripe for a refund. One that Stripe refuses is recorded, so that the next has a new key; after a
 * fault of Stripe's own, only if Stripe does not list it.
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
 * Makes an attempt that the ledger has begun, and records what Stripe says to it.
 * @returns what was recorded; null when the shop has no payment with this intent.
 * @throws Error when Stripe refused or was not reached, or the refund failed at once.
 */
export async function attemptRefund(checkout: string, paymentIntent: string, attempt: Attempt) {
  let refund: RefundFacts;
  try {
    refund = await askStripe(checkout, paymentIntent, attempt);
  } catch (error) {
    // Somebody was quicker at the dashboard.
    if (isRefundedAlready(error)) return syncRefunds(paymentIntent);
    throw error;
  }
  const recorded = await recordRefunds(paymentIntent, [refund]);
  if (refund.status === 'failed' || refund.status === 'canceled') {
    throw new Error(`refund ${refund.id} is ${refund.status}`);
  }
  return recorded;
}
