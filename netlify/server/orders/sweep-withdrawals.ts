import { database, dataOf } from '../database.ts';
import { log } from '../log.ts';

/** Orders cancelled in one run. */
const batchSize = 50;

/**
 * Cancels orders withdrawn from by number and address, unless the withdrawal was undone in time. Their money and
 * e-mails are then owed, and left to their own sweeps.
 * @returns the number of orders that were due.
 * @throws when the database cannot be reached.
 */
export async function sweepWithdrawals(): Promise<number> {
  const due = dataOf(await database().rpc('withdrawals_due', { p_limit: batchSize }));
  for (const order of due) {
    const carriedOut = await database().rpc('carry_out_withdrawal', { p_order: order });
    if (carriedOut.error) log.error('WITHDRAWAL FAILED', { order, error: carriedOut.error });
  }
  return due.length;
}
