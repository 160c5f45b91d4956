/** Managers' calls that move money: cancelled pieces, refunds, reviews. Amounts in pence. */
import * as z from 'zod';
import { cancelReasons, refundReasons, replacementReasons, returnKinds } from '../enums.ts';
import { pence as checkedPence } from '../money/money.ts';
import { acts } from './staff-call.ts';
import { amountUpTo, quantity, rowId, severalLines } from './fields.ts';
import { OrderRefundState } from './staff-orders.ts';
import { Sale } from './staff-sales.ts';

/** Idempotency key: made by the browser for each press of a button, and the same in a retry. */
const event = z.uuid('Not a valid action.');

/** A payment, by its checkout. */
const checkout = z.uuid('Not a valid payment.');

/** Pieces of an order, by the colour's id. */
const items = z.array(z.object({ variant_id: rowId, quantity })).max(100, 'Too many items.');

const pence = amountUpTo(1_000_000_000);

/** The refund that the question showed, if one did: if it is another by now, nothing is done (409 `refund_changed`). */
const refund_pence = pence.optional();

/** Only shoppers withdraw; a return that closes ends its exchange. */
const CancelReason = z
  .enum(cancelReasons)
  .exclude(['withdrawal', 'not_returned'], 'Choose a reason.');

/** Cancelled and swapped pieces have their own calls. */
const RefundReason = z.enum(refundReasons).exclude(['cancelled', 'swapped'], 'Choose a reason.');

/** `POST /api/staff/cancel` */
export const CancelBody = z.object({
  event,
  order: rowId,
  /** Null for all that has not left. */
  items: items.min(1, 'Choose pieces to cancel.').nullable(),
  reason: CancelReason,
  /** Whether the pieces can be sold again. */
  restock: z.boolean('Say whether the pieces can be sold again.'),
  refund_pence,
});
export type CancelBody = z.input<typeof CancelBody>;

/** `POST /api/staff/refund` */
export const RefundBody = z.object({
  event,
  order: rowId,
  /** Pieces whose price is refunded, with its tax. */
  items,
  shipping_pence: pence,
  goodwill_pence: pence,
  reason: RefundReason,
  /** Id of the return that it is for. */
  return: rowId.nullish(),
  /** Whether the buyer gets store credit for what Stripe would refund. */
  as_credit: z.boolean().default(false),
  refund_pence,
});
export type RefundBody = z.input<typeof RefundBody>;

/** `POST /api/staff/review` */
const ReviewBody = z.object({
  event,
  checkout,
  decision: z.enum(['accept', 'refund'], 'Choose whether to accept it.'),
});

/** Progress of what an act refunds, of one order or of several. */
const OrderRefund = z.object({
  /** The first of its refunds. Often a hash, without a UUID's version. */
  order_refund: z.guid(),
  /** The sum. */
  amount_pence: z.int(),
  /** State of the least advanced refund. */
  state: OrderRefundState,
  /** Stripe's error for the last failed attempt. */
  failure: z.string().nullable(),
  /** The reason that it was given up. */
  because: z.string().nullable(),
  /** Whether staff have to pay it, because the order was paid in hand. */
  in_hand: z.boolean(),
});

/** Answer to what is done about an order's money. */
export const MoneyAnswer = z.object({
  order: z.int(),
  /** The order's status now. */
  status: z.string(),
  /** Null if nothing is refunded. */
  refund: OrderRefund.nullable(),
});
export type MoneyAnswer = z.infer<typeof MoneyAnswer>;

/** Answer to what is decided about a payment. */
const ReviewAnswer = z.object({
  checkout: z.uuid(),
  /** `refund_due` when Stripe has not answered yet: the sweep goes on. */
  outcome: z.enum(['completed', 'refund_due', 'refunded']),
  /** The order created, if any. */
  order: z.int().nullable(),
});

/**
 * Cancels pieces that have not left, and refunds them.
 * @throws 403 `login_too_old`, as do all calls here; 400, 404, 409.
 */
export const cancelItems = acts('/api/staff/cancel', CancelBody, MoneyAnswer);

/** Refunds pieces, delivery or a goodwill amount. @throws as `cancelItems` */
export const refundOrder = acts('/api/staff/refund', RefundBody, MoneyAnswer);

/** A failed refund of an order. */
const OrderRefundBody = z.object({ event, order_refund: z.guid('Not a valid refund.') });

/** Retries an order's failed refund. @throws as `cancelItems` */
export const retryRefund = acts('/api/staff/refund/retry', OrderRefundBody, MoneyAnswer);

/** Gives up an order's failed refund. @throws as `cancelItems`; 503 `stripe_silent` */
export const giveUpRefund = acts('/api/staff/refund/give-up', OrderRefundBody, MoneyAnswer);

/** Records that staff paid an order's refund themselves. @throws as `giveUpRefund` */
export const handOverRefund = acts(
  '/api/staff/refund/hand-over',
  OrderRefundBody.extend({
    method: z.enum(['cash', 'card_reader', 'other'], 'Choose how it was paid.'),
    /** For staff. */
    note: severalLines(1000).or(z.literal('')).default(''),
  }),
  MoneyAnswer,
);

/** Retries the refund of a payment without an order. @throws as `cancelItems` */
export const retryPayment = acts(
  '/api/staff/payment/retry',
  z.object({ event, checkout }),
  ReviewAnswer,
);

const NotedPayment = z.object({ event, checkout, note: severalLines(1000) });

/** Records that a payment was paid back outside Stripe. @throws as `cancelItems`; 503 `stripe_silent` */
export const settlePayment = acts('/api/staff/payment/settle', NotedPayment, ReviewAnswer);

