import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { database, dataOf } from '../database.ts';
import { completeSession } from './complete-session.ts';
import { releaseCheckout, releaseWithoutPage } from './checkout-rows.ts';

/** A checkout younger than this is left to the shopper and the webhook. */
const graceSeconds = 5 * 60;

/** How many are taken at a time. When time runs out, those taken and not begun go to the end too. */
const page = 20;

export interface SweepLimits {
  /** How many are worked on at the same time. */
  concurrency: number;
  /** How long one may keep its place from others; it is not broken off, only no longer waited for. */
  patienceMs: number;
  /** No other is begun after this. With `patienceMs` it stays below the 30 s that Netlify gives. */
  budgetMs: number;
}

const usual: SweepLimits = { concurrency: 10, patienceMs: 5000, budgetMs: 20_000 };

/** What became of a sweep. */
export interface Sweep {
  /** How many checkouts were looked at. */
  looked: number;
  /** How many of them failed, or were not done in time. */
  stuck: number;
  /** Whether time ran out before all were looked at: the next sweep begins with the others. */
  cutShort: boolean;
}

const Unfinished = z.object({
  id: z.uuid(),
  status: z.string(),
  stripe_session_id: z.string().nullable(),
});
type Unfinished = z.infer<typeof Unfinished>;

/** All that this run has to look at, page by page, those first that have waited longest. */
async function* unfinishedCheckouts(run: Date): AsyncGenerator<Unfinished> {
  for (;;) {
    const taken = await database().rpc('take_unfinished_checkouts', {
      p_run: run.toISOString(),
      p_grace_seconds: graceSeconds,
      p_limit: page,
    });
    const checkouts = z.array(Unfinished).parse(dataOf(taken));
    yield* checkouts;
    if (checkouts.length < page) return;
  }
}

/** @throws Error when it cannot be finished. */
async function finish({ id, stripe_session_id }: Unfinished): Promise<void> {
  // Its payment page was never given to anyone.
  if (!stripe_session_id) return releaseWithoutPage(id);
  // For a refund that is due this makes it: Stripe tells which payment it is of.
  const { outcome } = await completeSession(stripe_session_id);
  if (outcome === 'refund_due') throw new Error('the refund could not be made');
  // Stripe does not know the session, so nobody can pay for it.
  if (outcome === 'foreign') await releaseCheckout(id);
}

/** Whether it was finished in time; a failure is logged. */
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
  console.error(`Sweep: checkout ${checkout.id} stays ${checkout.status}`, done);
  return false;
}

/**
 * Finishes what nobody finished: completes what Stripe says is paid, frees what expired, repeats
 * refunds that failed. One that fails or hangs is logged and goes to the end of the queue, so it
 * holds up no others, neither in this sweep nor in the next.
 * @throws Error when the database cannot be asked what there is to do.
 */
export async function sweepCheckouts(limits: Partial<SweepLimits> = {}): Promise<Sweep> {
  const { concurrency, patienceMs, budgetMs } = { ...usual, ...limits };
  const run = new Date();
  const queue = unfinishedCheckouts(run);
  const sweep: Sweep = { looked: 0, stuck: 0, cutShort: false };

  async function work(): Promise<void> {
    for (;;) {
      if (Date.now() - run.getTime() >= budgetMs) {
        sweep.cutShort = true;
        return;
      }
      const next = await queue.next();
      if (next.done) return;
      sweep.looked += 1;
      if (!(await finishInTime(next.value, patienceMs))) sweep.stuck += 1;
    }
  }

  await Promise.all(Array.from({ length: concurrency }, work));
  return sweep;
}
