import type { Difference, Payout } from '#domain/wire/staff-payouts.ts';
import { moneyText } from './quarter-texts.ts';

const stateTexts: Readonly<Record<Payout['state'], string>> = {
  reconciled: 'Reconciled',
  differs: 'Does not agree',
  unread: 'Not listed by Stripe yet',
  by_hand: 'Made by hand',
};

/** "Reconciled", and whether the bank sent it back. */
export function stateText({ state, status }: Pick<Payout, 'state' | 'status'>): string {
  return status === 'failed' ? `${stateTexts[state]}, sent back by the bank` : stateTexts[state];
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
