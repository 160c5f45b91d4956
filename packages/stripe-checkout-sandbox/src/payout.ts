import type Stripe from 'stripe';
import { enterFailedPayout, enterPayout } from './balance-transaction.ts';
import { objectId } from './object-id.ts';
import type { SandboxContext } from './sandbox-context.ts';

const DAY = 24 * 60 * 60;

/** Days until the money is at the shop's bank. */
const DAYS_UNTIL_ARRIVAL = 2;

/** Delay after which the list of a payout's balance transactions is complete, in seconds. */
const LISTED_AFTER = 60 * 60;

function dayOf(moment: number): number {
  return Math.floor(moment / DAY);
}

/** A new payout, whose money leaves the balance. */
function makePayout(
  context: SandboxContext,
  { automatic, ...given }: Pick<Stripe.Payout, 'amount' | 'currency' | 'automatic'>,
): Stripe.Payout {
  const now = context.clock.now();
  const payout: Stripe.Payout = {
    ...given,
    id: objectId('po'),
    object: 'payout',
    application_fee: null,
    application_fee_amount: null,
    arrival_date: (dayOf(now) + DAYS_UNTIL_ARRIVAL) * DAY,
    automatic,
    balance_transaction: null,
    created: now,
    description: automatic ? 'STRIPE PAYOUT' : null,
    destination: 'ba_sandbox',
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: automatic ? 'in_progress' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
  };
  payout.balance_transaction = enterPayout(context, payout);
  context.state.payouts.set(payout.id, payout);
  return payout;
}

/** Balance transactions in a currency that no automatic payout has paid out. */
function unpaidEntries({ state }: SandboxContext, currency: string): Stripe.BalanceTransaction[] {
  return [...state.balanceTransactions.values()].filter(
    (entry) => entry.currency === currency && !state.paidOut.has(entry.id),
  );
}

const sumOf = (entries: readonly Stripe.BalanceTransaction[]) =>
  entries.reduce((sum, { net }) => sum + net, 0);

/** Pays out what is available in a currency, once a day (docs.stripe.com/payouts). Returns whether it did. */
function payOut(context: SandboxContext, currency: string): boolean {
  const { state, clock } = context;
  const now = clock.now();
  const ofCurrency = [...state.payouts.values()].filter(
    (payout) => payout.automatic && payout.currency === currency,
  );
  if (ofCurrency.some(({ created }) => dayOf(created) === dayOf(now))) return false;
  const due = unpaidEntries(context, currency).filter((entry) => entry.available_on <= now);
  const amount = sumOf(due);
  // A balance below zero waits for the next sales.
  if (amount <= 0) return false;
  const { id, balance_transaction: own } = makePayout(context, {
    amount,
    currency,
    automatic: true,
  });
  for (const entry of due) state.paidOut.set(entry.id, id);
  state.paidOut.set(String(own), id);
  return true;
}

/**
 * Pays out by hand, as at the dashboard: Stripe lists no balance transactions for it, and the next automatic payout
 * lists its own. Draws on money that is not available yet, as instant payouts do.
 * @returns null if the balance does not cover it.
 */
export function payOutByHand(
  context: SandboxContext,
  { amount, currency }: { amount: number; currency: string },
): Stripe.Payout | null {
  if (amount > sumOf(unpaidEntries(context, currency))) return null;
  return makePayout(context, { amount, currency, automatic: false });
}

/** Makes due payouts, and moves the others on; returns whether anything changed. */
export function letPayoutsPass(context: SandboxContext): boolean {
  const { state, clock } = context;
  let changed = false;
  for (const payout of state.payouts.values()) {
    if (
      payout.reconciliation_status === 'in_progress' &&
      payout.created + LISTED_AFTER <= clock.now()
    ) {
      payout.reconciliation_status = 'completed';
      changed = true;
    }
    if (payout.status === 'pending' && payout.arrival_date <= clock.now()) {
      payout.status = 'paid';
      changed = true;
    }
  }
  const currencies = new Set([...state.balanceTransactions.values()].map((one) => one.currency));
  for (const currency of currencies) changed = payOut(context, currency) || changed;
  return changed;
}

/**
 * Lets the bank send a payout back: its money is in the balance again.
 * @returns false when it has failed already
 */
export function failPayout(context: SandboxContext, payout: Stripe.Payout): boolean {
  if (payout.status === 'failed') return false;
  payout.status = 'failed';
  payout.failure_code = 'account_closed';
  payout.failure_message = 'The bank account has been closed.';
  payout.failure_balance_transaction = enterFailedPayout(context, payout);
  return true;
}
