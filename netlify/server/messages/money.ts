import { z } from 'zod';
import { formatPounds, pence } from '#domain/money/money.ts';
import { withFacts, type Words } from './messages.ts';

const TooMuch = z.object({ of: z.enum(['goods', 'delivery', 'payment']) });

const tooMuchTexts: Readonly<Record<z.infer<typeof TooMuch>['of'], string>> = {
  goods: 'The deduction exceeds the price of the goods.',
  delivery: 'That exceeds what is left of the delivery charge.',
  payment: 'That exceeds what is left of the payment.',
};

/** Refusals to refund, or to decide about a payment. */
export const money = {
  already_refunded: 'Some of these pieces were refunded already.',
  amount_negative: 'An amount cannot be negative.',
  credit_out_of_range: 'Store credit is from £0.01 to £1,000.',
  gift_card_unknown: 'There is no such gift card.',
  no_address: 'We have no e-mail address to send store credit to.',
  at_stripe: 'This refund has been paid, or Stripe has accepted it, so it cannot be changed.',
  deduction_unexplained: 'Say why it is deducted: the shopper reads it.',
  decision_unknown: 'Choose whether to accept or to refund the payment.',
  disputed: {
    shopper: 'Your bank is claiming this payment back, so we have to wait for its decision.',
    staff:
      'This payment is disputed. Answer the dispute at Stripe first: nothing can be refunded until it is decided.',
  },
  given_up: 'This refund was given up. If it is still owed, make a new one.',
  no_surplus: 'This payment was not over-refunded, so there is nothing to close.',
  not_due: 'No refund is due for this payment.',
  not_in_review: 'This payment is no longer under review.',
  note_missing: 'Enter a note on how this was settled.',
  kept_for_good: 'This was filed or issued, and is kept as it is.',
  nothing_to_refund: 'Enter an amount to refund.',
  other_currency: 'This was paid in another currency, so it can only be refunded.',
  quarter_changed:
    'A movement of money was recorded in this quarter since you opened it. Check the sums again, then file it.',
  quarter_filed: 'This quarter has been filed, and what was filed does not change.',
  quarter_not_next: 'Quarters are filed one after the other, once their last day is over.',
  reason_unknown: 'Choose one of the reasons.',
  refund_changed: withFacts(
    z.object({ amount_pence: z.int() }),
    ({ amount_pence }) =>
      `The refund is ${formatPounds(pence(amount_pence))} by now, so nothing was done. Please look at it again.`,
  ),
  refund_unknown: 'There is no such refund.',
  too_much: withFacts(TooMuch, ({ of }) => tooMuchTexts[of]),
  under_way:
    'The shop itself requests this refund from Stripe. Try again in a few minutes, if it fails.',
} satisfies Words;
