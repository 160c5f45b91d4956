import { randomUUID } from 'node:crypto';
import type { Backend } from './backend.ts';
import { type Purchase, purchasesAt } from './purchases.ts';
import { refundsOf } from './refunds.ts';
import { shopDatabase } from './shop-database.ts';
import { newStaff } from './staff.ts';

/** A button of the studio; repeated presses send the same idempotency key. */
interface Button {
  press: () => Promise<unknown>;
}

export const press = (given: Button) => given.press();
export const again = { 'the button is pressed again': press };
export const pieces = (variant: number) => [{ variant_id: variant, quantity: 1 }];

/** Paid purchases of two of five pieces with a manager's button, and the end states of acts on them. */
export function staffCases(backend: Backend) {
  const { sql } = backend.database;
  const shop = shopDatabase(backend.database);
  const purchases = purchasesAt(backend);

  /** An order, paid in part with a gift card if its code is given, and a button on it. */
  async function ordered(
    path: string,
    bodyOf: (given: { order: number; variant: number }) => object,
    code?: string,
  ) {
    const purchase = await purchases.ordered(undefined, code);
    const { post } = await newStaff(backend, 'manager');
    const event = randomUUID();
    const body = { event, ...bodyOf({ order: purchase.order, variant: purchase.sku.variant_id }) };
    return { ...purchase, post, event, press: () => post(path, body) };
  }

  /** An order that was dispatched, and a button on it. */
  async function sent(...given: Parameters<typeof ordered>) {
    const made = await ordered(...given);
    const parcels = [{ event: randomUUID(), order: made.order, carrier: 'Evri' }];
    await made.post('/api/staff/dispatch', { parcels });
    return made;
  }

  /** Refunds at Stripe, stock, debts and e-mails. */
  async function refundEnd({ session, sku, shopper }: Purchase) {
    const [row] = await sql<[{ owed: number; mails: string[] }]>`
      select
        (select count(*)::int from order_refunds f join orders o on o.id = f.order_id
         where o.user_id = ${shopper.id} and f.taken_at is null) as owed,
        (select coalesce(array_agg(kind::text order by kind::text), '{}') from mail_outbox m
         join checkouts c on c.id = m.checkout_id
         where c.user_id = ${shopper.id} and m.kind in ('cancelled', 'order_refund', 'refund')) as mails`;
    const refunds = await refundsOf(backend, session);
    return { refunds, left: await shop.freeUnitsOf(sku), ...row };
  }

  /** Stock movements after the sale, and the orders for which nothing was charged. */
  async function stockEnd({ sku }: Pick<Purchase, 'sku'>) {
    const rows = await sql<{ moved: string }[]>`
      select why || ' ' || moved as moved from stock_movements
      where variant_id = ${sku.variant_id} and why not in ('first', 'sold') order by id`;
    const [free] = await sql<[{ orders: number }]>`
      select count(*)::int as orders from orders o
      join payments p on p.id = o.payment_id join order_items i on i.order_id = o.id
      where p.method = 'none' and i.variant_id = ${sku.variant_id}`;
    return { moved: rows.map(({ moved }) => moved), ...free };
  }

  return { ordered, sent, refundEnd, stockEnd, shop, purchases };
}
