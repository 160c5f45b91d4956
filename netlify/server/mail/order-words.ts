import { company } from '#brand/company.ts';
import { orderDate } from '#domain/orders/order.ts';
import type { Link, Row, Section } from './notice.ts';
import { orderLink, withdrawLink } from './order-link.ts';
import type { MailedOrder, Units } from './owed-mail.ts';

/** Formats a PostgreSQL timestamp as a day in the shop's time zone: "21 November 2026". */
function dateOf(time: string): string {
  return orderDate(new Date(time).toISOString());
}

const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/London',
});

/** "22 November 2026 at 14:03, UK time" */
export function momentText(time: string): string {
  return `${moments.format(new Date(time))}, UK time`;
}

/** "order 7 of 21 November 2026" */
export function orderName({ order, placed_at }: Pick<MailedOrder, 'order' | 'placed_at'>): string {
  return `order ${order} of ${dateOf(placed_at)}`;
}

/** Rows for goods, with their pictures: "2 × Boss Beanie, Rust". */
export function unitRows(units: Units): Row[] {
  return units.map(({ product_name, color_name, quantity, image }) => ({
    what: `${quantity} × ${product_name}, ${color_name}`,
    image,
  }));
}

/** A section for goods; none if there are none. */
export function unitsSection(
  title: string,
  units: Units,
  texts: readonly string[] = [],
): Section[] {
  return units.length === 0 ? [] : [{ title, rows: unitRows(units), texts }];
}

/** Link to the order page (no login). */
export function seeOrder({ checkout }: Pick<MailedOrder, 'checkout'>, shop: string): Link {
  return { label: 'See your order', href: orderLink(checkout, shop) };
}

/** Link to the withdrawal form while it can be used, worded as in Directive (EU) 2023/2673, article 1(3). */
export function withdrawLinks(
  { may_withdraw, checkout }: Pick<MailedOrder, 'may_withdraw' | 'checkout'>,
  shop: string,
): Link[] {
  return may_withdraw
    ? [{ label: 'Withdraw from contract here', href: withdrawLink(checkout, shop) }]
    : [];
}

/** The receipt of a declaration of withdrawal: its words, author and time of arrival. */
export function declarationText(order: MailedOrder, name: string | null, at: string): string {
  const who = name === null ? '' : ` of ${name} (${order.email})`;
  return `On ${momentText(at)}, we received this declaration${who}: “I withdraw from the contract for these goods from ${orderName(order)}.”`;
}

/** Lines of the address for returned goods. */
export function returnsAddressLines(): string[] {
  return company.returnsAddress.split(', ');
}
