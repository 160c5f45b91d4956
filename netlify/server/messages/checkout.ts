import { z } from 'zod';
import { missingText } from '#domain/cart/discount.ts';
import { notSoldText } from '#domain/countries/duties.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import { pence } from '#domain/money/money.ts';
import { withFacts, type Words } from './messages.ts';

const TooMany = z.discriminatedUnion('of', [
  z.object({ of: z.enum(['colour', 'basket', 'new_account']), most: z.int() }),
  z.object({ of: z.literal('network') }),
]);

/** Facts of `code_refused`. */
export const CodeRefused = z.discriminatedUnion('because', [
  z.object({
    because: z.enum([
      'unknown',
      'expired',
      'used_before',
      'used_up',
      'products',
      'sale',
      'person',
      'card_expired',
      'card_empty',
    ]),
    code: z.string(),
  }),
  z.object({ because: z.literal('early'), code: z.string(), starts_at: z.string() }),
  z.object({
    because: z.literal('minimum'),
    code: z.string(),
    missing_pence: z.int(),
    covers_all: z.boolean(),
  }),
]);

/** Why a discount code, or that of a gift card, does nothing. */
export function codeRefusedText(refused: z.infer<typeof CodeRefused>): string {
  const { code } = refused;
  switch (refused.because) {
    case 'unknown':
      return `We do not know the code ${code}. Please check its letters and digits.`;
    case 'expired':
      return `The code ${code} has expired.`;
    case 'early':
      return `The code ${code} starts on ${londonText(refused.starts_at)}.`;
    case 'used_before':
      return `You have already used the code ${code}. It is good for one order.`;
    case 'used_up':
      return `The code ${code} has been used up.`;
    case 'products':
      return `The code ${code} is not for the things in your cart.`;
    case 'sale':
      return `The code ${code} is not for things whose price is already reduced.`;
    case 'person':
      return `The code ${code} is for one order of each person, so it needs your e-mail address first: press CHECKOUT, or remove the code.`;
    case 'card_expired':
      return `The gift card ending ${code} has expired.`;
    case 'card_empty':
      return `There is no money left on the gift card ending ${code}, or another checkout holds it for a few minutes.`;
    case 'minimum':
      return missingText(code, pence(refused.missing_pence), refused.covers_all);
  }
}

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
  code_gone: 'Somebody else has used up the discount code meanwhile. Refund the payment.',
  code_refused: withFacts(CodeRefused, codeRefusedText),
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
