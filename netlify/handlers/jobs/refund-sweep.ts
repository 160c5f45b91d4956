import { sweepEvents } from '#server/checkout/sweep-events.ts';
import { sweepOrderRefunds } from '#server/checkout/sweep-order-refunds.ts';
import type { JobResult } from '#server/jobs/job.ts';
import { sweepWithdrawals } from '#server/orders/sweep-withdrawals.ts';

export default async function refundSweep(): Promise<JobResult> {
  // Withdrawals and dashboard events go first, because they can make refunds due; their failure does not stop the refunds.
  const [withdrawals] = await Promise.allSettled([sweepWithdrawals()]);
  const [events] = await Promise.allSettled([sweepEvents()]);
  const refunds = await sweepOrderRefunds();
  if (events.status === 'rejected') throw events.reason;
  if (withdrawals.status === 'rejected') throw withdrawals.reason;
  return {
    counts: {
      withdrawals: withdrawals.value,
      events: events.value.looked,
      stuck_events: events.value.stuck,
      refunded_orders: refunds.looked,
      stuck_refunds: refunds.stuck,
    },
  };
}
