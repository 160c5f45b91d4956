import { z } from 'zod';
import { actors, returnKinds } from '#domain/enums.ts';
import { pence } from '#domain/money.ts';
import { FailureText } from '../words/release-failure.ts';
import { Receipt } from './receipt.ts';

const amount = z.int().transform(pence);

const Units = z.array(
  z.object({ product_name: z.string(), color_name: z.string(), quantity: z.int() }),
);
/** Goods, as e-mails list them. */
export type Units = z.infer<typeof Units>;

const Complaint = z.object({
  name: z.string(),
  words: z.string(),
  received_at: z.string(),
  /** The day by which it is answered, as an ISO date. */
  due_by: z.string(),
});
/** A complaint about how personal data is used. */
export type Complaint = z.infer<typeof Complaint>;

const Payment = z.object({
  email: z.string(),
  reference: z.string(),
  asked_at: z.string(),
  amount_pence: amount,
  items: Units,
});
/** A payment without an order. */
export type Payment = z.infer<typeof Payment>;

/** With the day by which the money is back, as an ISO date, and what of it went another way than by Stripe. */
const RefundedPayment = Payment.extend({ refund_by: z.string(), outside_pence: amount });
/** A payment without an order that went back. */
export type RefundedPayment = z.infer<typeof RefundedPayment>;

/** What each e-mail of an order's life knows of the order. Days are ISO dates in the United Kingdom. */
const Order = z.object({
  email: z.string(),
  order: z.int(),
  checkout: z.uuid(),
  placed_at: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** Whether the shopper may still withdraw from some of the contract. */
  may_withdraw: z.boolean(),
});
/** An order, as each e-mail of its life knows it. */
export type MailedOrder = z.infer<typeof Order>;

const Parcel = Order.extend({
  carrier: z.string(),
  tracking_number: z.string().nullable(),
  /** Whether it is told again, with another carrier or number than at first. */
  corrected: z.boolean(),
  items: Units,
  /** What of the order has neither left nor been cancelled. */
  to_come: Units,
  arrives_from: z.string().nullable(),
  arrives_by: z.string().nullable(),
  delivered_on: z.string().nullable(),
  /** Whether all of the order has arrived. */
  last: z.boolean(),
  /** The last days of the shop's and the law's period; null while something is still to be sent. */
  return_until: z.string().nullable(),
  withdraw_until: z.string().nullable(),
});
/** A parcel that left or arrived. */
export type MailedParcel = z.infer<typeof Parcel>;

const Cancelled = Order.extend({
  actor: z.enum(actors),
  /** `withdrawal`: the shopper withdrew from the contract before anything had left. */
  reason: z.string().nullable(),
  /** The name under which the shopper withdrew. */
  declared_by: z.string().nullable(),
  at: z.string(),
  /** When it is cancelled, unless the owner undoes the withdrawal; null when it is already. */
  cancels_at: z.string().nullable(),
  items: Units,
  /** Whether all of the order is cancelled. */
  whole: z.boolean(),
  to_come: Units,
  /** What goes back for them; null when nothing does. */
  amount_pence: amount.nullable(),
  refund_by: z.string(),
});
/** Goods of an order that will not be sent. */
export type MailedCancellation = z.infer<typeof Cancelled>;

const OrderRefund = Order.extend({
  amount_pence: amount,
  /** The tax that was in the order's prices, in basis points; 0 where it came on top. */
  included_basis_points: z.int(),
  /** Whether Stripe asks the shopper where to send it. */
  waits_for_shopper: z.boolean(),
  /** Null for a refund made at Stripe's dashboard. */
  parts: z.object({ goods: amount, tax: amount, shipping: amount, goodwill: amount }).nullable(),
  reason: z.string().nullable(),
  return_code: z.string().nullable(),
  items: Units,
  refund_by: z.string(),
});
/** A refund of an order. */
export type MailedRefund = z.infer<typeof OrderRefund>;

const Return = Order.extend({
  kind: z.enum(returnKinds),
  code: z.string(),
  reason: z.string().nullable(),
  /** The name under which the shopper withdrew; null where they asked for a return. */
  declared_by: z.string().nullable(),
  asked_at: z.string(),
  send_by: z.string(),
  /** Whether any of it has come back. */
  arrived: z.boolean(),
  items: Units,
  received: Units,
  refund_by: z.string().nullable(),
  /** Whether any of it is still to be refunded. */
  refund_due: z.boolean(),
  /** Refunded for it already, or owed. */
  refunded_pence: amount,
  refused_because: z.string().nullable(),
});
/** Goods on their way back. */
export type MailedReturn = z.infer<typeof Return>;