/** Closes an over-refund by Stripe. @throws as `cancelItems` */
export const closeSurplus = acts('/api/staff/payment/close-surplus', NotedPayment, ReviewAnswer);

/** Ends the review of a payment: makes the order, or refunds it. @throws as `cancelItems` */
export const decideReview = acts('/api/staff/review', ReviewBody, ReviewAnswer);

const EditBody = z.object({
  event,
  order: rowId,
  /** Units to send as another colour or product. */
  swaps: z.array(z.object({ from: rowId, to: rowId, quantity })).max(100, 'Too many items.'),
  removed: items,
  refund_pence,
});

/**
 * Edits pieces that have not left. Removed ones are restocked and refunded, as is the difference to cheaper ones; dearer
 * ones take the place of the old once the mailed link is paid.
 * @throws as `cancelItems`; 502 if Stripe made no payment page: then only the link is missing, and a repeat makes it.
 */
export const editOrder = acts(
  '/api/staff/edit',
  EditBody,
  MoneyAnswer.extend({
    /** The e-mail address to which a payment link for dearer pieces goes; null without one. */
    link: z.string().nullable(),
  }),
);

/** Sends pieces again, free of charge, as an order of its own. @throws 400, 403, 404, 409 */
export const replaceItems = acts(
  '/api/staff/replace',
  z.object({
    event,
    order: rowId,
    items: items.min(1, 'Choose pieces to send again.'),
    reason: z.enum(replacementReasons, 'Choose a reason.'),
  }),
  z.object({ order: z.int(), replacement: z.int() }),
);

const ExchangeBody = z.object({
  event,
  order: rowId,
  items: z
    .array(z.object({ from: rowId, to: rowId, quantity }))
    .min(1, 'Choose pieces to exchange.')
    .max(100, 'Too many items.'),
  /** The return that brings them; null for a new one. */
  return: rowId.nullish().transform((id) => id ?? null),
  kind: z.enum(returnKinds, 'Choose a reason.'),
  reason: severalLines(1000)
    .or(z.literal(''))
    .nullish()
    .transform((text) => text || null),
  /** Whether to send it without waiting for the return. */
  at_once: z.boolean().default(false),
  /** The difference that the question showed, below 0 if it is refunded: at another one nothing is done (`cost_changed`). */
  cost_pence: z.int('Enter an amount such as 4.95.').optional(),
});

/**
 * Exchanges pieces that were sent for any others: a return, and an order of these. What they cost more is paid by a
 * mailed link first, what they cost less is refunded with the return.
 * @throws as `cancelItems`; 502 if Stripe made no payment page: then only the link is missing, and a repeat makes it.
 */
export const exchangeItems = acts(
  '/api/staff/exchange',
  ExchangeBody,
  z.object({
    order: z.int(),
    /** Null until the link is paid. */
    exchange: z.int().nullable(),
    code: z.string(),
    /** The e-mail address to which a payment link goes; null without one. */
    link: z.string().nullable(),
  }),
);

const amount = z.int().transform(checkedPence);

const pieces = z.array(
  z.object({ product_name: z.string(), color_name: z.string(), quantity: z.int() }),
);

/** Money that an act would move, and pieces that it would keep from leaving. */
const Foreseen = z.object({
  /** Refunds by the act, of any order: goods and tax before the deduction. */
  refund: z.object({
    goods_pence: amount,
    tax_pence: amount,
    shipping_pence: amount,
    goodwill_pence: amount,
    deduction_pence: amount,
    amount_pence: amount,
    /** The part of it that goes to gift cards. */
    credit_pence: amount,
  }),
  /** Left of the payments that it refunds; null without a refund. */
  left_pence: amount.nullable(),
  /** Swaps done at once, with the refund of each. */
  swaps: z.array(z.object({ from: z.int(), to: z.int(), refund_pence: amount })),
  /** To be paid by a link; null without one. */
  link_pence: amount.nullable(),
  /** Pieces of an exchange that are cancelled because the return closes without those that they replace. */
  unsent: pieces,
  /** Pieces of an exchange that the shopper keeps as well as those that they replace. */
  kept: pieces,
  /** To be refunded when the return of an exchange is settled; null for any other act. */
  back_pence: amount.nullable(),
  /** A sale with the cheapest delivery; null for any other act. */
  sale: z
    .object({
      subtotal_pence: amount,
      discount_pence: amount,
      tax_pence: amount,
      shipping_pence: amount,
      total_pence: amount,
    })
    .nullable(),
});
export type Foreseen = z.output<typeof Foreseen>;

/** An act, as in its own call. */
const ForeseeBody = z.discriminatedUnion('act', [
  CancelBody.pick({ order: true, items: true }).extend({ act: z.literal('cancel') }),
  RefundBody.pick({
    order: true,
    items: true,
    shipping_pence: true,
    goodwill_pence: true,
    as_credit: true,
  }).extend({ act: z.literal('refund') }),
  z.object({
    act: z.literal('settle'),
    return: rowId,
    shipping_pence: pence,
    deduction_pence: pence,
  }),
  z.object({ act: z.literal('refuse'), return: rowId }),
  EditBody.pick({ order: true, swaps: true, removed: true }).extend({ act: z.literal('edit') }),
  ExchangeBody.pick({ order: true, items: true, return: true, kind: true }).extend({
    act: z.literal('exchange'),
  }),
  Sale.extend({ act: z.literal('sale') }),
]);
export type ForeseeBody = z.input<typeof ForeseeBody>;

/** Shows the money that an act would move, by a dry run of it. @throws 400, 403, 404, 409, as the act itself */
export const foresee = acts('/api/staff/foresee', ForeseeBody, Foreseen);
