import type { Difference, Payout } from '#domain/contracts/staff-payouts.ts';
import { moneyText } from './quarter-texts.ts';

const stateTexts: Readonly<Record<Payout['state'], string>> = {
  reconciled: 'Reconciled',
  differs: 'Does not agree',
  unread: 'Not listed by Stripe yet',
};

/** "Reconciled", whether it was made by hand, and whether the bank sent it back. */
export function stateText({
  state,
  status,
  by_hand: byHand,
}: Pick<Payout, 'state' | 'status' | 'by_hand'>): string {
  const text = byHand ? `Made by hand: ${stateTexts[state].toLowerCase()}` : stateTexts[state];
  return status === 'failed' ? `${text}, sent back by the bank` : text;
}

const kindTexts: Readonly<Record<Difference['kind'], string>> = {
  sale: 'Sale',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  payout: 'Payout',
  other: 'Entry',
};

/** "Sale of £10.00, £12.00 in the shop:" */
export function differenceText(
  { kind, amount_pence: amount, expected_pence: expected }: Difference,
  currency: string,
): string {
  const shop =
    expected === null ? 'unknown to the shop' : `${moneyText(expected, currency)} in the shop`;
  return `${kindTexts[kind]} of ${moneyText(amount, currency)}, ${shop}:`;
}
