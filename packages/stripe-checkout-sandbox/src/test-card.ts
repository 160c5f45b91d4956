/** The bank's final answer to a payment. */
export type FinalAnswer =
  | { kind: 'paid' }
  | { kind: 'pending' }
  | { kind: 'declined'; code: string; declineCode: string | null; message: string };

/** The bank's answer to a payment; it may first ask the shopper to prove who they are (3-D Secure). */
export type BankAnswer = FinalAnswer | { kind: 'challenge'; passed: FinalAnswer };

/** The part of a card's data that may be stored: never its number. */
export interface CardSummary {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/** A refund that is pending and succeeds later, or that succeeds and fails later. */
export type RefundCourse = 'succeeds_later' | 'fails_later';

/** The reasons of Stripe's test cards, and the inquiry, which takes no money yet. */
export type DisputeReason = 'fraudulent' | 'product_not_received' | 'inquiry';

interface TestCard {
  number: string;
  brand: string;
  /** Shown on the payment page. */
  effect: string;
  answer: BankAnswer;
  /** Scripted outcome of refunds to it, if any. */
  refund?: RefundCourse;
  /** Reason of the dispute that its owner opens at once. */
  dispute?: DisputeReason;
  /** Country of issue, if not the United Kingdom. */
  country?: string;
}

const paid: FinalAnswer = { kind: 'paid' };

function declined(code: string, declineCode: string | null, message: string): FinalAnswer {
  return { kind: 'declined', code, declineCode, message };
}

/** The bank's generic decline. */
export const GENERIC_DECLINE = declined(
  'card_declined',
  'generic_decline',
  'Your card was declined.',
);

/** Message of the page when the shopper fails 3-D Secure. */
export const AUTHENTICATION_FAILED = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

function challenge(passed: FinalAnswer): BankAnswer {
  return { kind: 'challenge', passed };
}

function cardDeclined(declineCode: string): FinalAnswer {
  return declined('card_declined', declineCode, 'Your card was declined.');
}

/** Test numbers and answers from docs.stripe.com/testing. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', effect: 'Payment succeeds', answer: paid },
  { number: '4000056655665556', brand: 'visa', effect: 'Payment succeeds (debit)', answer: paid },
  { number: '5555555555554444', brand: 'mastercard', effect: 'Payment succeeds', answer: paid },
  { number: '2223003122003222', brand: 'mastercard', effect: 'Payment succeeds', answer: paid },
  {
    number: '4000002500000003',
    brand: 'visa',
    effect: 'Payment succeeds (French card)',
    answer: paid,
    country: 'FR',
  },
  { number: '378282246310005', brand: 'amex', effect: 'Payment succeeds', answer: paid },
  {
    number: '4000002500003155',
    brand: 'visa',
    effect: '3-D Secure, then succeeds',
    answer: challenge(paid),
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    effect: '3-D Secure every time, then succeeds',
    answer: challenge(paid),
  },
  {
    number: '4000008400001629',
    brand: 'visa',
    effect: '3-D Secure, then declined',
    answer: challenge(GENERIC_DECLINE),
  },
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
    number: '4000000000009987',
    brand: 'visa',
    effect: 'Lost card',
    answer: cardDeclined('lost_card'),
  },
  {
    number: '4000000000009979',
    brand: 'visa',
    effect: 'Stolen card',
    answer: cardDeclined('stolen_card'),
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
  {
    number: '4000000000000119',
    brand: 'visa',
    effect: 'Processing error',
    answer: declined(
      'processing_error',
      null,
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  {
    number: '4000000000006975',
    brand: 'visa',
    effect: 'Too many payments',
    answer: cardDeclined('card_velocity_exceeded'),
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    effect: 'Declined when charged',
    answer: GENERIC_DECLINE,
  },
  {
    number: '4100000000000019',
    brand: 'visa',
    effect: 'Always blocked as fraud',
    answer: cardDeclined('fraudulent'),
  },
  {
    number: '4000000000007726',
    brand: 'visa',
    effect: 'A refund is pending, then succeeds',
    answer: paid,
    refund: 'succeeds_later',
  },
  {
    number: '4000000000005126',
    brand: 'visa',
    effect: 'A refund succeeds, then fails',
    answer: paid,
    refund: 'fails_later',
  },
  {
    number: '4000000000000259',
    brand: 'visa',
    effect: 'Disputed as fraudulent',
    answer: paid,
    dispute: 'fraudulent',
  },
  {
    number: '4000000000002685',
    brand: 'visa',
    effect: 'Disputed as not received',
    answer: paid,
    dispute: 'product_not_received',
  },
  {
    number: '4000000000001976',
    brand: 'visa',
    effect: 'The bank inquires, and takes no money',
    answer: paid,
    dispute: 'inquiry',
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

function endingIn(last4: string): TestCard | undefined {
  return TEST_CARDS.find(({ number }) => number.endsWith(last4));
}

/** Scripted outcome of refunds to a test card, by its last four digits, the only ones stored. */
export function refundCourseOf(last4: string): RefundCourse | null {
  return endingIn(last4)?.refund ?? null;
}

/** Dispute reason of a test card; null for most. */
export function disputeReasonOf(last4: string): DisputeReason | null {
  return endingIn(last4)?.dispute ?? null;
}

/** Country of issue of a test card, ISO 3166. */
export function countryOf(last4: string): string {
  return endingIn(last4)?.country ?? 'GB';
}

/** The brand of a card number, in Stripe's spelling. */
export function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  return number.startsWith('4') ? 'visa' : 'unknown';
}
