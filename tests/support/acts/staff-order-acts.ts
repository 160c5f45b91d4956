import { randomUUID } from 'node:crypto';
import { carrierTestKeys } from '#harness/test-keys.ts';
import { linkToken } from '#server/mail/link-token.ts';
import { afterwardsDone } from '../afterwards.ts';
import { call } from '../call.ts';
import { chooseCarrier, makeSendable } from '../label-scenarios.ts';
import { newStaff } from '../staff.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

/** Studio calls for dispatching orders. */
export function staffOrderActs({
  origin,
  backend,
  database,
  ordered,
  toPack,
  asPacker,
}: ActScenes): Acts {
  async function onItsWay() {
    const { send, order, parcel } = await toPack();
    await send('/api/staff/dispatch', { parcels: [parcel] });
    await afterwardsDone();
    const [{ id }] = await database.sql<[{ id: number }]>`
      select id::int from parcels where order_id = ${order}`;
    // The shopper has heard of it.
    await database.sql`
      update mail_outbox set status = 'sent', sent_at = now()
      where kind = 'dispatched' and subject = ${String(id)}`;
    return { send, order, body: { event: randomUUID(), parcel: id } };
  }

  /** An order with the id of a quoted label. */
  async function quoted() {
    const made = await toPack();
    await chooseCarrier(backend);
    await makeSendable(backend, [made.order ?? 0]);
    await made.send('/api/staff/labels/quote', { orders: [made.order] });
    const [{ id: label }] = await database.sql<[{ id: string }]>`
      select id from labels where order_id = ${made.order}`;
    return { ...made, label };
  }
  async function labelled() {
    const made = await quoted();
    await made.send('/api/staff/labels/buy', { labels: [made.label] });
    await afterwardsDone();
    return made;
  }

  return {
    'staff-labels': () => asPacker((order) => `labels?orders=${order}`),
    'staff-labels-quote': async () => {
      const { send, order } = await quoted();
      return () => send('/api/staff/labels/quote', { orders: [order] });
    },
    'staff-labels-buy': async () => {
      const { send, label } = await quoted();
      return () => send('/api/staff/labels/buy', { labels: [label] });
    },
    'staff-labels-void': async () => {
      const { send, label } = await labelled();
      return () => send('/api/staff/labels/void', { label });
    },
    'staff-papers-labels': async () => {
      const { label } = await labelled();
      const { token } = await newStaff(backend, 'packer');
      return () => call(`${origin}/api/staff-papers/labels?labels=${label}`, { token });
    },
    'return-label': async () => {
      const { label } = await labelled();
      return () => call(`${origin}/api/return-label?token=${linkToken('return-label', label)}`);
    },
    'shippo-webhook': async () => {
      const { send, parcel, order } = await labelled();
      const [{ number }] = await database.sql<[{ number: string }]>`
        select tracking_number as number from labels where order_id = ${order}`;
      const sent = { ...parcel, carrier: 'Royal Mail', tracking_number: number };
      await send('/api/staff/dispatch', { parcels: [sent] });
      await afterwardsDone();
      const json = { event: 'track_updated', data: { tracking_number: number } };
      const path = `/api/shippo/webhook?token=${carrierTestKeys.webhookToken}`;
      return () => call(origin + path, { json });
    },
    'staff-dispatch': async () => {
      const { send, parcel } = await toPack();
      return () => send('/api/staff/dispatch', { parcels: [parcel] });
    },
    'staff-export': async () => {
      const { order } = await toPack();
      const { token } = await newStaff(backend, 'packer');
      const query = `kind=click-and-drop&orders=${order}`;
      return () => call(`${origin}/api/staff/export?${query}`, { token });
    },
    'staff-tracking': async () => {
      const { send, order } = await toPack();
      const body = { event: randomUUID(), text: `${order},QQ123456785GB` };
      return () => send('/api/staff/tracking', body);
    },
    'staff-label': async () => {
      const { send, order } = await toPack();
      const label = { name: 'Ada', line1: '2 Low Street', country: 'GB' };
      return () => send('/api/staff/label', { event: randomUUID(), order, label });
    },
    'staff-apart': async () => {
      const { send, order, shopper } = await toPack();
      await ordered(shopper);
      return () => send('/api/staff/apart', { order, apart: true });
    },
    'staff-mail': async () => {
      const { send, mail } = await toPack();
      return () => send('/api/staff/mail', { event: randomUUID(), mail });
    },
    'staff-order': () => asPacker((order) => `order?order=${order}`),
    'staff-orders': () => asPacker((order) => `orders?list=all&q=${order}`),
    'staff-stock': () => asPacker(() => 'stock?show=low'),
    'staff-stock-colour': () => asPacker(() => 'stock/colour?variant=1'),
    'staff-stock-adjust': async () => {
      const { send } = await toPack();
      const items = [{ variant_id: 1, seen: 1, now: 2 }];
      const body = { event: randomUUID(), why: 'found', note: null, items };
      return () => send('/api/staff/stock/adjust', body);
    },
    'staff-stock-limit': async () => {
      const { send } = await toPack();
      return () => send('/api/staff/stock/limit', { variant_id: 1, low: 4 });
    },
    'staff-stock-expect': async () => {
      const { send } = await toPack();
      const day = { units: 3, due_on: '2026-12-04', note: null };
      return () =>
        send('/api/staff/stock/expect', { delivery: randomUUID(), variant_id: 1, ...day });
    },
    'staff-stock-arrive': async () => {
      const { send } = await toPack();
      const delivery = randomUUID();
      const day = { units: 3, due_on: '2026-12-04', note: null };
      await send('/api/staff/stock/expect', { delivery, variant_id: 1, ...day });
      return () => send('/api/staff/stock/arrive', { delivery, arrived: 3 });
    },
    'staff-scanned': () => asPacker(() => 'scanned?code=BB-1'),
    'staff-orders-for-print': () => asPacker((order) => `orders-for-print?orders=${order}`),
    'staff-note': async () => {
      const { send, checkout } = await toPack();
      return () => send('/api/staff/note', { event: randomUUID(), checkout, text: 'A note' });
    },
    'staff-replace': async () => {
      const { order } = await onItsWay();
      const { post: send } = await newStaff(backend, 'manager');
      const [item] = await database.sql<[{ variant_id: number; quantity: number }]>`
        select variant_id::int, quantity from order_items where order_id = ${order}`;
      const body = { event: randomUUID(), order, items: [item], reason: 'lost' };
      return () => send('/api/staff/replace', body);
    },
    'staff-exchange': async () => {
      const { order } = await onItsWay();
      const { post: send } = await newStaff(backend, 'manager');
      const [item] = await database.sql<[{ from: number; to: number }]>`
        select variant_id::int as from, variant_id::int as to from order_items where order_id = ${order}`;
      const items = [{ ...item, quantity: 1 }];
      const body = { event: randomUUID(), order, items, kind: 'return', reason: '' };
      return () => send('/api/staff/exchange', body);
    },
    'staff-email': async () => {
      const { send, order } = await toPack();
      const body = { event: randomUUID(), order, email: 'right@example.com', again: true };
      return () => send('/api/staff/email', body);
    },
    'staff-deliver': async () => {
      const { send, order } = await onItsWay();
      const orders = [{ event: randomUUID(), order }];
      return () => send('/api/staff/deliver', { orders });
    },
    'staff-parcel-undo': async () => {
      const { send, body } = await onItsWay();
      return () => send('/api/staff/parcel/undo', body);
    },
    'staff-parcel-deliver': async () => {
      const { send, body } = await onItsWay();
      return () => send('/api/staff/parcel/deliver', body);
    },
    'staff-parcel-correct': async () => {
      const { send, body } = await onItsWay();
      return () => send('/api/staff/parcel/correct', { ...body, carrier: 'Evri', tell: true });
    },
    'staff-return-photos': () => asPacker((order) => `return-photos?order=${order}`),
  };
}
