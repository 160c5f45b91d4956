import { database, dataOf } from '../database.ts';
import { refundOrder } from './refund-order.ts';
import { log } from '../log.ts';

/** Orders refunded in one run, one after the other; a refund takes four calls. */
const batchSize = 10;

/** Milliseconds after which no further order is begun: plus the one in progress, below Netlify's limit of 30 s. */
const budgetMs = 10_000;

/** The result of a run. */
export interface RefundSweep {
  /** Orders whose refunds were tried. */
  looked: number;
  /** Number of those whose refunds failed. */
  stuck: number;
}

/**
 * Makes the refunds that orders owe and that Stripe has not settled. A failed one is logged
 * and goes to the end of the queue.
 * @throws when the database cannot be reached.
 */
export async function sweepOrderRefunds(): Promise<RefundSweep> {
  const run = new Date();
  const taken = { p_run: run.toISOString(), p_limit: batchSize };
  const due = dataOf(await database().rpc('take_due_order_refunds', taken));
  const sweep: RefundSweep = { looked: 0, stuck: 0 };
  for (const owing of due) {
    if (Date.now() - run.getTime() > budgetMs) break;
    sweep.looked += 1;
    try {
      await refundOrder(owing);
    } catch (error) {
      sweep.stuck += 1;
      log.error('REFUND FAILED: it is tried again', { order: owing.order, error });
    }
  }
  return sweep;
}
