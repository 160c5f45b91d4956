import { formatPounds } from './money.ts';
import type { Pence } from './money.ts';

/** One piece of an order, with name and price as they were when it was bought. */
export interface OrderItem {
  variantId: number;
  name: string;
  colour: string;
  price: Pence;
  quantity: number;
  /** The colour's main picture of today: an address, or a path on the API's host. */
  image: string | null;
}

/** An order of the account. */
export interface Order {
  id: number;
  /** As the database has it, e.g. `processing`. */
  status: string;
  /** ISO 8601 date-time. */
  createdAt: string;
  subtotal: Pence;
  tax: Pence;
  shipping: Pence;
  shippingName: string;
  total: Pence;
  items: readonly OrderItem[];
}

/** A status as shoppers read it: `processing` is "Processing". */
export function statusText(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });

/** The day of an order in the shop's own time zone: "21 November 2026". */
export function orderDate(createdAt: string): string {
  return dates.format(new Date(createdAt));
}

/** What delivery cost, as shoppers read it. */
export function shippingText(shipping: Pence): string {
  return shipping === 0 ? 'Free' : formatPounds(shipping);
}
