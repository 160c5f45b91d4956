import { setTimeout as pause } from 'node:timers/promises';
import type { ShopRow } from '../database-shapes.ts';
import { database, dataOf } from '../database.ts';
import { completeSession } from './complete-session.ts';
import { releaseCheckout, releaseWithoutPage } from './checkout-rows.ts';
import { log } from '../log.ts';

/** A checkout younger than this is left to the shopper and the webhook. */
const graceSeconds = 5 * 60;

/** Checkouts taken per batch. When time runs out, those taken but not started go to the end of the queue. */
const batchSize = 20;

export interface SweepLimits {
  /** Maximum number of checkouts in progress. */
  concurrency: number;
  /** Milliseconds to wait for one checkout; its work is not cancelled, only no longer awaited. */
  patienceMs: number;
  /** Milliseconds after which no checkout is started. Plus `patienceMs` it is less than Netlify's limit of 30 s. */
  budgetMs: number;
}

const defaultLimits: SweepLimits = { concurrency: 10, patienceMs: 5000, budgetMs: 20_000 };

/** The result of a sweep. */
export interface Sweep {
  /** Number of checkouts looked at. */
  looked: number;
  /** Number of those that failed or timed out, other than refunds. */
  stuck: number;
  /** Number of refunds that could not be made. */
  stuckRefunds: number;
  /** Whether time ran out: the next sweep starts with the rest. */
  cutShort: boolean;
}

type Unfinished = ShopRow<'take_unfinished_checkouts'>;

/** The unfinished checkouts of this run, in batches, longest waiting first. */
async function* unfinishedCheckouts(run: Date): AsyncGenerator<Unfinished> {
  for (;;) {
    const taken = await database().rpc('take_unfinished_checkouts', {
      p_run: run.toISOString(),
      p_grace_seconds: graceSeconds,
      p_limit: batchSize,
    });
    const checkouts = dataOf(taken);
    yield* checkouts;
    if (checkouts.length < batchSize) return;
  }
}

/** @throws Error when it cannot be finished. */
async function finish({ id, stripe_session_id }: Unfinished): Promise<void> {
  // No shopper ever received a payment page for it.
  if (!stripe_session_id) return releaseWithoutPage(id);
  // This also retries a refund that is due.
  const completion = await completeSession(stripe_session_id);
  if (completion.outcome === 'refund_due' && !completion.onItsWay) {
    throw new Error('the refund could not be made');
  }
  // Stripe does not know the session, so nobody can pay for it.
  if (completion.outcome === 'foreign') await releaseCheckout(id);
}

/** Whether the checkout was finished in time; failures are logged. */
async function finishInTime(checkout: Unfinished, patienceMs: number): Promise<boolean> {
  const late = new AbortController();
  const done = await Promise.race([
    finish(checkout).then(
      () => true,
      (error: unknown) => error,
    ),
    pause(patienceMs, new Error(`not done within ${patienceMs} ms`), { signal: late.signal }),
  ]);
  late.abort();
  if (done === true) return true;
  log.error('A checkout is unfinished', {
    checkout: checkout.id,
    status: checkout.status,
    error: done,
  });
  return false;
}

/**
 * Finishes abandoned checkouts: completes those that Stripe says are paid, releases expired ones and
 * retries failed refunds. One that fails or hangs is logged and goes to the end of the queue, so that
 * it holds up no others in this sweep or the next.
 * @throws Error when the database cannot list the unfinished checkouts.
 */
export async function sweepCheckouts(limits: Partial<SweepLimits> = {}): Promise<Sweep> {
  const { concurrency, patienceMs, budgetMs } = { ...defaultLimits, ...limits };
  const run = new Date();
  const queue = unfinishedCheckouts(run);
  const sweep: Sweep = { looked: 0, stuck: 0, stuckRefunds: 0, cutShort: false };

  async function work(): Promise<void> {
    for (;;) {
      if (Date.now() - run.getTime() >= budgetMs) {
        sweep.cutShort = true;
        return;
      }
      const next = await queue.next();
      if (next.done) return;
      sweep.looked += 1;
      if (await finishInTime(next.value, patienceMs)) continue;
      if (next.value.status === 'refund_due') sweep.stuckRefunds += 1;
      else sweep.stuck += 1;
    }
  }

  await Promise.all(Array.from({ length: concurrency }, work));
  return sweep;
}
