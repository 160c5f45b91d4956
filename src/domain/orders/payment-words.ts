/** Words for the ways in which orders are paid and refunded. */
import type { PaymentMethod } from '../enums.ts';
import { formatPounds, type Pence } from '../money/money.ts';

/** Ways to pay staff in hand. */
export const inHandNames = { cash: 'Cash', card_reader: 'Card on our reader' } as const;

/** Names in the studio and the accountant's files. */
export const methodNames: Readonly<Record<PaymentMethod, string>> = {
  ...inHandNames,
  stripe: 'Stripe',
  other: 'Another way',
  none: 'Free',
  credit: 'Gift card',
};

/** How a shopper paid: "paid …". */
export const paidTexts: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'by card or account',
  none: 'by card or account',
  cash: 'in cash',
  card_reader: 'by card, in person',
  other: 'in another way',
  credit: 'by gift card',
};

/** How it goes back: "£5.00 …". */
export const goesBackTexts: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'goes back to the card or account you paid with',
  none: 'goes back to the card or account you paid with',
  cash: 'is paid back by us, in cash or to your bank account',
  card_reader: 'is paid back by us, to your card or bank account',
  other: 'is paid back by us',
  credit: 'goes back to your gift card first, and the rest the way you paid it',
};

/** A part of a refund that went to a gift card. */
interface CardRefund {
  code_end: string;
  amount_pence: Pence;
  /** Store credit in place of money. */
  is_new: boolean;
}

/** The places to which parts of a refund went at once: "£5.00 is on your gift card ending 9WTA again." */
export function cardRefundTexts(cards: readonly CardRefund[]): string[] {
  return cards.map(({ code_end, amount_pence, is_new }) =>
    is_new
      ? `${formatPounds(amount_pence)} is store credit. We e-mail you its code.`
      : `${formatPounds(amount_pence)} is back on your gift card ending ${code_end}.`,
  );
}
