import { z } from 'zod';
import { afterAnswer } from '../after-answer.ts';
import { database, dataOf } from '../database.ts';
import { within } from '../within.ts';
import { attemptRefund } from './refund-attempt.ts';
import { syncRefunds } from './refund-ledger.ts';
import { log } from '../log.ts';

/** Milliseconds that the request waits for Stripe; the refund goes on after that. */
export const refundPatienceMs = 4000;

/** An order that may owe a refund. */
export const OwingOrder = z.object({
  order: z.int(),
  checkout: z.uuid(),
  /** Null where nothing was charged. */
  payment_intent: z.string().nullable(),
});
export type OwingOrder = z.output<typeof OwingOrder>;

/**
 * Refunds what an order owes, each refund exactly once however many processes try: the ledger has one
 * attempt at a time, whose id is its idempotency key, and before a new one Stripe is asked what it has
 * refunded already.
 * @throws Error when Stripe refused or was unreachable; the sweep goes on from there.
 */
export async function refundOrder({
  order,
  checkout,
  payment_intent: intent,
}: OwingOrder): Promise<void> {
  if (!intent) return;
  for (;;) {
    // Refunds made at the dashboard are not repeated.
    await syncRefunds(intent);
    const [begun] = dataOf(await database().rpc('begin_order_refund', { p_order: order }));
    if (!begun) return;
    await attemptRefund(checkout, intent, begun);
    if (!begun.more) return;
  }
}

/**
 * Refunds what an order owes while the request waits, for a few seconds at most; anything
 * slower finishes after the answer, and the sweep retries failures.
 */
export async function refundWhileWaiting(owing: OwingOrder): Promise<void> {
  const refunding = refundOrder(owing).catch((error: unknown) => {
    log.error('REFUND FAILED: it is tried again', { order: owing.order, error });
  });
  await within(refundPatienceMs, refunding);
  afterAnswer(`Refunding order ${owing.order} failed`, () => refunding);
}
