import type { Stripe } from 'stripe';
import { database, dataOf } from '../database.ts';
import { stripe } from '../stripe-client.ts';
import { spansOf } from './stripe-spans.ts';
import { type StripeEntry, stripeEntry } from './stripe-entry.ts';

/** Milliseconds after which no further page is asked for: plus the one in progress, below Netlify's limit of 30 s. */
const budgetMs = 12_000;

/** The result of a run. */
export interface PayoutSweep {
  /** Balance transactions read, some for the second time. */
  entries: number;
  /** Payouts whose list was read to the end. */
  payouts: number;
  /** Payouts that differ from the shop's records. */
  differing: number;
  /** Whether time ran out. */
  cutShort: boolean;
}

const withSource = { expand: ['data.source'] };

function payoutRow(payout: Stripe.Payout) {
  const { id, amount, currency, status, livemode, automatic, created, arrival_date } = payout;
  const isListed = payout.reconciliation_status === 'completed';
  const has = automatic && payout.reconciliation_status !== 'not_applicable';
  return {
    id,
    amount_pence: amount,
    currency,
    status,
    is_live: livemode,
    is_listed: has ? isListed : null,
    created,
    arrives: arrival_date,
  };
}

/** Stores entries; the cursor moves to `until`, in Unix seconds, unless it is null. */
async function record(entries: readonly StripeEntry[], until: number | null): Promise<void> {
  if (entries.length === 0 && until === null) return;
  const asked = {
    p_entries: entries.map((entry) => ({ ...entry })),
    ...(until !== null && { p_until: until }),
  };
  dataOf(await database().rpc('record_stripe_entries', asked));
}

/** Reads the list of a payout; false if time ran out before its end. */
async function readPayout(payout: string, sweep: PayoutSweep, end: number): Promise<boolean> {
  let after: string | undefined;
  for (;;) {
    if (Date.now() >= end) return false;
    const { data, has_more: more } = await stripe().balanceTransactions.list({
      ...withSource,
      payout,
      limit: 100,
      ...(after !== undefined && { starting_after: after }),
    });
    await record(
      data.map((each) => stripeEntry(each, payout)),
      null,
    );
    sweep.entries += data.length;
    after = data.at(-1)?.id;
    if (!more || after === undefined) return true;
  }
}

/**
 * Reads Stripe's balance and payouts since the last run, and compares them with the shop's payments. Each page is stored
 * before the next one is asked for; what is read twice changes nothing.
 * @throws when Stripe or the database cannot be reached.
 */
export async function sweepPayouts(): Promise<PayoutSweep> {
  const end = Date.now() + budgetMs;
  const sweep: PayoutSweep = { entries: 0, payouts: 0, differing: 0, cutShort: true };
  const [cursors] = dataOf(await database().rpc('stripe_balance_cursors'));
  if (!cursors) throw new Error('The database has no cursors');

  const entries = spansOf(
    (asked) => stripe().balanceTransactions.list({ ...withSource, ...asked }),
    cursors.entries_since,
  );
  for await (const { items, until } of entries) {
    // Newest first.
    const newest = items[0]?.created ?? null;
    await record(
      items.map((each) => stripeEntry(each, null)),
      until ?? newest,
    );
    sweep.entries += items.length;
    if (Date.now() >= end) return sweep;
  }
  const payouts = spansOf((asked) => stripe().payouts.list(asked), cursors.payouts_since);
  for await (const { items } of payouts) {
    if (items.length > 0) {
      const asked = { p_payouts: items.map(payoutRow) };
      dataOf(await database().rpc('record_stripe_payouts', asked));
    }
    if (Date.now() >= end) return sweep;
  }
  for (const payout of dataOf(await database().rpc('payouts_to_read'))) {
    if (!(await readPayout(payout, sweep, end))) return sweep;
    dataOf(await database().rpc('reconcile_payouts', { p_read: payout }));
    sweep.payouts += 1;
  }
  sweep.differing = dataOf(await database().rpc('reconcile_payouts'));
  return { ...sweep, cutShort: false };
}
