/** The bank's answer to a payment. */
export type BankAnswer =
  | { kind: 'paid' }
  | { kind: 'pending' }
  | { kind: 'declined'; code: string; declineCode: string | null; message: string };

/** The part of a card's data that may be stored: never its number. */
export interface CardSummary {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

interface TestCard {
  number: string;
  brand: string;
  /** Shown on the payment page. */
  effect: string;
  answer: BankAnswer;
}

const paid: BankAnswer = { kind: 'paid' };

function declined(code: string, declineCode: string | null, message: string): BankAnswer {
  return { kind: 'declined', code, declineCode, message };
}

/** The bank's generic decline. */
export const GENERIC_DECLINE = declined(
  'card_declined',
  'generic_decline',
  'Your card was declined.',
);

/** Test numbers and answers from docs.stripe.com/testing. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', effect: 'Payment succeeds', answer: paid },
  { number: '5555555555554444', brand: 'mastercard', effect: 'Payment succeeds', answer: paid },
  { number: '378282246310005', brand: 'amex', effect: 'Payment succeeds', answer: paid },
  {
    number: '4000000000000002',
    brand: 'visa',
    effect: 'Card is declined',
    answer: GENERIC_DECLINE,
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    effect: 'Insufficient funds',
    answer: declined('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    effect: 'Card has expired',
    answer: declined('expired_card', null, 'Your card has expired.'),
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    effect: 'Wrong CVC',
    answer: declined('incorrect_cvc', null, "Your card's security code is incorrect."),
  },
];

const NOT_A_TEST_CARD = declined(
  'card_declined',
  'test_mode_live_card',
  'Your card was declined. This page accepts test cards only.',
);

/** The bank's answer for a card number (digits only). Real cards are always declined. */
export function answerFor(number: string): BankAnswer {
  return TEST_CARDS.find((card) => card.number === number)?.answer ?? NOT_A_TEST_CARD;
}

/** The brand of a card number, in Stripe's spelling. */
export function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  return number.startsWith('4') ? 'visa' : 'unknown';
}
