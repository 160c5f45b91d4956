import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { factsOf } from '../checkout-facts.ts';
import { newStaff } from '../staff.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

const goodwill = (order: number) => ({
  event: randomUUID(),
  order,
  items: [],
  shipping_pence: 0,
  goodwill_pence: 500,
  reason: 'goodwill',
});

/** Pieces at the usual price, sold for cash and taken along. */
const inHand = (event: string, lines: object[]) => ({
  event,
  lines,
  handed_over: true,
  method: 'cash',
  person: { name: '', email: 'ada@example.com' },
  total_pence: 2597,
});

/** Studio calls for refunds, and for payments without an order. */
export function refundActs({ backend, database, purchases, toRefund, paidFor }: ActScenes): Acts {
  /** A payment under review, of which a part was refunded at the dashboard. */
  async function reviewed() {
    const { shopper, session } = await purchases.paidInSilence();
    await backend.stripe.refund(session, { amount: 100 });
    await shopper.reduceQuantity(session);
    const checkout = (await factsOf(database, session))?.checkout;
    return { checkout, manager: await newStaff(backend, 'manager') };
  }
  /** One more of an order's first line, by a link. */
  async function linkOn(order: number) {
    const [line] = await database.sql<[{ variant_id: number }]>`
      select variant_id::int from order_items where order_id = ${order} limit 1`;
    return { event: randomUUID(), order, person: null, lines: [{ ...line, quantity: 1 }] };
  }
  const failRefund = () =>
    backend.stripe.fail({ method: 'POST', path: '/v1/refunds', outcome: 402 });
  /** A failed refund of an order. */
  async function failedRefund() {
    const { order, manager } = await toRefund();
    const first = goodwill(order);
    await failRefund();
    await manager.post('/api/staff/refund', first);
    return { manager, body: { event: randomUUID(), order_refund: first.event } };
  }
  /** A declined payment whose refund has failed. */
  async function failedPayment() {
    const { checkout, manager } = await reviewed();
    await failRefund();
    const decision = { event: randomUUID(), checkout, decision: 'refund' };
    await manager.post('/api/staff/review', decision);
    return { manager, body: { event: randomUUID(), checkout } };
  }

  return {
    'staff-foresee': async () => {
      const { order, manager } = await toRefund();
      return () => manager.post('/api/staff/foresee', { act: 'cancel', order, items: null });
    },
    'staff-cancel': async () => {
      const { order, manager } = await toRefund();
      const body = { event: randomUUID(), order, items: null, reason: 'other', restock: true };
      return () => manager.post('/api/staff/cancel', body);
    },
    'staff-edit': async () => {
      const { order, manager } = await toRefund();
      const [colours] = await database.sql<[{ from: number; to: number }]>`
        with other as (
          insert into color_variants (product_id, color_name, quantity)
          select product_id, 'Rust', 5 from order_items where order_id = ${order} returning id)
        select i.variant_id::int as from, other.id::int as to from order_items i, other
        where i.order_id = ${order}`;
      const swaps = [{ ...colours, quantity: 1 }];
      const removed = [{ variant_id: colours.to, quantity: 1 }];
      const body = { event: randomUUID(), order, swaps, removed };
      return () => manager.post('/api/staff/edit', body);
    },
    'staff-link': async () => {
      const { order, manager } = await toRefund();
      const body = await linkOn(order);
      return () => manager.post('/api/staff/link', body);
    },
    'staff-link-end': async () => {
      const { order, manager } = await toRefund();
      const { body } = await manager.post('/api/staff/link', await linkOn(order));
      const { checkout } = z.object({ checkout: z.uuid() }).parse(body);
      return () => manager.post('/api/staff/link/end', { checkout });
    },
    'staff-gift': async () => {
      const { order, manager } = await toRefund();
      const { lines, event } = await linkOn(order);
      const person = {
        name: 'Ada Lovelace',
        address: '2 Low Street, London N1 1AA',
        email: 'ada@example.com',
        phone: '020 7946 0000',
        country: 'GB',
      };
      return () => manager.post('/api/staff/gift', { event, lines, person, reason: 'Press' });
    },
    'staff-sale': async () => {
      const { order, manager } = await toRefund();
      const { lines, event } = await linkOn(order);
      return () => manager.post('/api/staff/sale', inHand(event, lines));
    },
    'staff-refund-hand-over': async () => {
      const { order: first, manager } = await toRefund();
      const { lines, event } = await linkOn(first);
      const { body } = await manager.post('/api/staff/sale', inHand(event, lines));
      const { order } = z.object({ order: z.int() }).parse(body);
      await manager.post('/api/staff/refund', goodwill(order));
      const [{ id }] = await database.sql<[{ id: string }]>`
        select id from order_refunds where order_id = ${order}`;
      await database.sql`
        update mail_outbox set status = 'sent', sent_at = now() where status = 'due'`;
      const paid = { event: randomUUID(), order_refund: id, method: 'cash' };
      return () => manager.post('/api/staff/refund/hand-over', paid);
    },
    'staff-refund': async () => {
      const { order, manager } = await toRefund();
      return () => manager.post('/api/staff/refund', goodwill(order));
    },
    'staff-refund-retry': async () => {
      const { manager, body } = await failedRefund();
      return () => manager.post('/api/staff/refund/retry', body);
    },
    'staff-refund-give-up': async () => {
      const { manager, body } = await failedRefund();
      return () => manager.post('/api/staff/refund/give-up', body);
    },
    'staff-payment-retry': async () => {
      const { manager, body } = await failedPayment();
      return () => manager.post('/api/staff/payment/retry', body);
    },
    'staff-payment-settle': async () => {
      const { manager, body } = await failedPayment();
      return () => manager.post('/api/staff/payment/settle', { ...body, note: 'By transfer' });
    },
    'staff-payment-close-surplus': async () => {
      const { checkout } = await paidFor();
      const manager = await newStaff(backend, 'manager');
      await database.sql`select note_surplus(${checkout}, null, 'twice', 500)`;
      await database.sql`
        update mail_outbox set status = 'sent', sent_at = now() where checkout_id = ${checkout}`;
      const body = { event: randomUUID(), checkout, note: 'Left to the shopper' };
      return () => manager.post('/api/staff/payment/close-surplus', body);
    },
    'staff-review': async () => {
      const { checkout, manager } = await reviewed();
      const body = { event: randomUUID(), checkout, decision: 'accept' };
      return () => manager.post('/api/staff/review', body);
    },
  };
}
