import { Stripe } from 'stripe';
import { z } from 'zod';
import { database, dataOf } from '../database.ts';
import { stripe } from '../stripe-client.ts';
import { recordRefunds, refundFacts, refundMetadataKey, syncRefunds } from './refund-ledger.ts';
import { checkoutMetadataKey } from './stripe-session.ts';

/** How far a refund is: only `refunded` is final. */
export type RefundProgress = 'refunded' | 'on_its_way' | 'failed';

const Begun = z.object({
  outcome: z.string(),
  waits: z.string().nullish(),
});
const Attempt = z.object({ refund_id: z.uuid(), amount_pence: z.int() });
type Attempt = z.infer<typeof Attempt>;

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

/** Asks Stripe for a refund. One that Stripe refuses is recorded, so that the next has a new key. */
async function attemptRefund(
  checkout: string,
  payment_intent: string,
  { refund_id, amount_pence }: Attempt,
): Promise<Stripe.Refund> {
  try {
    return await stripe().refunds.create(
      {
        payment_intent,
        amount: amount_pence,
        metadata: { [checkoutMetadataKey]: checkout, [refundMetadataKey]: refund_id },
      },
      { idempotencyKey: refund_id },
    );
  } catch (error) {
    if (isAnswer(error)) {
      const asked = { p_refund: refund_id, p_reason: error.message };
      dataOf(await database().rpc('fail_refund', asked));
    }
    throw error;
  }
}

/** @throws Error when Stripe refused, was not reached, or an earlier failure has to be waited out. */
async function refundWhatIsDue(checkout: string, paymentIntent: string): Promise<RefundProgress> {
  // Whatever an earlier attempt or a person at the dashboard has refunded is not refunded again.
  await syncRefunds(paymentIntent);
  const begun = dataOf(await database().rpc('begin_refund', { p_checkout: checkout }));
  const attempt = Attempt.safeParse(begun).data;
  if (!attempt) {
    const { outcome, waits } = Begun.parse(begun);
    if (outcome === 'refunded') return 'refunded';
    if (waits?.startsWith('until '))
      throw new Error(`it failed several times: next attempt ${waits}`);
    if (waits === 'requires_action') {
      console.error(`REFUND NEEDS ACTION: of checkout ${checkout}, see the dashboard`);
    }
    return 'on_its_way';
  }
  let refund: Stripe.Refund;
  try {
    refund = await attemptRefund(checkout, paymentIntent, attempt);
  } catch (error) {
    // Somebody was quicker at the dashboard.
    if (!isRefundedAlready(error)) throw error;
    const recorded = await syncRefunds(paymentIntent);
    return recorded?.outcome === 'refunded' ? 'refunded' : 'on_its_way';
  }
  const recorded = await recordRefunds(paymentIntent, [refundFacts(refund)]);
  if (recorded?.outcome === 'refunded') return 'refunded';
  if (refund.status === 'failed' || refund.status === 'canceled') {
    throw new Error(`refund ${refund.id} is ${refund.status}`);
  }
  return 'on_its_way';
}

/**
 * Refunds what is due on a checkout, exactly once however many processes try. Failures are logged; the
 * sweep tries again. Two refunds of one debt cannot happen: the ledger has one attempt at a time, whose
 * id is its idempotency key, and before a new one Stripe is asked what it has refunded already.
 */
export async function refundCheckout(
  checkout: string,
  paymentIntent: string | null,
): Promise<RefundProgress> {
  try {
    if (!paymentIntent) throw new Error('the session has no payment intent');
    return await refundWhatIsDue(checkout, paymentIntent);
  } catch (error) {
    console.error(
      `REFUND FAILED: checkout ${checkout} is paid, has no order and is not refunded`,
      error,
    );
    return 'failed';
  }
}
