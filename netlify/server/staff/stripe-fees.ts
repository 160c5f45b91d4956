import { Stripe } from 'stripe';
import { countText } from '#domain/basics/count-text.ts';
import { stripe } from '../stripe-client.ts';
import { within } from '../within.ts';
import type { Accounted } from './accounts-sheet.ts';
import { log } from '../log.ts';
import { staffMessages } from '../messages/staff-calls.ts';

const dayMs = 86_400_000;
/** Maximum difference between Stripe's time of a payment and ours, in days: an event can come late. */
const slackDays = 3;
/** Pages of 100 entries each, all kinds together. */
const mostPages = 60;
/** Milliseconds; below the ten seconds after which Netlify ends a function. */
const mostMs = 6000;
/** Milliseconds for one call, so that it can be repeated within that time. */
const callMs = 3000;

/** Types of a payment itself: cards, and all other methods. */
const paymentTypes = ['charge', 'payment'] as const;
/** Types that may follow at any later time. */
const laterTypes = ['refund', 'payment_refund', 'refund_failure', 'adjustment'] as const;

/** Stripe's fees for payments. */
export interface StripeFees {
  /** In pence of the payment's currency, refunds and disputes included; null if Stripe did not report it. */
  of(payment: Accounted): number | null;
  /** The reason that some are missing, for a person; null if none is. */
  note: string | null;
}

function paymentOf({ source }: Stripe.BalanceTransaction): string | null {
  if (typeof source !== 'object' || source === null || !('payment_intent' in source)) return null;
  const { payment_intent: intent } = source;
  return typeof intent === 'string' ? intent : (intent?.id ?? null);
}

/** Reads entries of Stripe's balance into `found`, as long as there are pages and time. */
class BalanceReader {
  readonly found = new Map<string, Stripe.BalanceTransaction[]>();
  /** Whether something was left unread. */
  cut = false;
  private pages = 0;
  private readonly end = Date.now() + mostMs;

  async read(type: string, created: Stripe.RangeQueryParam): Promise<void> {
    const asked = { type, created, limit: 100, expand: ['data.source'] };
    let after: string | undefined;
    for (;;) {
      const left = this.end - Date.now();
      if (this.pages >= mostPages || left <= 0) {
        this.cut = true;
        return;
      }
      this.pages += 1;
      const { data, has_more: more } = await stripe().balanceTransactions.list(
        { ...asked, ...(after !== undefined && { starting_after: after }) },
        // No call starts after the end, and none fails before it for lack of time.
        { timeout: Math.min(left + 1000, callMs), maxNetworkRetries: left > callMs ? 1 : 0 },
      );
      for (const entry of data) this.keep(entry);
      after = data.at(-1)?.id;
      if (!more || after === undefined) return;
    }
  }

  private keep(entry: Stripe.BalanceTransaction): void {
    const payment = paymentOf(entry);
    if (payment === null) return;
    this.found.set(payment, [...(this.found.get(payment) ?? []), entry]);
  }
}

function isPayment({ type }: Stripe.BalanceTransaction): boolean {
  return paymentTypes.some((one) => one === type);
}

/** Null if the payment is not among the entries, or the balance is in another currency. */
function feeAmong(
  entries: readonly Stripe.BalanceTransaction[] | undefined,
  { currency }: Accounted,
): number | null {
  if (!entries?.some(isPayment)) return null;
  if (entries.some((entry) => entry.currency !== currency.toLowerCase())) return null;
  return entries.reduce((sum, { fee }) => sum + fee, 0);
}

function failureNote(error: unknown): string {
  return error instanceof Stripe.errors.StripePermissionError
    ? staffMessages.feesForbidden
    : staffMessages.feesUnavailable;
}

/**
 * Reads the fees of payments from Stripe, for six seconds at most. A partial fee would be taken for
 * the whole, so none is returned when a call fails.
 * @param from the first day of the payments, `2026-03-14`; @param to the last
 */
export async function stripeFees(
  payments: readonly Accounted[],
  from: string,
  to: string,
): Promise<StripeFees> {
  const asked = payments.filter(({ stripe_payment: id }) => id !== null);
  if (asked.length === 0) return { of: () => null, note: null };
  const gte = Date.parse(from) / 1000 - (slackDays * dayMs) / 1000;
  const lt = Date.parse(to) / 1000 + ((slackDays + 1) * dayMs) / 1000;
  const reader = new BalanceReader();
  try {
    const work = Promise.all([
      ...paymentTypes.map((type) => reader.read(type, { gte, lt })),
      ...laterTypes.map((type) => reader.read(type, { gte })),
    ]);
    if ((await within(mostMs, work)) === null) reader.cut = true;
  } catch (error) {
    log.error('Stripe’s fees could not be read for the accounts', { error });
    return { of: () => null, note: failureNote(error) };
  }
  // Entries that arrive after the six seconds are left out of this file.
  const found = new Map(reader.found);
  const of = (payment: Accounted) => feeAmong(found.get(payment.stripe_payment ?? ''), payment);
  if (reader.cut) return { of, note: staffMessages.feesIncomplete };
  const unknown = asked.filter((payment) => of(payment) === null).length;
  const note = staffMessages.feesMissing(unknown, countText(asked.length, 'payment'));
  return { of, note: unknown > 0 ? note : null };
}
