import { database, dataOf } from '../database.ts';
import { completeSession } from './complete-session.ts';
import { releaseWithoutPage } from './open-checkout.ts';

/** A checkout younger than this is left to the shopper and the webhook. */
const graceMilliseconds = 5 * 60 * 1000;
const batch = 100;

async function unfinishedCheckouts(before: Date) {
  const found = await database()
    .from('checkouts')
    .select('id, status, stripe_session_id')
    .in('status', ['open', 'awaiting_payment', 'refund_due'])
    .lt('created_at', before.toISOString())
    .order('created_at')
    .limit(batch);
  return dataOf(found);
}

type Unfinished = Awaited<ReturnType<typeof unfinishedCheckouts>>[number];

async function finish({ id, stripe_session_id }: Unfinished): Promise<void> {
  // For a refund that is due this makes it: Stripe tells which payment it is of.
  if (stripe_session_id) await completeSession(stripe_session_id);
  // Its payment page was never given to anyone.
  else await releaseWithoutPage(id);
}

/**
 * Finishes what nobody finished: completes what Stripe says is paid, frees what expired, repeats
 * refunds that failed. One that fails is logged and does not stop the others.
 * @returns how many checkouts were looked at.
 */
export async function sweepCheckouts(now = new Date()): Promise<number> {
  const unfinished = await unfinishedCheckouts(new Date(now.getTime() - graceMilliseconds));
  for (const checkout of unfinished) {
    await finish(checkout).catch((error: unknown) => {
      console.error(`Sweep: checkout ${checkout.id} stays ${checkout.status}`, error);
    });
  }
  return unfinished.length;
}
