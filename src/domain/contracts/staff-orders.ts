/**
 * Orders as staff see them, returned by `/api/staff/orders`, `/api/staff/order` and `/api/staff/orders-for-print`. The
 * shapes are made by supabase/schemas/orders/staff_orders.sql; money is whole pence, and null if the caller may not see it.
 * Times are ISO 8601 with the offset, days ISO dates in the United Kingdom.
 */
import * as z from 'zod';
import { CreditNotes } from './credit-notes.ts';
import { pence as checkedPence } from '../money/money.ts';
import {
  goodsStatuses,
  mailStatuses,
  moneyStatuses,
  returnKinds,
  orderWaits,
  returnStates,
  shippingZones,
  suppressionReasons,
  paymentMethods,
} from '../enums.ts';
import { PostalDelivery } from './postal-delivery.ts';
import { Label } from './staff-labels.ts';
import { PhotosAnswer } from './return-photos.ts';
import { reads } from './staff-call.ts';
import { rowIdText, searchText } from './staff-fields.ts';
import { TimelineEntry } from './timeline-entry.ts';

/** The studio's work lists, and all orders. */
export const staffLists = ['to_send', 'late', 'waiting', 'returns', 'decide', 'all'] as const;
export type StaffList = (typeof staffLists)[number];

/** Reasons to be in a list other than being due to be sent. */
const whyKinds = [
  'dispute',
  'review',
  'refund_failed',
  'refund_in_hand',
  'refund_surplus',
  'mail_parked',
  'refunded_unsent',
  'return_asked',
  'return_received',
  'payment_awaited',
  'link_open',
  'refund_needs_shopper',
  'withdrawal_declared',
] as const;
export type WhyKind = (typeof whyKinds)[number];

const GoodsStatus = z.enum(goodsStatuses);

const MoneyStatus = z.enum(moneyStatuses);

/** Includes the statuses of a checkout without an order. */
const AnyMoneyStatus = z.enum([...moneyStatuses, 'awaiting_payment', 'review', 'released']);
export type AnyMoneyStatus = z.output<typeof AnyMoneyStatus>;

const statuses = {
  /** Null without an order. */
  goods_status: GoodsStatus.nullable(),
  money_status: AnyMoneyStatus,
  /** How it was given, free of charge or for returned goods; null if its shopper placed it. */
  given_as: z.enum(['replacement', 'exchange', 'gift']).nullable(),
};

/** A day on which the shop may have sold something, in the format of a date field. */
const orderDay = z.iso.date().regex(/^20/, 'Not a day of this century.');

/** Filters of a list. */
export const ListFilters = z
  .object({
    /** `today`: due today, or already late. */
    leaves: z.enum(['today', 'later']),
    delivery: z.enum(['express', 'standard']),
    to: z.enum(shippingZones),
    /** Number of pieces still to be sent. */
    pieces: z.enum(['one', 'several']),
    /** Whether staff have written a note. */
    note: z.enum(['any']),
    goods: GoodsStatus,
    money: MoneyStatus,
    why: z.enum(whyKinds),
    /** First and last day of the orders, in the United Kingdom. */
    since: orderDay,
    until: orderDay,
  })
  .partial();
export type ListFilters = z.output<typeof ListFilters>;
export type FilterName = keyof ListFilters;

/** The filters that are set, with their values. */
export function filtersSet(filters: ListFilters): [FilterName, string][] {
  return ListFilters.keyof().options.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [[name, value]];
  });
}

/** The filters that each list offers. */
export const filtersOf: Readonly<Record<StaffList, readonly FilterName[]>> = {
  to_send: ['leaves', 'delivery', 'to', 'pieces', 'note'],
  late: ['delivery', 'to', 'pieces', 'note'],
  waiting: ['why'],
  returns: ['why'],
  decide: ['why'],
  all: ['goods', 'money', 'to', 'note', 'since', 'until'],
};

