import { randomUUID } from 'node:crypto';
import { afterwardsDone } from '../afterwards.ts';
import { newStaff } from '../staff.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

/** Studio calls for returned goods. */
export function returnActs({ backend, database, sentOut }: ActScenes): Acts {
  async function asked() {
    const { shopper, order, sku } = await sentOut();
    const items = [{ variant_id: sku.variant_id, quantity: 1 }];
    const wish = { do: 'ask', event: randomUUID(), order, kind: 'return', items };
    const { status, body } = await shopper.post('/api/account/return', wish);
    if (status !== 200) throw new Error(JSON.stringify(body));
    await afterwardsDone();
    const [{ id }] = await database.sql<[{ id: number }]>`
      select id::int from returns where order_id = ${order}`;
    const { post: send } = await newStaff(backend, 'manager');
    const came = [{ variant_id: sku.variant_id, restocked: 1, written_off: 0 }];
    return { send, id, came };
  }

  return {
    'staff-return-ask': async () => {
      const { order } = await sentOut();
      const { post: send } = await newStaff(backend, 'packer');
      const body = { event: randomUUID(), order, kind: 'return', items: null };
      return () => send('/api/staff/return/ask', body);
    },
    'staff-return-receive': async () => {
      const { send, id, came } = await asked();
      const body = { event: randomUUID(), return: id, items: came };
      return () => send('/api/staff/return/receive', body);
    },
    'staff-return-settle': async () => {
      const { send, id, came } = await asked();
      const received = { event: randomUUID(), return: id, items: came };
      await send('/api/staff/return/receive', received);
      await afterwardsDone();
      return () => send('/api/staff/return/settle', { event: randomUUID(), return: id });
    },
    'staff-return-refuse': async () => {
      const { send, id } = await asked();
      const body = { event: randomUUID(), return: id, reason: 'Worn' };
      return () => send('/api/staff/return/refuse', body);
    },
  };
}
