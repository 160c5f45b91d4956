import type Stripe from 'stripe';
import { objectId } from './object-id.ts';
import type { SandboxContext } from './sandbox-context.ts';

/** Days until the money is available for payout. */
const DAYS_UNTIL_AVAILABLE = 3;

/** Dispute fee, in minor units. */
const DISPUTE_FEE = 2000;

type Entry = Pick<Stripe.BalanceTransaction, 'type' | 'amount' | 'currency' | 'fee'> & {
  source: string;
  description?: string;
  /** When it can be paid out, in Unix seconds; after a few days if omitted. */
  availableOn?: number;
};

/**
 * Writes an entry of the account's balance (docs.stripe.com/reports/balance-transaction-types).
 * @param entry amount and fee in minor units; the amount is negative when money leaves
 * @returns id of the entry
 */
function enter({ state, clock }: SandboxContext, entry: Entry): string {
  const { amount, currency, fee } = entry;
  const created = clock.now();
  const transaction: Stripe.BalanceTransaction = {
    id: objectId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: entry.availableOn ?? created + DAYS_UNTIL_AVAILABLE * 24 * 60 * 60,
    balance_type: 'payments',
    created,
    currency,
    description: entry.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency,
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: amount - fee,
    reporting_category: entry.type === 'adjustment' ? 'dispute' : entry.type,
    source: entry.source,
    status: 'pending',
    type: entry.type,
  };
  state.balanceTransactions.set(transaction.id, transaction);
  return transaction.id;
}

/** 1.5 % and 20p for cards of the United Kingdom, 2.5 % and 20p for others, in minor units. */
function feeOf({ amount, payment_method_details: method }: Stripe.Charge): number {
  const percent = method?.card?.country === 'GB' ? 1.5 : 2.5;
  return Math.round((amount * percent) / 100) + 20;
}

/** Enters a charge that was paid, less its fee. Methods other than cards have a type of their own. */
export function enterCharge(context: SandboxContext, charge: Stripe.Charge): void {
  const { id, amount, currency } = charge;
  const type = charge.payment_method_details?.card ? 'charge' : 'payment';
  const fee = feeOf(charge);
  charge.balance_transaction = enter(context, { type, amount, currency, fee, source: id });
}

/** Enters a refund. Stripe charges no fee for it and keeps the charge's fee. */
export function enterRefund(context: SandboxContext, refund: Stripe.Refund): void {
  const { id, amount, currency } = refund;
  const entry = { type: 'refund', amount: -amount, currency, fee: 0, source: id } as const;
  refund.balance_transaction = enter(context, entry);
}

/** Enters the returned money of a failed refund. */
export function enterFailedRefund(context: SandboxContext, refund: Stripe.Refund): void {
  const { id, amount, currency } = refund;
  const entry = { type: 'refund_failure', amount, currency, fee: 0, source: id } as const;
  refund.failure_balance_transaction = enter(context, entry);
}

/** Enters the amount that a dispute withdraws, with its fee, or returns when it was won. */
export function enterDispute(
  context: SandboxContext,
  { id, amount, currency }: Stripe.Dispute,
  won: boolean,
): void {
  enter(context, {
    type: 'adjustment',
    amount: won ? amount : -amount,
    currency,
    fee: won ? 0 : DISPUTE_FEE,
    source: id,
    description: won ? 'Chargeback reversal' : 'Chargeback withdrawal',
  });
}

/** Enters a payout, which leaves the balance without a fee. Returns the entry's id. */
export function enterPayout(context: SandboxContext, payout: Stripe.Payout): string {
  const { id, amount, currency, created: availableOn } = payout;
  return enter(context, {
    type: 'payout',
    amount: -amount,
    currency,
    fee: 0,
    source: id,
    availableOn,
  });
}

/** Enters the money of a payout that the bank sent back, which the next one pays out. Returns the entry's id. */
export function enterFailedPayout(context: SandboxContext, payout: Stripe.Payout): string {
  const { id, amount, currency } = payout;
  const availableOn = context.clock.now();
  return enter(context, {
    type: 'payout_failure',
    amount,
    currency,
    fee: 0,
    source: id,
    availableOn,
  });
}
