import { pence } from './money.ts';
import type { Pence } from './money.ts';

/** The document of a refund, or the one that cancels it. */
export interface CreditNote {
  number: number;
  /** The credit note that it cancels, because the refund came back; null for a credit note proper. */
  cancels: number | null;
  /** ISO 8601 date-time. */
  issuedAt: string;
  amount: Pence;
  /** The tax in it. */
  tax: Pence;
  taxPercent: number;
  /** Parts without added tax; all 0 for a refund made at Stripe's dashboard. */
  goods: Pence;
  /** Off the goods, for use. */
  deduction: Pence;
  /** Why, for the shopper; null without a deduction. */
  deductionReason: string | null;
  /** Why it was refunded: a key of `refundPurposes`, or any of Stripe's. */
  reason: string | null;
  shipping: Pence;
  goodwill: Pence;
  items: readonly CreditedItem[];
}

/** Pieces of a credit note. */
interface CreditedItem {
  /** "Bucket hat, Ink" */
  name: string;
  quantity: number;
  /** The units' part of the refunded goods. */
  amount: Pence;
}

/** Title of the document. */
export function creditNoteTitle({
  number,
  cancels,
}: Pick<CreditNote, 'number' | 'cancels'>): string {
  return cancels === null
    ? `Credit note ${number}`
    : `Credit note ${number}, which cancels ${cancels}`;
}

/** Sums of a credit note in words, down to the total, and the tax in it where no line adds it. */
export function creditNoteSums(note: CreditNote): {
  parts: readonly (readonly [label: string, sum: Pence])[];
  taxInside: Pence | null;
} {
  const { amount, tax, taxPercent, goods, deduction, shipping, goodwill } = note;
  const isAdded = goods - deduction + shipping + goodwill + tax === amount;
  const parts = [
    ['Goods', goods],
    ['Deducted for use', pence(-deduction)],
    ...(isAdded ? [[`Tax (${taxPercent}%)`, tax] as const] : []),
    ['Delivery', shipping],
    ['Goodwill', goodwill],
  ] as const;
  return {
    parts: parts.filter(([, sum]) => sum !== 0),
    taxInside: isAdded || tax === 0 ? null : tax,
  };
}
