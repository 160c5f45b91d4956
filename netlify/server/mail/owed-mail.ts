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
  /** The day by which it must be answered, as an ISO date. */
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

/** Includes the day by which the money is back, as an ISO date, and the part paid back outside Stripe. */
const RefundedPayment = Payment.extend({ refund_by: z.string(), outside_pence: amount });
/** A refunded payment without an order. */
export type RefundedPayment = z.infer<typeof RefundedPayment>;

/** Facts shared by all e-mails about an order. Days are ISO dates in the United Kingdom. */
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
/** An order, as all e-mails about it know it. */
export type MailedOrder = z.infer<typeof Order>;

const Parcel = Order.extend({
  carrier: z.string(),
  tracking_number: z.string().nullable(),
  /** Whether it corrects the carrier or number of an earlier e-mail. */
  corrected: z.boolean(),
  items: Units,
  /** Goods neither sent nor cancelled yet. */
  to_come: Units,
  arrives_from: z.string().nullable(),
  arrives_by: z.string().nullable(),
  delivered_on: z.string().nullable(),
  /** Whether all of the order has arrived. */
  last: z.boolean(),
  /** Last days of the shop's and the statutory period; null while something is still to be sent. */
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
  /** When it is cancelled, unless the owner undoes the withdrawal; null if it already is. */
  cancels_at: z.string().nullable(),
  items: Units,
  /** Whether all of the order is cancelled. */
  whole: z.boolean(),
  to_come: Units,
  /** Refund for them; null without one. */
  amount_pence: amount.nullable(),
  refund_by: z.string(),
});
/** Goods of an order that will not be sent. */
export type MailedCancellation = z.infer<typeof Cancelled>;

const OrderRefund = Order.extend({
  amount_pence: amount,
  /** The tax included in the order's prices, in basis points; 0 where it was added to them. */
  included_basis_points: z.int(),
  /** Whether Stripe asks the shopper for bank details. */
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
  /** Whether any of it has arrived. */
  arrived: z.boolean(),
  items: Units,
  received: Units,
  refund_by: z.string().nullable(),
  /** Whether any of it is still to be refunded. */
  refund_due: z.boolean(),
  /** Refunded for it, or owed. */
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
  /** Stripe's deadline for evidence. */
  due_by: z.string().nullable(),
});
/** A decision for managers. */
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
  /** Null if it was unscheduled since. */
  scheduled_for: z.string().nullable(),
  /** The reason; null if the release was changed since. */
  failure: FailureText.nullable(),
});
/** A release that could not be published at its time, for marketers. */
export type FailedRelease = z.infer<typeof FailedRelease>;

/** An e-mail that the shop owes, as the outbox returns it (`mail_content`). */
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
