import { formatPounds } from '../money/money.ts';
import type { CreditNote } from '../money/credit-note.ts';
import type { Pence } from '../money/money.ts';

/** One line of an order, with name and price at the time of purchase. */
export interface OrderItem {
  variantId: number;
  name: string;
  colour: string;
  price: Pence;
  quantity: number;
  /** The colour's current main picture: a URL, or a path on the API's host. */
  image: string | null;
  /** Units that will not be sent. */
  cancelled: number;
  /** Units exchanged for pieces ("Sunglasses, Black") of another order, which is null until the link for them is paid. */
  became: readonly { quantity: number; name: string; order: number | null }[];
}

/** The label that the shop pays for, to send a return back. */
export interface ReturnLabel {
  /** Address of the PDF; null while the label is being bought. */
  paper: string | null;
  /** Address of a QR code that the carrier takes in its place; null for none. */
  code: string | null;
  carrier: string;
  trackingLink: string | null;
  /** Whether the carrier has the parcel. */
  isUnderWay: boolean;
}

/** A return of goods. */
export interface OrderReturn {
  id: number;
  /** The code the shopper writes on the parcel. */
  code: string;
  /**
   * `withdrawal` within the statutory 14 days, `return` within the shop's 30, `fault` for a defective or
   * wrong item.
   */
  kind: string;
  /** `asked`, `received`, `settled`, `refused` or `called_off`. */
  state: string;
  /** Last day to send it, an ISO date. */
  sendBy: string;
  /** "2 × Bucket hat, Ink" */
  items: readonly string[];
  /** Number of photos of the fault. */
  photos: number;
  /** The label that the shop pays for; null for none. */
  label: ReturnLabel | null;
  /** Whether part of it is still to be refunded. */
  refundDue: boolean;
  /**
   * The first order placed after it, for an exchange; null for none, and on the page opened from an
   * e-mail link.
   */
  nextOrder: number | null;
  /** Pieces wanted instead ("1 × Sunglasses, Black"), until the shop has decided. */
  wish: readonly string[];
}

/** A dispatched parcel. */
export interface OrderParcel {
  carrier: string;
  trackingNumber: string | null;
  /** The parcel's tracking page. */
  trackingLink: string | null;
  /** ISO 8601 date-times. */
  sentAt: string;
  deliveredAt: string | null;
  /** Estimated days of arrival, "27–30 November"; null once it is delivered. */
  expected: string | null;
  items: readonly string[];
}

/** A refund, arrived or on its way. */
export interface OrderRefund {
  amount: Pence;
  /** Deducted for use before. */
  deduction: Pence;
  deductionReason: string | null;
  /** ISO 8601 date-time. */
  at: string;
  arrived: boolean;
  /** The bank needs the shopper's details. */
  needsShopper: boolean;
  /** Latest expected arrival, an ISO date. */
  by: string;
}

/**
 * The actions an order currently allows. Days are inclusive ISO dates; null if the period has no end
 * yet.
 */
interface OrderOptions {
  /** When it is cancelled because of a withdrawal by number and address; ISO 8601 date-time or null. */
  cancelsAt: string | null;
  canCancel: boolean;
  canReturn: boolean;
  returnUntil: string | null;
  canWithdraw: boolean;
  withdrawUntil: string | null;
  /** Whether the shop provides labels for returns of any kind. */
  hasReturnLabels: boolean;
  /** The day from which these days count while the delivery is unknown: an estimate. */
  estimatedFrom: string | null;
  /** Units that can be returned. */
  returnable: readonly { variantId: number; quantity: number }[];
}

/** An order as its shopper sees it. */
export interface Order extends OrderOptions {
  id: number;
  /** As stored in the database, e.g. `processing`, or `exchanged` if another order has its pieces. */
  status: string;
  /** ISO 8601 date-time. */
  createdAt: string;
  /** The open part of the promise: "Leaves by Wednesday 25 November, arrives 27–30 November". */
  promise: string | null;
  /** Prices of the items. */
  subtotal: Pence;
  /** Paid beyond these, for pieces that became cheaper ones; the difference is refunded. */
  changed: Pence;
  /** Off the goods, by the discount code; 0 for one that gave free delivery. */
  discount: Pence;
  /** The gift card that paid part of it, and what is left on it; null without one. */
  giftCard: { end: string; paid: Pence; left: Pence } | null;
  code: string | null;
  /** The order whose swapped pieces pay for the discount. */
  paidWith: number | null;
  /** How it was paid, "by card or account", and how money goes back, "goes back to the card …". */
  paidBy: string;
  goesBack: string;
  /** Tax added to the prices, and its rate in per cent; both 0 if prices included it. */
  tax: Pence;
  taxPercent: number;
  /** Tax included in the price paid, and its rate in per cent; both 0 if it was added. */
  taxInside: Pence;
  insidePercent: number;
  /** The version of the terms it was placed under; see `termsAddress`. */
  termsVersion: number;
  shipping: Pence;
  shippingName: string;
  /** Charged on top of the price, or less if negative; almost always 0. */
  adjustment: Pence;
  total: Pence;
  /** Refunded so far. */
  refunded: Pence;
  /** Whether the payment is disputed by the shopper's bank. */
  disputed: boolean;
  /** The delivery address's lines, from the name to the country. */
  delivery: readonly string[];
  /** Text on duties and taxes, as stated before payment; null within the United Kingdom. */
  duties: string | null;
  items: readonly OrderItem[];
  /** Recipient of the order's e-mails. */
  email: string;
  /** The billed person's name. */
  billingName: string;
  /** The order's events, oldest first. */
  timeline: readonly { at: string; text: string }[];
  parcels: readonly OrderParcel[];
  refunds: readonly OrderRefund[];
  /** Still to be refunded. */
  owed: Pence;
  /** Whether some of that came back or was refused. */
  refundFailed: boolean;
  creditNotes: readonly CreditNote[];
  returns: readonly OrderReturn[];
  /** Returns it was placed after, as an exchange. */
  afterReturns: readonly { code: string; order: number }[];
}

/** A status as displayed: `processing` becomes "Processing". */
export function statusText(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Texts for statuses that are not shown by their name. */
const inWords: Readonly<Record<string, string>> = {
  part_dispatched: 'Partly sent',
  dispatched: 'Sent',
  return_requested: 'Return asked for',
};

/** Statuses that take precedence over the payment's state. */
const telling: ReadonlySet<string> = new Set([
  'cancelled',
  'exchanged',
  'return_requested',
  'returned',
]);

/** An order's state, including its payment. */
export function orderStatusText({
  status,
  total,
  refunded,
  owed,
  refundFailed,
  disputed,
}: Pick<Order, 'status' | 'total' | 'refunded' | 'owed' | 'refundFailed' | 'disputed'>): string {
  if (disputed) return 'Payment disputed';
  if (refundFailed) return `${formatPounds(owed)} owed to you`;
  if (refunded === 0 || telling.has(status)) return inWords[status] ?? statusText(status);
  return refunded >= total ? 'Refunded' : `Partly refunded ${formatPounds(refunded)}`;
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });

/** An order's date in the shop's time zone: "21 November 2026". */
export function orderDate(createdAt: string): string {
  return dates.format(new Date(createdAt));
}

/** The cost of delivery, as displayed. */
export function shippingText(shipping: Pence): string {
  return shipping === 0 ? 'Free' : formatPounds(shipping);
}
