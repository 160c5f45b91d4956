import type { CreditNote } from '#domain/money/credit-note.ts';
import { pence } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import type {
  Order,
  OrderItem,
  OrderParcel,
  OrderRefund,
  OrderReturn,
  ReturnLabel,
} from '#domain/orders/order.ts';
import { isRecord } from '#domain/basics/record.ts';
import { isText } from '#domain/basics/shape.ts';
import { readList, readNumber, readPounds, readRecord, readText } from './http/answer.ts';

function textOrNull(value: unknown): string | null {
  return value === null ? null : readText(value);
}

function readItem(item: Record<string, unknown>): OrderItem {
  return {
    variantId: readNumber(item.color_variant),
    name: readText(item.product_name),
    colour: readText(item.color_name),
    price: readPounds(item.product_price),
    quantity: readNumber(item.quantity),
    image: textOrNull(item.image),
    cancelled: readNumber(item.cancelled),
    became: readList(item.became, isRecord).map((piece) => ({
      quantity: readNumber(piece.quantity),
      name: readText(piece.name),
      order: piece.order === null ? null : readNumber(piece.order),
    })),
  };
}

function readGiftCard(card: unknown): Order['giftCard'] {
  const { code_end, paid, left } = readRecord(card);
  return { end: readText(code_end), paid: readPounds(paid), left: readPounds(left) };
}

function readParcel(parcel: Record<string, unknown>): OrderParcel {
  return {
    carrier: readText(parcel.carrier),
    trackingNumber: textOrNull(parcel.tracking_number),
    trackingLink: textOrNull(parcel.tracking_link),
    sentAt: readText(parcel.sent_at),
    deliveredAt: textOrNull(parcel.delivered_at),
    expected: textOrNull(parcel.expected),
    items: readList(parcel.items, isText),
  };
}

function readRefund(refund: Record<string, unknown>): OrderRefund {
  return {
    amount: readPounds(refund.amount),
    deduction: readPounds(refund.deduction),
    deductionReason: textOrNull(refund.deduction_reason),
    at: readText(refund.at),
    arrived: refund.arrived === true,
    needsShopper: refund.needs_shopper === true,
    by: readText(refund.by),
  };
}

function readCreditNote(note: Record<string, unknown>): CreditNote {
  return {
    number: readNumber(note.number),
    cancels: note.cancels === null ? null : readNumber(note.cancels),
    issuedAt: readText(note.issued_at),
    amount: readPounds(note.amount),
    tax: readPounds(note.tax),
    taxPercent: readNumber(note.tax_percent),
    goods: readPounds(note.goods),
    deduction: readPounds(note.deduction),
    deductionReason: textOrNull(note.deduction_reason),
    reason: textOrNull(note.reason),
    shipping: readPounds(note.shipping),
    goodwill: readPounds(note.goodwill),
    items: readList(note.items, isRecord).map((item) => ({
      name: readText(item.name),
      quantity: readNumber(item.quantity),
      amount: readPounds(item.amount),
    })),
  };
}

function readLabel(label: Record<string, unknown>): ReturnLabel {
  return {
    paper: textOrNull(label.paper),
    code: textOrNull(label.code),
    carrier: readText(label.carrier),
    trackingLink: textOrNull(label.tracking_link),
    isUnderWay: label.under_way === true,
  };
}

function readReturn(back: Record<string, unknown>): OrderReturn {
  return {
    id: readNumber(back.id),
    code: readText(back.code),
    kind: readText(back.kind),
    state: readText(back.state),
    sendBy: readText(back.send_by),
    items: readList(back.items, isText),
    photos: readNumber(back.photos),
    label: isRecord(back.label) ? readLabel(back.label) : null,
    refundDue: back.refund_due === true,
    wish: readList(back.wish, isRecord).map(
      (piece) =>
        `${readNumber(piece.quantity)} × ${readText(piece.product_name)}, ${readText(piece.color_name)}`,
    ),
    nextOrder: back.next_order === null ? null : readNumber(back.next_order),
  };
}

/** Parses an order from the API. @throws TypeError if it is invalid. */
export function readOrder(order: Record<string, unknown>): Order {
  return {
    id: readNumber(order.id),
    status: readText(order.status),
    createdAt: readText(order.created_at),
    promise: textOrNull(order.promise),
    subtotal: readPounds(order.amount),
    changed: readPounds(order.changed),
    discount: readPounds(order.discount),
    giftCard: order.gift_card === null ? null : readGiftCard(order.gift_card),
    code: textOrNull(order.code),
    tax: readPounds(order.tax),
    taxPercent: readNumber(order.tax_percent),
    taxInside: readPounds(order.tax_inside),
    insidePercent: readNumber(order.inside_percent),
    termsVersion: readNumber(order.terms),
    shipping: readPounds(order.shipping_cost),
    shippingName: readText(order.shipping_name),
    adjustment: readPounds(order.adjustment),
    total: readPounds(order.order_amount),
    refunded: readPounds(order.refunded),
    disputed: order.disputed === true,
    delivery: readList(order.delivery, isText),
    duties: textOrNull(order.duties),
    items: readList(order.items, isRecord).map(readItem),
    email: readText(order.email),
    billingName: readText(order.billing_name),
    cancelsAt: textOrNull(order.cancels_at),
    canCancel: order.can_cancel === true,
    canReturn: order.can_return === true,
    returnUntil: textOrNull(order.return_until),
    canWithdraw: order.can_withdraw === true,
    withdrawUntil: textOrNull(order.withdraw_until),
    hasReturnLabels: order.has_return_labels === true,
    estimatedFrom: textOrNull(order.estimated_from),
    returnable: readList(order.returnable, isRecord).map((units) => ({
      variantId: readNumber(units.color_variant),
      quantity: readNumber(units.quantity),
    })),
    timeline: readList(order.timeline, isRecord).map((entry) => ({
      at: readText(entry.at),
      text: readText(entry.text),
    })),
    parcels: readList(order.parcels, isRecord).map(readParcel),
    refunds: readList(order.refunds, isRecord).map(readRefund),
    owed: readPounds(order.owed),
    refundFailed: order.refund_failed === true,
    creditNotes: readList(order.credit_notes, isRecord).map(readCreditNote),
    returns: readList(order.returns, isRecord).map(readReturn),
    paidWith: typeof order.paid_with === 'number' ? order.paid_with : null,
    paidBy: readText(order.paid_by),
    goesBack: readText(order.goes_back),
    afterReturns: readList(order.after_returns, isRecord).map((back) => ({
      code: readText(back.code),
      order: readNumber(back.order),
    })),
  };
}

/** The order in a response that has one. @throws TypeError if it has none. */
export function readOrderAnswer(body: unknown): Order {
  return readOrder(readRecord(readRecord(body).order));
}

/** The refund of a cancellation that was only asked about. @throws TypeError if it is invalid. */
export function readForeseen(body: unknown): Pence {
  return pence(readNumber(readRecord(body).refund_pence));
}

/** A piece to be had instead of one that is returned. */
export interface ExchangeOffer {
  variantId: number;
  /** "Sunglasses, Black" */
  name: string;
  /** Difference in pence, for all units: to pay or, below 0, refunded. */
  cost: number;
}

/** @throws TypeError if it is invalid. */
export function readOffers(body: unknown): ExchangeOffer[] {
  return readList(readRecord(body).offers, isRecord).map((offer) => ({
    variantId: readNumber(offer.variant_id),
    name: `${readText(offer.name)}, ${readText(offer.colour)}`,
    cost: readNumber(offer.cost_pence),
  }));
}
