/** Words for the ways in which orders are paid and refunded. */
import type { PaymentMethod } from '../enums.ts';

/** Ways to pay staff in hand. */
export const inHandNames = { cash: 'Cash', card_reader: 'Card on our reader' } as const;

/** Names in the studio and the accountant's files. */
export const methodNames: Readonly<Record<PaymentMethod, string>> = {
  ...inHandNames,
  stripe: 'Stripe',
  other: 'Another way',
  none: 'Free',
};

/** How a shopper paid: "paid …". */
export const paidTexts: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'by card or account',
  none: 'by card or account',
  cash: 'in cash',
  card_reader: 'by card, in person',
  other: 'in another way',
};

/** How it goes back: "£5.00 …". */
export const goesBackTexts: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'goes back to the card or account you paid with',
  none: 'goes back to the card or account you paid with',
  cash: 'is paid back by us, in cash or to your bank account',
  card_reader: 'is paid back by us, to your card or bank account',
  other: 'is paid back by us',
};
