import { z } from 'zod';
import { database, dataOf } from '../database.ts';
import { Attempt, attemptRefund } from './refund-attempt.ts';
import { syncRefunds } from './refund-ledger.ts';

/** How far a refund is: only `refunded` is final. */
export type RefundProgress = 'refunded' | 'on_its_way' | 'failed';

const Begun = z.object({
  outcome: z.string(),
  waits: z.string().nullish(),
});

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
  const recorded = await attemptRefund(checkout, paymentIntent, attempt);
  if (recorded?.outcome === 'refunded') return 'refunded';
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