const NewOrders = z.object({
  emails: z.array(z.string()),
  count: z.int(),
  orders: z.array(
    z.object({
      order: z.int(),
      leaves_by: z.string(),
      shipping_name: z.string(),
      country: z.string(),
      units: z.int(),
    }),
  ),
});
/** New orders, for staff. */
export type NewOrders = z.infer<typeof NewOrders>;

const Decision = z.object({
  emails: z.array(z.string()),
  checkout: z.uuid(),
  order: z.int().nullable(),
  reference: z.string(),
  why: z.enum([
    'review',
    'refund_failed',
    'refund_given_up',
    'refund_surplus',
    'dispute',
    'mail_parked',
  ]),
  amount_pence: amount.nullable(),
  /** The cause given by Stripe, the mail provider or the database; null if the kind says it all. */
  facts: z
    .union([
      z.object({ reason: z.string().nullable() }),
      z.object({ mail: z.string(), error: z.string().nullable() }),
      z.object({ because: z.string().nullable() }),
      z.object({ failure: z.string().nullable() }),
    ])
    .nullable(),
  /** Until when Stripe takes evidence. */
  due_by: z.string().nullable(),
});
/** What only a person can decide, for managers. */
export type Decision = z.infer<typeof Decision>;

const BackInStock = z.object({
  email: z.string(),
  alert: z.uuid(),
  product: z.int(),
  variant: z.int(),
  product_name: z.string(),
  color_name: z.string(),
  /** Path or URL of its main picture; null for a colour without one. */
  picture: z.string().nullable(),
});
/** A colour that is back in stock. */
export type BackInStock = z.infer<typeof BackInStock>;

const lease = { id: z.uuid(), claim: z.uuid(), about: z.string() };

const FailedRelease = z.object({
  emails: z.array(z.string()),
  release: z.uuid(),
  title: z.string(),
  /** Null where it has been taken back since. */
  scheduled_for: z.string().nullable(),
  /** Why; null where it has been changed since. */
  failure: FailureText.nullable(),
});
/** A release that could not be published at its time, for marketers. */
export type FailedRelease = z.infer<typeof FailedRelease>;

/** An e-mail that the shop owes, as the outbox hands it to its sender (`mail_content`). */
export const OwedMail = z.discriminatedUnion('kind', [
  z.object({
    ...lease,
    kind: z.literal('order'),
    content: z.object({ receipt: Receipt, checkout: z.uuid() }),
  }),
  z.object({
    ...lease,
    kind: z.enum(['sold_out_refund', 'refund']),
    content: RefundedPayment,
  }),
  z.object({ ...lease, kind: z.literal('payment_failed'), content: Payment }),
  z.object({
    ...lease,
    kind: z.literal('confirm_email'),
    content: z.object({ email: z.string() }),
  }),
  z.object({
    ...lease,
    kind: z.literal('confirm_subscription'),
    content: z.object({ email: z.string(), subscription: z.uuid() }),
  }),
  z.object({ ...lease, kind: z.enum(['dispatched', 'delivered']), content: Parcel }),
  z.object({ ...lease, kind: z.literal('cancelled'), content: Cancelled }),
  z.object({ ...lease, kind: z.literal('order_refund'), content: OrderRefund }),
  z.object({
    ...lease,
    kind: z.enum(['return_asked', 'return_received', 'return_refused']),
    content: Return,
  }),
  z.object({ ...lease, kind: z.literal('withdrawal_link'), content: Order }),
  z.object({ ...lease, kind: z.literal('staff_order'), content: NewOrders }),
  z.object({ ...lease, kind: z.literal('staff_decision'), content: Decision }),
  z.object({ ...lease, kind: z.literal('staff_release'), content: FailedRelease }),
  z.object({
    ...lease,
    kind: z.literal('complaint_received'),
    content: Complaint.extend({ email: z.string() }),
  }),
  z.object({
    ...lease,
    kind: z.literal('staff_complaint'),
    content: Complaint.extend({ emails: z.array(z.string()), from: z.string() }),
  }),
  z.object({ ...lease, kind: z.literal('back_in_stock'), content: BackInStock }),
]);
export type OwedMail = z.infer<typeof OwedMail>;
