import { database, dataOf } from '../database.ts';
import { attemptRefund } from './refund-attempt.ts';
import { syncRefunds } from './refund-ledger.ts';
import { log } from '../log.ts';

/** Progress of a refund: only `refunded` is final. */
export type RefundProgress = 'refunded' | 'on_its_way' | 'failed';

/** @throws Error when Stripe refused or was unreachable, or an earlier failure has to be waited out. */
async function refundWhatIsDue(checkout: string, paymentIntent: string): Promise<RefundProgress> {
  // Refunds by an earlier attempt or at the dashboard are not repeated.
  await syncRefunds(paymentIntent);
  const begun = await database().rpc('begin_refund', { p_checkout: checkout }).single();
  const { outcome, waits, refund_id, amount_pence } = dataOf(begun);
  if (!refund_id || !amount_pence) {
    if (outcome === 'refunded') return 'refunded';
    if (waits?.startsWith('until '))
      throw new Error(`it failed several times: next attempt ${waits}`);
    if (waits === 'requires_action') {
      log.error('REFUND NEEDS ACTION: see the dashboard', { checkout });
    }
    return 'on_its_way';
  }
  const recorded = await attemptRefund(checkout, paymentIntent, { refund_id, amount_pence });
  if (recorded?.outcome === 'refunded') return 'refunded';
  return 'on_its_way';
}

/**
 * Makes the refund due on a checkout, exactly once however many processes try. Failures are logged; the
 * sweep tries again. A debt cannot be refunded twice: the ledger has one attempt at a time, whose
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
    log.error('REFUND FAILED: the checkout is paid, has no order and is not refunded', {
      checkout,
      error,
    });
    return 'failed';
  }
}
