import type { Foreseen } from '#domain/contracts/staff-money.ts';
import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import type { Return } from './order-texts.ts';

/** Terms of the exchange that a shopper wishes. */
export function wishedTerms({ order }: Pick<StaffOrder, 'order'>, back: Return) {
  const items = back.wish.map(({ from, to, quantity }) => ({ from, to, quantity }));
  return { order: order ?? 0, items, return: back.id, kind: back.kind };
}

/** Difference in pence that the shopper pays, below 0 if it is refunded. */
export function costOf({ link_pence, back_pence }: Foreseen): number {
  return (link_pence ?? 0) - (back_pence ?? 0);
}

interface Exchanged {
  /** Null until the link is paid. */
  exchange: number | null;
  code: string;
  link: string | null;
}

/** Result of an exchange, shown after it. */
export function exchangeNews({ exchange, code, link }: Exchanged): string {
  return link === null
    ? `Order ${exchange} waits for return ${code}. The shopper gets the code by e-mail.`
    : `The payment link goes to ${link}. The pieces are held until it is paid, at most 23 hours.`;
}