const amount = z.int().transform(checkedPence);
/** Null for packers. */
const money = amount.nullable();
const moment = z.string().transform((text) => new Date(text).toISOString());
const day = z.iso.date();

/** Number of orders waiting in each list. */
export const StaffCounts = z.object({
  to_send: z.int(),
  late: z.int(),
  waiting: z.int(),
  returns: z.int(),
  decide: z.int(),
});
export type StaffCounts = z.output<typeof StaffCounts>;

const Why = z.object({
  kind: z.enum(whyKinds),
  /** Id of the dispute, checkout, refund, event, mail, order or return (its number). */
  id: z.string(),
  /** Text for people: "The bank asks for evidence: fraudulent". */
  text: z.string(),
  /** Deadline, where there is one: a dispute's. */
  due_by: moment.nullable(),
});

const Item = z.object({
  variant_id: z.int(),
  product_name: z.string(),
  color_name: z.string(),
  quantity: z.int(),
  to_send: z.int(),
});

const Row = z.object({
  /** Key of this row in its list: a checkout may be there for two reasons. */
  key: z.string(),
  checkout: z.uuid(),
  order: z.int().nullable(),
  /** The shopper's reference for a payment without an order. */
  reference: z.string(),
  placed_at: moment,
  leaves_by: day.nullable(),
  /** Whether something is still to be sent after its promised day. */
  late: z.boolean(),
  /** The order's status; `awaiting_payment`, `review`, `refund_due` or `refunded` for a checkout without one. */
  status: z.string(),
  ...statuses,
  /** The parcel's recipient. */
  name: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  postcode: z.string().nullable(),
  shipping_name: z.string().nullable(),
  express: z.boolean(),
  units: z.int(),
  units_to_send: z.int(),
  items: z.array(Item),
  total_pence: money,
  why: Why.nullable(),
  /** Orders that would leave in the same parcel, were none of them sent apart. */
  apart: z.array(z.int()),
});

/** Other orders that leave in the same parcel: to the same person and address. */
const withOthers = {
  with: z.array(
    Row.extend({
      order: z.int(),
      /** With the codes by which a parcel is checked. */
      items: z.array(Item.extend({ sku: z.string(), gtin: z.string().nullable() })),
    }),
  ),
};

/** One row of a list: an order, or a checkout that has none. */
export const StaffRow = Row.extend(withOthers);
export type StaffRow = z.output<typeof StaffRow>;

/** A page of a list: `next` is the cursor of the next one, `total` counts all pages. */
export const StaffOrdersAnswer = z.object({
  rows: z.array(StaffRow),
  next: z.string().nullable(),
  /** Rows on the pages before. */
  before: z.int(),
  total: z.int(),
  /** Whether a carrier is chosen that sells labels. */
  sells_labels: z.boolean(),
});
export type StaffOrdersAnswer = z.output<typeof StaffOrdersAnswer>;

const Line = z.object({
  variant_id: z.int(),
  product_id: z.int(),
  product_name: z.string(),
  color_name: z.string(),
  sku: z.string(),
  gtin: z.string().nullable(),
  /** The colour's current main picture: a URL, or a path on this host. */
  image: z.string().nullable(),
  ordered: z.int(),
  sent: z.int(),
  cancelled: z.int(),
  to_send: z.int(),
  /** Units that the shopper is returning. */
  return_asked: z.int(),
  /** Units that came back. */
  returned: z.int(),
  /** Units refunded, or owed. */
  refunded: z.int(),
  /** Units owed that Stripe has not taken yet. */
  refund_owed: z.int(),
  /** Units that may be sent again: sent, paid, not back and not replaced yet. */
  replaceable: z.int(),
  /** Units whose price pays for another order, given in exchange. */
  exchanged: z.int(),
  /** Colours in stock, its own among them, that its units can be swapped or exchanged for. */
  swaps: z.array(z.object({ variant_id: z.int(), color_name: z.string(), free: z.int() })),
  unit_pence: money,
});

