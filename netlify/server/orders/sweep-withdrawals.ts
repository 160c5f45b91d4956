import { database, dataOf } from '../database.ts';

/** Orders cancelled in one run. */
const batchSize = 50;

/**
 * Cancels what was withdrawn from by number and address, where nobody has undone it in time. Its money and e-mails
 * are owed then, and left to their own sweeps.
 * @returns how many orders were due.
 * @throws when the database cannot be reached.
 */
export async function sweepWithdrawals(): Promise<number> {
  const due = dataOf(await database().rpc('withdrawals_due', { p_limit: batchSize }));
  for (const order of due) {
    const carriedOut = await database().rpc('carry_out_withdrawal', { p_order: order });
    if (carriedOut.error) console.error(`WITHDRAWAL FAILED: of order ${order}`, carriedOut.error);
  }
  return due.length;
}
