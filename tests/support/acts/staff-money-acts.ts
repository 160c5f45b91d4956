import { randomUUID } from 'node:crypto';
import { call } from '../call.ts';
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

/** Studio calls that move or count money. */
export function staffMoneyActs({
  origin,
  backend,
  database,
  purchases,
  toRefund,
  sentOut,
}: ActScenes): Acts {
  return {
    'staff-health': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/health`, { token });
    },
    'staff-complaints': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/complaints`, { token });
    },
    'staff-cancel': async () => {
      const { order, manager } = await toRefund();
      const body = { event: randomUUID(), order, items: null, reason: 'other', restock: true };
      return () => manager.post('/api/staff/cancel', body);
    },
    'staff-taxes': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/taxes`, { token });
    },
    'staff-refund': async () => {
      const { order, manager } = await toRefund();
      return () => manager.post('/api/staff/refund', goodwill(order));
    },
    'staff-refund-attempt': async () => {
      const { order, manager } = await toRefund();
      const first = goodwill(order);
      await backend.stripe.fail({ method: 'POST', path: '/v1/refunds', outcome: 402 });
      await manager.post('/api/staff/refund', first);
      const body = { event: randomUUID(), order_refund: first.event, do: 'retry' };
      return () => manager.post('/api/staff/refund-attempt', body);
    },
    'staff-review': async () => {
      const { shopper, session } = await purchases.paidInSilence();
      await backend.stripe.refund(session, { amount: 100 });
      await shopper.reduceQuantity(session);
      const checkout = (await factsOf(database, session))?.checkout;
      const manager = await newStaff(backend, 'manager');
      const body = { event: randomUUID(), checkout, decision: 'accept' };
      return () => manager.post('/api/staff/review', body);
    },
    'staff-return': async () => {
      const { shopper, order, sku } = await sentOut();
      const asked = await shopper.post('/api/account/return', {
        do: 'ask',
        event: randomUUID(),
        order,
        kind: 'return',
        items: [{ variant_id: sku.variant_id, quantity: 1 }],
      });
      if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
      const [{ id }] = await database.sql<[{ id: number }]>`
        select id::int from returns where order_id = ${order}`;
      const { post: send } = await newStaff(backend, 'packer');
      const items = [{ variant_id: sku.variant_id, restocked: 1, written_off: 0 }];
      const body = { do: 'receive', event: randomUUID(), return: id, items };
      return () => send('/api/staff/return', body);
    },
  };
}
