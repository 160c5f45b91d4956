import type { GiveUpReason } from '../enums.ts';

/** Stripe's codes: https://docs.stripe.com/api/refunds/object#refund_object-failure_reason */
const failures: Readonly<Record<string, string>> = {
  charge_for_pending_refund_disputed: 'the payment was disputed in the meantime',
  declined: 'the shopper’s bank declined it',
  expired_or_canceled_card: 'the card has expired or was cancelled',
  insufficient_funds: 'the balance at Stripe is too low',
  lost_or_stolen_card: 'the card was reported lost or stolen',
  merchant_request: 'it was cancelled at Stripe',
  unknown: 'the bank gave no reason',
};

/** The reason that a refund failed. @param reason Stripe's code, or its sentence where it refused the call. */
export function refundFailureText(reason: string): string {
  return failures[reason] ?? reason;
}

export const givenUpTexts: Readonly<Record<string, string>> = {
  decided: 'Decided in the studio.',
  paid_back_elsewhere:
    'Nothing is left of the payment for this, because money went back another way.',
  reduced: 'The rest of the payment is refunded; this much went back another way.',
  refunded_before: 'Already refunded: Stripe has made an earlier refund after all.',
} satisfies Record<GiveUpReason, string>;

/** The reason that a refund, or a part of it, was given up. */
export function givenUpText(because: string): string {
  return givenUpTexts[because] ?? because;
}
