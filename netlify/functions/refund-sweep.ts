import type { Config } from '@netlify/functions';
import { sweepEvents } from '#server/checkout/sweep-events.ts';
import { sweepOrderRefunds } from '#server/checkout/sweep-order-refunds.ts';
import { sweepWithdrawals } from '#server/orders/sweep-withdrawals.ts';

export const config: Config = { schedule: '*/5 * * * *' };

export default async (): Promise<void> => {
  // Withdrawals and dashboard events go first, because they can make refunds due; their failure does not stop the refunds.
  const [withdrawals] = await Promise.allSettled([sweepWithdrawals()]);
  const [events] = await Promise.allSettled([sweepEvents()]);
  const refunds = await sweepOrderRefunds();
  if (refunds.looked > 0) {
    console.log(`Sweep: refunded ${refunds.looked} orders, ${refunds.stuck} stuck`);
  }
  if (events.status === 'rejected') throw events.reason;
  if (withdrawals.status === 'rejected') throw withdrawals.reason;
  if (withdrawals.value > 0) console.log(`Sweep: carried out ${withdrawals.value} withdrawals`);
  const { looked, stuck } = events.value;
  if (looked > 0) console.log(`Sweep: checked ${looked} refunds and disputes, ${stuck} stuck`);
};
