/** Request bodies of the checkout calls (spec, section 7). The client imports only their `z.input` types. */
import { z } from 'zod';
import {
  discountCode,
  email,
  pence,
  pounds,
  quantity,
  rowId,
  sessionId,
  oneLine,
  severalLines,
  userId,
  wantsNews,
} from './fields.ts';

/** `POST /api/stripe/save-billing-info/` */
export const BillingBody = z.object({
  name: oneLine(200),
  address: severalLines(500),
  email,
  phone: oneLine(40),
  user: userId,
  news: wantsNews,
});
export type BillingBody = z.input<typeof BillingBody>;

const Line = z.object({ productId: rowId, selectedColorId: rowId, quantity }).transform((line) => ({
  product_id: line.productId,
  variant_id: line.selectedColorId,
  quantity: line.quantity,
}));

/** A line as stored in the browser's cart (spec, section 3). */
const CartLine = z
  .object({ id: rowId, selectedColor: z.object({ id: rowId }), quantity })
  .transform((line) => ({
    product_id: line.id,
    variant_id: line.selectedColor.id,
    quantity: line.quantity,
  }));

/**
 * `POST /api/stripe/create-stripe-session/`. `amount` is the total with tax that the shopper saw,
 * `billing_info` the saved form that they saw. The spec's payload lacks the latter: then
 * their newest form counts. `discount_code` and `express` are additional as well: an express checkout has no form,
 * `amount` is then as in the cart, and an empty `country` is the visitor's.
 */
export const PaymentSessionBody = z.object({
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
    // Stripe takes 100 lines, one of which is the tax.
    .max(99, 'One order can hold 99 different items at most. Please split it.'),
  billing_info: rowId.optional(),
  discount_code: discountCode.optional(),
  express: z.literal(true).optional(),
});
export type PaymentSessionBody = z.input<typeof PaymentSessionBody>;

/**
 * `POST /api/listing/reduceQuantity/`: the browser's view of the purchase. Stock is reduced by the
 * frozen and paid quantities.
 */
export const StockReductionBody = z
  .array(z.object({ variant_id: rowId, quantity }))
  .max(100, 'Too many items.');
export type StockReductionBody = z.input<typeof StockReductionBody>;

/** `POST /api/stripe/save-payment/`. `amount` is the subtotal without tax. */
export const PaymentBody = z.object({
  user: userId,
  method: z.literal('stripe', 'Must be "stripe".'),
  amount: pence,
  billing_info: rowId,
  status: z.literal('paid', 'Only a paid payment can be saved.'),
  session_id: sessionId.optional(),
});
export type PaymentBody = z.input<typeof PaymentBody>;

const OrderItem = z.object({
  product: rowId,
  color_variant: rowId,
  product_name: z.string(),
  product_price: pounds,
  quantity,
});

/**
 * `POST /api/listing/orderCreatation/`. The amounts and items are the browser's view; the order
 * gets the frozen and paid ones.
 */
export const OrderBody = z.object({
  user: userId,
  billing_info: rowId,
  payment: rowId,
  order_amount: pounds,
  tax: pounds,
  shipping_cost: pounds,
  total_items: quantity,
  status: z.literal('processing', 'Must be "processing".'),
  items: z.array(OrderItem).min(1, 'The order has no items.').max(100, 'Too many items.'),
  session_id: sessionId.optional(),
});
export type OrderBody = z.input<typeof OrderBody>;
