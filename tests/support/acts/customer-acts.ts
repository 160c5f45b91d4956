import { randomUUID } from 'node:crypto';
import { call } from '../call.ts';
import { newStaff } from '../staff.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

/** Studio calls about customers, and the activity log. */
export function customerActs({ origin, backend, database, toPack, asPacker }: ActScenes): Acts {
  async function customer() {
    const { send, order, checkout } = await toPack();
    const [{ id }] = await database.sql<[{ id: number }]>`
      select customer_id::int as id from orders where id = ${order}`;
    return { send, checkout, asked: { event: randomUUID(), customer: id } };
  }

  async function asManager(path: string, body: unknown) {
    const { post } = await newStaff(backend, 'manager');
    return () => post(path, body);
  }

  const template = { title: 'Hello', subject: 'Hello', text: 'Hello {first name}' };

  return {
    'staff-customers': () => asPacker((order) => `customers?q=${order}`),
    'staff-customer': async () => {
      const { asked } = await customer();
      const { token } = await newStaff(backend, 'packer');
      const path = `${origin}/api/staff/customer?customer=${asked.customer}`;
      return () => call(path, { token });
    },
    'staff-customer-note': async () => {
      const { send, asked } = await customer();
      return () => send('/api/staff/customer/note', { ...asked, text: 'Rings twice.' });
    },
    'staff-customer-export': async () => {
      const { asked } = await customer();
      return asManager('/api/staff/customer/export', asked);
    },
    'staff-customer-erase': async () => {
      const { asked } = await customer();
      return asManager('/api/staff/customer/erase', asked);
    },
    'staff-customer-merge': async () => {
      const [{ asked }, into] = [await customer(), await customer()];
      await database.sql`
        update profiles set email_confirmed_at = now()
        where user_id = (select user_id from customers where id = ${asked.customer})`;
      return asManager('/api/staff/customer/merge', { ...asked, into: into.asked.customer });
    },
    'staff-templates': () => asPacker(() => 'templates'),
    'staff-templates-remove': async () => {
      const { send } = await toPack();
      const id = randomUUID();
      await send('/api/staff/templates', { template: id, seen: null, ...template });
      return () => send('/api/staff/templates/remove', { template: id });
    },
    'staff-message': async () => {
      const { send, checkout } = await customer();
      const body = { event: randomUUID(), checkout, subject: 'Your order', text: 'It is late.' };
      return () => send('/api/staff/message', body);
    },
    'staff-activity': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/activity?area=orders`, { token });
    },
  };
}
