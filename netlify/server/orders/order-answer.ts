import type { ReturnLabel } from '#domain/orders/return-label.ts';
import { trackingLink } from '#domain/orders/carrier.ts';
import { dutiesText } from '#domain/countries/duties.ts';
import { penceToPounds } from '#domain/money/money.ts';
import { daysText, openPromiseText } from '#domain/orders/order-promise.ts';
import { goesBackTexts, paidTexts } from '#domain/orders/payment-words.ts';
import { timelineText } from '#domain/orders/order-timeline.ts';
import { deliveryLines } from '#domain/postal/delivery-lines.ts';
import { returnLabelLink } from '../mail/order-link.ts';
import type { ShopperOrder } from './shopper-order.ts';

/** Statuses of orders with something still to leave. A parcel under way has its own dates. */
const toSend: ReadonlySet<string> = new Set(['processing', 'part_dispatched', 'part_refunded']);

/** Formats units of an order's lines for people: "2 × Bucket hat, Ink". */
function namesOf(items: ShopperOrder['items']) {
  return ({ variant_id, quantity }: { variant_id: number; quantity: number }): string => {
    const item = items.find((each) => each.variant_id === variant_id);
    return `${quantity} × ${item ? `${item.product_name}, ${item.color_name}` : variant_id}`;
  };
}

/** The open part of an order's promise; null once nothing is open, or if the money was refunded or is disputed. */
function promiseOf(order: Omit<ShopperOrder, 'items'>): string | null {
  const off =
    order.cancels_at !== null || order.disputed || order.refunded_pence >= order.order_amount_pence;
  return off || !toSend.has(order.status) ? null : openPromiseText(order, new Date());
}

/** An order's status as its shopper sees it: another order has pieces of one that has none left. */
function statusOf({ status, timeline }: Omit<ShopperOrder, 'items'>): string {
  const wasSwapped = status === 'cancelled' && timeline.some(({ kind }) => kind === 'exchanged');
  return wasSwapped ? 'exchanged' : status;
}

/** The label of a return, with links that work without a login; `paper` is null while it is being bought. */
function labelAnswer({ id, state, carrier, tracking_number, has_code, scan }: ReturnLabel) {
  return {
    paper: state === 'bought' ? returnLabelLink(id, 'label', '') : null,
    code: state === 'bought' && has_code ? returnLabelLink(id, 'code', '') : null,
    carrier,
    tracking_link: trackingLink(carrier, tracking_number),
    under_way: scan !== null && scan !== 'announced',
  };
}

/** An order in the shape of the API, with amounts in pounds. */
export function orderAnswer({ items, ...order }: ShopperOrder) {
  const nameOf = namesOf(items);
  return {
    id: order.id,
    status: statusOf(order),
    created_at: order.created_at,
    promise: promiseOf(order),
    amount: penceToPounds(order.subtotal_pence),
    changed: penceToPounds(order.changed_pence),
    discount: penceToPounds(order.discount_pence),
    code: order.code,
    paid_with: order.paid_with,
    paid_by: paidTexts[order.method],
    goes_back: goesBackTexts[order.gift_card ? 'credit' : order.method],
    gift_card: order.gift_card && {
      code_end: order.gift_card.code_end,
      paid: penceToPounds(order.gift_card.paid_pence),
      left: penceToPounds(order.gift_card.left_pence),
    },
    tax: penceToPounds(order.tax_pence),
    tax_percent: order.tax_basis_points / 100,
    tax_inside: penceToPounds(order.tax_inside_pence),
    inside_percent: order.included_basis_points / 100,
    terms: order.terms_version,
    shipping_cost: penceToPounds(order.shipping_pence),
    shipping_name: order.shipping_name,
    adjustment: penceToPounds(order.adjustment_pence),
    order_amount: penceToPounds(order.order_amount_pence),
    refunded: penceToPounds(order.refunded_pence),
    disputed: order.disputed,
    total_items: order.total_items,
    delivery: deliveryLines(order.delivery),
    duties: dutiesText(order.duties),
    items: items.map((item) => ({
      product: item.product_id,
      color_variant: item.variant_id,
      product_name: item.product_name,
      color_name: item.color_name,
      product_price: penceToPounds(item.unit_pence),
      quantity: item.quantity,
      image: item.image,
      cancelled: order.cancelled[item.variant_id] ?? 0,
      became: order.became
        .filter(({ variant_id }) => variant_id === item.variant_id)
        .map((piece) => ({
          quantity: piece.quantity,
          name: `${piece.product_name}, ${piece.color_name}`,
          order: piece.order,
        })),
    })),
    email: order.email,
    billing_name: order.billing_name,
    cancels_at: order.cancels_at,
    can_cancel: order.can_cancel,
    can_return: order.can_return,
    return_until: order.return_until,
    can_withdraw: order.can_withdraw,
    withdraw_until: order.withdraw_until,
    has_return_labels: order.has_return_labels,
    /** The day from which these periods count, while it is an estimate. */
    estimated_from: order.delivery_known ? null : order.counted_from,
    returnable: order.returnable.map(({ variant_id, quantity }) => ({
      color_variant: variant_id,
      quantity,
    })),
    timeline: order.timeline.flatMap((entry) => {
      const text = timelineText(entry);
      return text === null ? [] : [{ at: entry.at, text }];
    }),
    parcels: order.parcels.map((parcel) => ({
      carrier: parcel.carrier,
      tracking_number: parcel.tracking_number,
      tracking_link: trackingLink(parcel.carrier, parcel.tracking_number),
      sent_at: parcel.sent_at,
      delivered_at: parcel.delivered_at,
      expected:
        parcel.expected && daysText(parcel.expected.arrives_from, parcel.expected.arrives_by),
      items: parcel.items.map(nameOf),
    })),
    refunds: order.refunds.map((refund) => ({
      amount: penceToPounds(refund.amount_pence),
      deduction: penceToPounds(refund.deduction_pence),
      deduction_reason: refund.deduction_reason,
      at: refund.at,
      arrived: refund.arrived,
      needs_shopper: refund.needs_shopper,
      by: refund.refund_by,
    })),
    owed: penceToPounds(order.owed_pence),
    refund_failed: order.refund_failed,
    credit_notes: order.credit_notes.map((note) => ({
      number: note.number,
      cancels: note.cancels,
      issued_at: note.issued_at,
      amount: penceToPounds(note.amount_pence),
      tax: penceToPounds(note.tax_pence),
      tax_percent: note.rate_basis_points / 100,
      goods: penceToPounds(note.goods_pence),
      deduction: penceToPounds(note.deduction_pence),
      deduction_reason: note.deduction_reason,
      reason: note.reason,
      shipping: penceToPounds(note.shipping_pence),
      goodwill: penceToPounds(note.goodwill_pence),
      items: note.items.map(({ name, quantity, pence }) => ({
        name,
        quantity,
        amount: penceToPounds(pence),
      })),
    })),
    returns: order.returns.map(({ items: back, label, ...each }) => ({
      ...each,
      label: label && labelAnswer(label),
      items: back.map(nameOf),
    })),
    after_returns: order.after_returns,
  };
}

/** An order for anyone with the link in its e-mails: without the shopper's other orders. */
export function linkedOrderAnswer(order: ShopperOrder) {
  return orderAnswer({
    ...order,
    returns: order.returns.map((back) => ({ ...back, next_order: null })),
    after_returns: [],
  });
}
