import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { shippingZone } from '#domain/shipping-zone.ts';
import { paymentPageAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { answer } from '#server/answer.ts';
import { requireSelf, requireShopper } from '#server/caller.ts';
import { openPaymentPage } from '#server/checkout/open-payment-page.ts';
import { endpoint } from '#server/endpoint.ts';
import { pence, quantity, rowId, userId } from '#domain/wire/fields.ts';
import { HttpError } from '#server/http-error.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = {
  path: '/api/stripe/create-stripe-session',
  rateLimit: { windowLimit: 240, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};

const Line = z.object({ productId: rowId, selectedColorId: rowId, quantity }).transform((line) => ({
  product_id: line.productId,
  variant_id: line.selectedColorId,
  quantity: line.quantity,
}));

/** A line in the shape of the browser's cart (spec, section 3). */
const CartLine = z
  .object({ id: rowId, selectedColor: z.object({ id: rowId }), quantity })
  .transform((line) => ({
    product_id: line.id,
    variant_id: line.selectedColor.id,
    quantity: line.quantity,
  }));

const Session = z.object({
  method: z.literal('stripe', 'Must be "stripe".'),
  amount: pence,
  user: userId,
  country: z.string(),
  items: z
    .array(
      z.union(
        [Line, CartLine],
        'Each item needs productId, selectedColorId and a quantity from 1.',
      ),
    )
    .min(1, 'Your cart is empty.')
    .max(100, 'Too many items.'),
});

export default endpoint({
  POST: async (request) => {
    const shopper = await requireShopper(request);
    const { amount, user, country, items } = await readBody(request, Session);
    requireSelf(shopper, user);
    const zone = shippingZone(country);
    if (!zone) throw new HttpError(400, { country: ['We do not ship to this country.'] });
    await takeAttempt(paymentPageAttempt(shopper));
    const basket = { shopper, country, zone, lines: items, expectedTotal: amount };
    return answer(200, { url: await openPaymentPage(basket, new URL(request.url).origin) });
  },
});
