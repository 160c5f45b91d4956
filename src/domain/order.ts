import { formatPounds } from './money.ts';
import type { Pence } from './money.ts';

/** One line of an order, with name and price at the time of purchase. */
export interface OrderItem {
  variantId: number;
  name: string;
  colour: string;
  price: Pence;
  quantity: number;
  /** The colour's current main picture: a URL, or a path on the API's host. */
  image: string | null;
}

/** Goods that come back. */
export interface OrderReturn {
  id: number;
  /** What the shopper writes on the parcel. */
  code: string;
  /** `withdrawal` by the law's 14 days, `return` by the shop's 30, `fault` for what is defective or wrong. */
  kind: string;
  /** `asked`, `received`, `settled`, `refused` or `called_off`. */
  state: string;
  /** By when it is to be sent; an ISO date. */
  sendBy: string;
  /** "2 × Bucket hat, Ink" */
  items: readonly string[];
  /** How many show what is wrong. */
  photos: number;
  /** Whether any of it is still to be refunded. */
  refundDue: boolean;
  /** The first order placed after it, as an exchange is; null for none, and behind the link of an e-mail. */
  nextOrder: number | null;
}

/** Something that has left. */
export interface OrderParcel {
  carrier: string;
  trackingNumber: string | null;
  /** Where the parcel can be followed. */
  trackingLink: string | null;
  /** ISO 8601 date-times. */
  sentAt: string;
  deliveredAt: string | null;
  items: readonly string[];
}

/** Money that went back, or is on its way. */
export interface OrderRefund {
  amount: Pence;
  /** ISO 8601 date-time. */
  at: string;
  arrived: boolean;
  /** The bank waits for the shopper's details. */
  needsShopper: boolean;
  /** By when it is there; an ISO date. */
  by: string;
}

/** What may be done with an order now. Days are ISO dates, included; null where the period has no end yet. */
interface OrderOptions {
  /** When it is cancelled, because somebody withdrew by number and address; ISO 8601 date-time or null. */
  cancelsAt: string | null;
  canCancel: boolean;
  canReturn: boolean;
  returnUntil: string | null;
  canWithdraw: boolean;
  withdrawUntil: string | null;
  /** Units that can come back. */
  returnable: readonly { variantId: number; quantity: number }[];
}

/** An order as its shopper sees it. */
export interface Order extends OrderOptions {
  id: number;
  /** As stored in the database, e.g. `processing`. */
  status: string;
  /** ISO 8601 date-time. */
  createdAt: string;
  /** What is still to come of what was promised: "Leaves by Wednesday 25 November, arrives 27–30 November". */
  promise: string | null;
  subtotal: Pence;
  /** Added to the prices, and its rate in per cent; both 0 where prices included the tax. */
  tax: Pence;
  taxPercent: number;
  /** Included in what was paid, and its rate in per cent; both 0 where the tax was added. */
  taxInside: Pence;
  insidePercent: number;
  /** The version of the terms that it was made under; see `termsAddress`. */
  termsVersion: number;
  shipping: Pence;
  shippingName: string;
  /** Charged beyond that, or less if negative; 0 for all but a few. */
  adjustment: Pence;
  total: Pence;
  /** Refunded so far. */
  refunded: Pence;
  /** Whether the shopper's bank claims the money back. */
  disputed: boolean;
  /** Lines of the parcel's address, from the name to the country. */
  delivery: readonly string[];
  items: readonly OrderItem[];
  /** Where its e-mails go. */
  email: string;
  /** Who it was billed to. */
  billingName: string;
  /** What happened to it, oldest first. */
  timeline: readonly { at: string; text: string }[];
  parcels: readonly OrderParcel[];
  refunds: readonly OrderRefund[];
  returns: readonly OrderReturn[];
  /** The returns after which it was placed. */
  afterReturns: readonly { code: string; order: number }[];
}

/** A status as displayed: `processing` becomes "Processing". */
export function statusText(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Statuses in other words than their names. */
const inWords: Readonly<Record<string, string>> = {
  part_dispatched: 'Partly sent',
  dispatched: 'Sent',
  return_requested: 'Return asked for',
};

/** Statuses that say more than what became of the money. */
const telling: ReadonlySet<string> = new Set(['cancelled', 'return_requested', 'returned']);

/** How an order stands, its money included. */
export function orderStatusText({
  status,
  total,
  refunded,
  disputed,
}: Pick<Order, 'status' | 'total' | 'refunded' | 'disputed'>): string {
  if (disputed) return 'Payment disputed';
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
