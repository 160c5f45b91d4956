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

/** An order of the logged-in customer. */
export interface Order {
  id: number;
  /** As stored in the database, e.g. `processing`. */
  status: string;
  /** ISO 8601 date-time. */
  createdAt: string;
  /** What is still to come of what was promised: "Leaves by Wednesday 25 November, arrives 27–30 November". */
  promise: string | null;
  subtotal: Pence;
  tax: Pence;
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
}

/** A status as displayed: `processing` becomes "Processing". */
export function statusText(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How an order stands, its money included. */
export function orderStatusText({
  status,
  total,
  refunded,
  disputed,
}: Pick<Order, 'status' | 'total' | 'refunded' | 'disputed'>): string {
  if (disputed) return 'Payment disputed';
  if (refunded === 0) return statusText(status);
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