const Unit = z.object({ variant_id: z.int(), quantity: z.int() });
const Units = z.array(Unit);

const Parcel = z.object({
  id: z.int(),
  carrier: z.string(),
  tracking_number: z.string().nullable(),
  sent_at: moment,
  delivered_at: moment.nullable(),
  /** Days on which it is expected, an estimate; null once it is delivered. */
  expected: z.object({ arrives_from: day, arrives_by: day }).nullable(),
  /** Other orders with pieces in the same parcel. */
  with: z.array(z.int()),
  /** With the batch that was sent, if known. */
  items: z.array(Unit.extend({ batch: z.string().nullable() })),
});

const Return = z.object({
  id: z.int(),
  code: z.string(),
  kind: z.enum(returnKinds),
  state: z.enum(returnStates),
  reason: z.string().nullable(),
  /** Pieces that the shopper would like instead, until that is agreed. */
  wish: z.array(
    z.object({
      from: z.int(),
      to: z.int(),
      quantity: z.int(),
      product_name: z.string(),
      color_name: z.string(),
    }),
  ),
  asked_at: moment,
  received_at: moment.nullable(),
  closed_at: moment.nullable(),
  /** The first order that the shopper placed after it, such as an exchange. */
  next_order: z.int().nullable(),
  /** Whether that was agreed with it. */
  is_exchange: z.boolean(),
  /** Number of photos that show the fault. */
  photos: z.int(),
  /** The label that the shop buys for it, if any. */
  labels: z.array(Label),
  /** Part of the delivery charge to refund with the received goods. */
  delivery_pence: money,
  items: z.array(
    z.object({
      variant_id: z.int(),
      quantity: z.int(),
      restocked: z.int(),
      written_off: z.int(),
      /** Units refunded for this very return, or owed. */
      refunded: z.int(),
    }),
  ),
});

const Mail = z.object({
  id: z.uuid(),
  kind: z.string(),
  /** joined: covered by another e-mail, to staff, about several orders. */
  status: z.enum(mailStatuses),
  created_at: moment,
  /** Earliest time of the next try. */
  due_at: moment,
  sent_at: moment.nullable(),
  attempts: z.int(),
  last_error: z.string().nullable(),
});

/** As `order_refund_states` derives it; `due` when Stripe has not answered yet: the sweep goes on. */
export const OrderRefundState = z.enum([
  'due',
  'pending',
  'requires_action',
  'succeeded',
  'failed',
  'given_up',
]);

const Refund = z.object({
  /** Id of the order's refund; without one (made at Stripe's dashboard, or without an order) that of the ledger. */
  id: z.guid(),
  /**
   * `order`: decided here, `retry` and `give_up` apply. `dashboard`: made at Stripe. `checkout`: refund of a payment
   * without an order; `outside`: the same, paid in another way; `credit`: the same, to a gift card.
   */
  source: z.enum(['order', 'dashboard', 'checkout', 'outside', 'credit']),
  state: z.enum([...OrderRefundState.options, 'cancelled']),
  reason: z.string().nullable(),
  return_id: z.int().nullable(),
  asked_at: moment,
  settled_at: moment.nullable(),
  goods_pence: money,
  tax_pence: money,
  shipping_pence: money,
  goodwill_pence: money,
  deduction_pence: money,
  amount_pence: amount,
  /** Parts of it that went to gift cards. */
  cards: z.array(z.object({ code_end: z.string(), amount_pence: amount, is_new: z.boolean() })),
  failures: z.int(),
  last_failure: z.string().nullable(),
  given_up_because: z.string().nullable(),
  /** Stripe's ids of its attempts, as far as Stripe has them. */
  stripe_ids: z.array(z.string()),
  items: Units,
});

const Dispute = z.object({
  id: z.string(),
  amount_pence: amount,
  reason: z.string(),
  status: z.string(),
  due_by: moment.nullable(),
  created_at: moment,
  closed_at: moment.nullable(),
});

