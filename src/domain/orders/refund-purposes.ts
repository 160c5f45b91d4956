import type { CreditNote } from '../money/credit-note.ts';
import { returnPurposes } from './return-kinds.ts';

/** Purpose of a refund, as shoppers read it, by its reason (`refunds.reason`). */
export const refundPurposes: Readonly<Record<string, string>> = {
  ...returnPurposes,
  cancelled: 'for what was cancelled',
  swapped: 'because the new piece costs less',
  missing: 'for what was missing',
  late: 'because it came late',
  goodwill: 'as a gesture of goodwill',
  sold_out: 'because we could not send it',
  drawn_twice: 'because its card or address had bought a piece of the draw',
  review: 'because we did not accept the order',
  requested_by_customer: 'as you asked',
  duplicate: 'because it was charged twice',
};

/** Sentence that says why there is a credit note, or why it is cancelled. */
export function creditNoteReason({
  cancels,
  reason,
}: Pick<CreditNote, 'cancels' | 'reason'>): string {
  if (cancels !== null) {
    return `The refund did not arrive, so credit note ${cancels} is cancelled in full.`;
  }
  return `Refunded ${refundPurposes[reason ?? ''] ?? 'as a reduction of the price'}.`;
}
