/** Request bodies of the listing calls (spec, section 7). The client imports only their `z.input` types. */
import { z } from 'zod';
import { newsPlaces } from '../enums.ts';
import { discountCode, email, quantity, rowId } from './fields.ts';

/** `POST /api/listing/cartvalidate/` */
export const StockCheckBody = z.object({
  items: z
    .array(z.object({ productId: rowId, selectedColorId: rowId }))
    .max(200, 'Too many items.'),
});
export type StockCheckBody = z.input<typeof StockCheckBody>;

/** `POST /api/listing/destination/`: a two-letter code, and the basket. */
export const DestinationBody = z.object({
  country: z.string(),
  items: z
    .array(
      z
        .object({ selectedColorId: rowId, quantity })
        .transform((line) => ({ variant_id: line.selectedColorId, quantity: line.quantity })),
    )
    .max(99, 'Too many items.'),
  /**
   * Pence taken off by a code, 0 by one for free delivery, as the billing page shows it: an estimate must not tell whether
   * a code exists.
   */
  off: z.int('Not an amount.').min(0, 'Not an amount.').max(1e9, 'Not an amount.').optional(),
});
export type DestinationBody = z.input<typeof DestinationBody>;

/** `POST /api/listing/discount/`: a code as typed, and the cart. */
export const DiscountBody = z.object({
  code: discountCode,
  items: DestinationBody.shape.items.min(1, 'Your cart is empty.'),
});
export type DiscountBody = z.input<typeof DiscountBody>;

/** `POST /api/gift-card/`: a code as typed, or the token of a mailed link. */
export const GiftCardBody = z
  .object({ code: discountCode.optional(), token: z.string().max(300).optional() })
  .refine(({ code, token }) => (code === undefined) !== (token === undefined), {
    path: ['code'],
    message: 'Enter the code.',
  });
export type GiftCardBody = z.input<typeof GiftCardBody>;

/** `POST /api/listing/subscribe/`; `place` is where the address was entered. */
export const SubscriptionBody = z.object({
  email,
  place: z.enum(newsPlaces).default('launch page'),
});
export type SubscriptionBody = z.input<typeof SubscriptionBody>;

/** `POST /api/listing/stock-alert/`: a product, its sold-out colour, and the address to notify. */
export const StockAlertBody = z.object({ product: rowId, colour: rowId, email });
export type StockAlertBody = z.input<typeof StockAlertBody>;