const Money = z.object({
  currency: z.string(),
  method: z.enum(paymentMethods),
  subtotal_pence: amount,
  discount_pence: amount,
  /** The discount code; null without one. */
  code: z.string().nullable(),
  /** The order whose pieces pay for the discount; null for any other. */
  paid_with: z.int().nullable(),
  tax_pence: amount,
  tax_basis_points: z.int(),
  /** Rate of the tax included in the prices, where it is not added to them. */
  included_basis_points: z.int(),
  tax_inside_pence: amount,
  shipping_pence: amount,
  adjustment_pence: amount,
  charged_pence: amount,
  /** The part of it that a gift card paid. */
  credit_pence: amount,
  /** Refunds that Stripe has taken, arrived or not. */
  refunded_pence: amount,
  /** Decided, but not at Stripe yet. */
  owed_pence: amount,
  /** Amount that can still be refunded, once no dispute is open. */
  rest_pence: amount,
  /** Part of the delivery charge that no refund has returned yet. */
  shipping_rest_pence: amount,
  disputed: z.boolean(),
  /** Whether Stripe accepts no refunds until a dispute is decided. */
  refunds_wait: z.boolean(),
  refunds: z.array(Refund),
  credit_notes: CreditNotes,
  disputes: z.array(Dispute),
  stripe_session_id: z.string().nullable(),
  stripe_payment_intent_id: z.string().nullable(),
});

/** Everything about one order, or about a checkout that has none. */
export const StaffOrder = z.object({
  checkout: z.uuid(),
  order: z.int().nullable(),
  reference: z.string(),
  placed_at: moment,
  status: z.string(),
  ...statuses,
  /** The checkout's status: `review` waits for a person. */
  checkout_status: z.string(),
  promise: z
    .object({ leaves_by: day, arrives_from: day, arrives_by: day, late: z.boolean() })
    .nullable(),
  shopper: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    /** The customer's id in the studio; null once the address is erased, and without an order. */
    customer: z.int().nullable(),
    /** Why e-mails may not arrive. */
    mail_trouble: z.enum(suppressionReasons).nullable(),
  }),
  /** The shopper's gift message and note to the packer; null without any. */
  words: z.object({ gift_message: z.string().nullable(), note: z.string().nullable() }).nullable(),
  /** ISO 3166-1 alpha-2: the country that set the postage. */
  country: z.string(),
  /** The shopper's delivery address; null until it is paid. Never changes. */
  delivery: PostalDelivery.nullable(),
  /** Address to print on the parcel, where a person corrected it. */
  label: PostalDelivery.nullable(),
  shipping_name: z.string().nullable(),
  express: z.boolean(),
  units_to_send: z.int(),
  ...withOthers,
  apart: Row.shape.apart,
  lines: z.array(Line),
  parcels: z.array(Parcel),
  /** Labels bought from a carrier's API, or refused. */
  labels: z.array(Label),
  /** The shop's period for returns; null while something is still to be sent. */
  return_window: z
    .object({
      /** Whether the period is counted from the delivery and not from an estimate of it. */
      delivery_known: z.boolean(),
      return_until: day,
    })
    .nullable(),
  returns: z.array(Return),
  /** The returns after which it was placed, with their orders. */
  after_returns: z.array(z.object({ code: z.string(), order: z.int() })),
  /** Reason why it must not leave yet. */
  waits_for: z.enum(orderWaits).nullable(),
  /** Why it was given away. */
  gift: z.string().nullable(),
  /** The order to which staff added its pieces. */
  added_to: z.int().nullable(),
  /** Pieces that staff added to it, paid by a link or waiting for that. */
  additions: z.array(
    z.object({ checkout: z.uuid(), order: z.int().nullable(), status: z.string() }),
  ),
  /** The order whose pieces it is given for, and their return, unless they never left. */
  exchange_of: z.object({ order: z.int(), code: z.string().nullable() }).nullable(),
  /** The order whose pieces it sends again, free of charge. */
  replaces: z.int().nullable(),
  replaced_by: z.array(z.int()),
  mails: z.array(Mail),
  timeline: z.array(TimelineEntry),
  whys: z.array(Why),
  /** Null for a packer. */
  money: Money.nullable(),
});
export type StaffOrder = z.output<typeof StaffOrder>;

