import { randomUUID } from 'node:crypto';
import { call } from '../call.ts';
import { springDiscount } from '../spring-discount.ts';
import { newStaff } from '../staff.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

/** Studio calls about the shop as a whole. */
const terms = { ...springDiscount, name: 'Spring' };

export function staffMoneyActs({ origin, backend, paidFor }: ActScenes): Acts {
  const credit = { email: 'ada@example.com', amount_pence: 1000, reason: 'A late parcel' };
  const made = async (token: string, ends_at: string | null = null) => {
    const json = { change: randomUUID(), terms: { ...terms, ends_at } };
    await call(`${origin}/api/staff/discount-make`, { token, json });
    const [{ id: discount }] = await backend.database.sql<[{ id: number }]>`
      select max(id)::int as id from discounts`;
    return discount;
  };
  return {
    'staff-discounts': async () => {
      const { token } = await newStaff(backend, 'marketer');
      return () => call(`${origin}/api/staff/discounts`, { token });
    },
    'staff-discount-make': async () => {
      const { token } = await newStaff(backend, 'marketer');
      const json = { change: randomUUID(), terms };
      return () => call(`${origin}/api/staff/discount-make`, { token, json });
    },
    'staff-discount-pause': async () => {
      const { token } = await newStaff(backend, 'marketer');
      const json = { change: randomUUID(), discount: await made(token), paused: true };
      return () => call(`${origin}/api/staff/discount-pause`, { token, json });
    },
    'staff-discount-extend': async () => {
      const { token } = await newStaff(backend, 'marketer');
      const discount = await made(token, '2089-01-01T00:00:00Z');
      const json = { change: randomUUID(), discount, ends_at: '2090-01-01T00:00:00Z' };
      return () => call(`${origin}/api/staff/discount-extend`, { token, json });
    },
    'staff-discount-codes': async () => {
      const { token } = await newStaff(backend, 'marketer');
      const json = { change: randomUUID(), discount: await made(token), count: 3 };
      return () => call(`${origin}/api/staff/discount-codes`, { token, json });
    },
    'staff-gift-cards': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/gift-cards`, { token });
    },
    'staff-store-credit': async () => {
      const { post } = await newStaff(backend, 'manager');
      return () => post('/api/staff/store-credit', { event: randomUUID(), ...credit });
    },
    'staff-gift-card': async () => {
      const { post } = await newStaff(backend, 'manager');
      const card = randomUUID();
      await post('/api/staff/store-credit', { event: card, ...credit });
      const { email } = credit;
      return () => post('/api/staff/gift-card', { event: randomUUID(), card, email });
    },
    'staff-health': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/health`, { token });
    },
    'staff-complaints': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/complaints`, { token });
    },
    'staff-figures': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/figures?period=week`, { token });
    },
    'staff-payouts': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/payouts`, { token });
    },
    'staff-quarters': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/quarters`, { token });
    },
    'staff-quarter-file': async () => {
      const { order } = await paidFor();
      await backend.database.sql`
        update payments p set created_at = '2020-02-03' from orders o where o.payment_id = p.id and o.id = ${order}`;
      const [{ seen }] = await backend.database.sql<[{ seen: string }]>`
        select quarter_digest('2020-01-01') as seen`;
      const { post } = await newStaff(backend, 'manager');
      const body = { event: randomUUID(), quarter: '2020-01-01', seen };
      return () => post('/api/staff/quarter-file', body);
    },
    'staff-visits': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/visits?period=week`, { token });
    },
    'staff-team': async () => {
      const { post } = await newStaff(backend, 'manager');
      const email = `${randomUUID()}@example.com`;
      const invited = { do: 'invite', event: randomUUID(), email, role: 'packer' };
      return () => post('/api/staff/team', invited);
    },
    'staff-settings': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/settings`, { token });
    },
  };
}
