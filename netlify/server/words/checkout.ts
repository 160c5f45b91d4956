import { z } from 'zod';
import { notSoldText } from '#domain/duties.ts';
import { withFacts, type Words } from './words.ts';

const TooMany = z.discriminatedUnion('of', [
  z.object({ of: z.enum(['colour', 'basket', 'new_account']), most: z.int() }),
  z.object({ of: z.literal('network') }),
]);

function tooManyText(limit: z.infer<typeof TooMany>): string {
  switch (limit.of) {
    case 'colour':
      return `You can order at most ${limit.most} of one colour at a time.`;
    case 'basket':
      return `You can order at most ${limit.most} items at a time.`;
    case 'new_account':
      return `With a new account you can order at most ${limit.most} items at a time.`;
    case 'network':
      return (
        'Too many orders from your network are waiting for payment. ' +
        'Nothing was charged and your cart is kept: please try again in a few minutes.'
      );
  }
}

/** Refusals to open or complete a checkout. */
export const checkout = {
  amount_changed: 'The price has changed.',
  billing_missing: 'Please fill out the billing form to proceed.',
  billing_unknown: 'There is no such billing form.',
  checkout_open: 'Another of your checkouts is still opening. Please try again.',
  checkout_unknown: 'There is no such checkout.',
  foreign_session: 'This payment belongs to another checkout.',
  not_sold_there: withFacts(z.object({ country: z.string() }), ({ country }) =>
    notSoldText(country),
  ),
  out_of_stock: {
    shopper: 'Some items are no longer in stock.',
    staff: 'Some of these items are out of stock. Restock them, or refund the payment.',
  },
  payment_awaited:
    'A payment of yours is still on its way. You can place another order once it has arrived.',
  payment_review: 'We have an earlier payment of yours and are checking it: we will e-mail you.',
  too_many: withFacts(TooMany, tooManyText),
} satisfies Words;