/** Papers for several orders: a packing slip for each parcel, and the pick list. */
export const OrdersForPrint = z.object({
  slips: z.array(
    z.object({
      leaves_by: day,
      shipping_name: z.string(),
      express: z.boolean(),
      /** ISO 3166-1 alpha-2. */
      country: z.string(),
      /** The label's address, as corrected. */
      address: PostalDelivery,
      /** Orders in the parcel. */
      orders: z.array(
        z.object({
          order: z.int(),
          reference: z.string(),
          placed_at: moment,
          /** The shopper's words for the recipient, and for the packer. */
          gift_message: z.string().nullable(),
          note: z.string().nullable(),
          /** Lines still to be sent. */
          lines: z.array(
            z.object({
              variant_id: z.int(),
              product_name: z.string(),
              color_name: z.string(),
              sku: z.string(),
              quantity: z.int(),
            }),
          ),
          /** Whether the rest of the order was sent before, or cancelled. */
          part: z.boolean(),
        }),
      ),
    }),
  ),
  /** By product and colour. */
  pick: z.array(
    z.object({
      variant_id: z.int(),
      product_name: z.string(),
      color_name: z.string(),
      sku: z.string(),
      image: z.string().nullable(),
      quantity: z.int(),
      orders: z.array(z.int()),
    }),
  ),
  /** Requested orders with nothing to send: sent, cancelled, disputed, refunded, or unknown. */
  left_out: z.array(z.object({ order: z.int(), status: z.string().nullable() })),
});
export type OrdersForPrint = z.output<typeof OrdersForPrint>;

/** Maximum number of orders printed in one job. */
export const mostPrinted = 500;

const OrdersQuery = ListFilters.extend({
  list: z.enum(staffLists, 'There is no such list.'),
  q: searchText.default(''),
  /** `next` of the previous page. */
  after: z
    .string()
    .regex(/^[\w.-]{1,300}$/, 'The list has no such page.')
    .optional(),
}).transform(({ list, q, after, ...filters }, context) => {
  for (const name of ListFilters.keyof().options) {
    if (filters[name] === undefined || filtersOf[list].includes(name)) continue;
    const message = 'This list is not filtered by that.';
    context.addIssue({ code: 'custom', path: [name], message });
  }
  return { list, q, after, filters };
});

/** A page of fifty rows of a list. */
export const getOrders = reads('/api/staff/orders', OrdersQuery, StaffOrdersAnswer);

const OrderQuery = z.union(
  [z.strictObject({ order: rowIdText }), z.strictObject({ checkout: z.uuid('Not a valid id.') })],
  'Name one order or one checkout.',
);

/** One order by its number, or a checkout by its id. @throws 404 */
export const getOrder = reads('/api/staff/order', OrderQuery, StaffOrder);

/** The photos of an order's returns; their addresses work for fifteen minutes. @throws 404 */
export const getReturnPhotos = reads(
  '/api/staff/return-photos',
  z.object({ order: rowIdText }),
  PhotosAnswer,
);

const PrintQuery = z.object({
  /** Comma-separated order numbers. */
  orders: z
    .string('Name the orders.')
    .transform((text) => text.split(','))
    .pipe(z.array(rowIdText).max(mostPrinted, `Print at most ${mostPrinted} orders at once.`)),
});

/** Packing slips, in the order given, and the pick list of several orders. */
export const getOrdersForPrint = reads('/api/staff/orders-for-print', PrintQuery, OrdersForPrint);
