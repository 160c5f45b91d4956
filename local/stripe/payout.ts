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

/** Pays out what is available in a currency, once a day (docs.stripe.com/payouts). Returns whether it did. */
function payOut(context: SandboxContext, currency: string): boolean {
  const { state, clock } = context;
  const now = clock.now();
  const ofCurrency = [...state.payouts.values()].filter((payout) => payout.currency === currency);
  if (ofCurrency.some(({ created }) => dayOf(created) === dayOf(now))) return false;
  const due = [...state.balanceTransactions.values()].filter(
    (entry) =>
      entry.currency === currency &&
      entry.type !== 'payout' &&
      entry.available_on <= now &&
      !state.paidOut.has(entry.id),
  );
  const amount = due.reduce((sum, { net }) => sum + net, 0);
  // A balance below zero waits for the next sales.
  if (amount <= 0) return false;
  const payout: Stripe.Payout = {
    id: objectId('po'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: (dayOf(now) + DAYS_UNTIL_ARRIVAL) * DAY,
    automatic: true,
    balance_transaction: null,
    created: now,
    currency,
    description: 'STRIPE PAYOUT',
    destination: 'ba_sandbox',
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'in_progress',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
  };
  for (const { id } of due) state.paidOut.set(id, payout.id);
  payout.balance_transaction = enterPayout(context, payout);
  state.paidOut.set(payout.balance_transaction, payout.id);
  state.payouts.set(payout.id, payout);
  return true;
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
