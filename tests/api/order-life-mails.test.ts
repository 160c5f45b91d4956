import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { acting } from '#harness/acting.ts';
import mailSweep from '#handlers/jobs/mail-sweep.ts';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import type { StoredMail } from '#local/mailbox/stored-mail.ts';
import { DispatchAnswer } from '#domain/contracts/staff-dispatch.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { openBackend } from '../support/open-backend.ts';
import { outboxOf } from '../support/outbox.ts';
import type { Purchase } from '../support/purchases.ts';
import { newShopper, sessionOf, type Shopper } from '../support/shopper.ts';
import { hire } from '../support/staff.ts';
import { eventually } from '../support/eventually.ts';
import { linesOf } from '../support/log-lines.ts';

const { backend, shop, purchases } = await openBackend({ mails: true });
const { ordered } = purchases;
const { database, mailbox, stripe } = backend;
const outbox = outboxOf(database);

let manager: Shopper;
/** E-mail address of a manager. */
let address = '';
beforeAll(async () => {
  manager = await newShopper(backend, { billing: false });
  await hire(database, manager.id, 'manager');
  const [user] = await database.sql<[{ email: string }]>`
    update profiles set email_confirmed_at = now() where user_id = ${manager.id}
    returning account_email(user_id) as email`;
  address = user.email;
});
beforeEach(async () => {
  await outbox.letPass(3600);
  await database.sql`update mail_outbox set sent_at = sent_at - interval '1 hour'`;
  await outbox.settle();
  await stripe.reset();
  mailbox.reset();
});

/** Sends all owed e-mails, with several runs. */
async function sendAll(): Promise<void> {
  await stripe.whenIdle();
  await Promise.all([mailSweep(), mailSweep(), mailSweep()]);
  await eventually(async () => {
    const [{ due }] = await database.sql<[{ due: number }]>`
      select count(*)::int as due from mail_outbox where status = 'due'`;
    expect(due).toBe(0);
  });
}

/** E-mails received by an address, oldest first. */
function got(to = 'ada@example.com'): StoredMail[] {
  return mailbox
    .mails()
    .filter((mail) => mail.to.includes(to))
    .toReversed();
}

const textOf = (subject: string) => got().find((mail) => mail.subject.includes(subject))?.text;
const subjectsOf = (to?: string) => got(to).map(({ subject }) => subject);

function dispatch(order: number, event: string, quantity: number, sku: Purchase['sku']) {
  const items = [{ variant_id: sku.variant_id, quantity }];
  const parcel = { event, order, carrier: 'Royal Mail', tracking_number: 'AB123456785GB', items };
  return manager.post('/api/staff/dispatch', { parcels: [parcel] });
}

test('an order in two parcels, dispatched and delivered: one e-mail per step, however often it is pressed', async () => {
  const { order, sku } = await ordered();
  await sendAll();
  expect(subjectsOf()).toEqual([`Your Minicia order ${order}`]);
  mailbox.reset();

  const event = randomUUID();
  const presses = await Promise.all(
    Array.from({ length: 5 }, () => dispatch(order, event, 1, sku)),
  );
  const parcel = DispatchAnswer.parse(presses[0]?.body).parcels[0]?.parcel;
  // A wrong tick can be taken back for five minutes.
  await outbox.letPass(290);
  await mailSweep();
  expect(subjectsOf()).toEqual([]);
  await outbox.letPass(10);
  await sendAll();
  expect(subjectsOf()).toEqual([`Part of order ${order} is on its way`]);
  const [sent] = got();
  for (const content of [sent?.text, sent?.html]) {
    expect(content).toContain('1 × A hat, Ink');
    expect(content).toContain('AB123456785GB');
    expect(content).toContain('http://localhost:8888/order#token=');
    expect(content).toContain('http://localhost:8888/withdraw');
  }

  mailbox.reset();
  await dispatch(order, randomUUID(), 1, sku);
  const arrived = { event: randomUUID(), parcel };
  for (let press = 0; press < 3; press += 1) {
    expect(await manager.post('/api/staff/parcel/deliver', arrived)).toMatchObject({ status: 200 });
  }
  await outbox.letPass(300);
  await sendAll();
  // Concurrent sweeps send in any order.
  expect(subjectsOf().toSorted()).toEqual([
    `A parcel from order ${order} has arrived`,
    `Order ${order} is on its way`,
  ]);
});

function undo(event: string, parcel: unknown) {
  return manager.post('/api/staff/parcel/undo', { event, parcel });
}

test('a dispatch taken back: no e-mail within five minutes, then one correction, however often it is pressed', async () => {
  const { order, sku } = await ordered();
  await sendAll();
  mailbox.reset();
  const sent = async () => {
    const { body } = await dispatch(order, randomUUID(), 2, sku);
    return DispatchAnswer.parse(body).parcels[0]?.parcel;
  };

  const silent = { event: randomUUID(), parcel: await sent() };
  const presses = Array.from({ length: 5 }, () => undo(silent.event, silent.parcel));
  for (const answer of await Promise.all(presses)) {
    expect(answer).toMatchObject({ status: 200, body: { order, corrected: false } });
  }
  await outbox.letPass(300);
  await sendAll();
  expect(subjectsOf()).toEqual([]);

  const told = { event: randomUUID(), parcel: await sent() };
  await outbox.letPass(300);
  await sendAll();
  for (let press = 0; press < 3; press += 1) {
    expect(await undo(told.event, told.parcel)).toMatchObject({ body: { corrected: true } });
  }
  await sendAll();
  expect(subjectsOf()).toEqual([
    `Order ${order} is on its way`,
    `Correction: order ${order} has not left yet`,
  ]);
  expect(textOf('Correction')).toContain('2 × A hat, Ink');
});

test('a cancelled order: one e-mail with units and amount, then one when it is refunded', async () => {
  const { order } = await ordered();
  await sendAll();
  mailbox.reset();
  const body = { event: randomUUID(), order, items: null, reason: 'sold_out', restock: true };
  await Promise.all(Array.from({ length: 5 }, () => manager.post('/api/staff/cancel', body)));
  await refundSweep();
  await sendAll();
  expect(subjectsOf().toSorted()).toEqual([
    `Order ${order} is cancelled`,
    `Your refund of £51.94 for order ${order} is on its way`,
  ]);
  expect(textOf('cancelled')).toContain('2 × A hat, Ink');
  expect(textOf('cancelled')).toMatch(/£51\.94 goes back .* by \w+day \d/);
  expect(textOf('Your refund')).toContain('Goods: £49.00\n- Tax: £2.94\n- Total: £51.94');
});

test('refunds here and at the dashboard: one e-mail each, despite repeated webhooks and a sweep', async () => {
  const { order, session } = await ordered();
  await sendAll();
  mailbox.reset();
  await stripe.webhookMode({ mode: 'repeat', times: 3 });
  const body = {
    event: randomUUID(),
    order,
    items: [],
    shipping_pence: 0,
    goodwill_pence: 500,
    reason: 'late',
  };
  await Promise.all(Array.from({ length: 5 }, () => manager.post('/api/staff/refund', body)));
  await stripe.refund(session, { amount: 1000 });
  await stripe.whenIdle();
  await refundSweep();
  await sendAll();
  expect(subjectsOf().toSorted()).toEqual([
    `Your refund of £10.00 for order ${order} is on its way`,
    `Your refund of £5.00 for order ${order} is on its way`,
  ]);
});

test('refunds of inclusive prices state the tax in them, also those made at the dashboard', async () => {
  const { sql } = database;
  await sql`update tax_settings set display = 'included', tax_basis_points = 2000`;
  const shopper = await newShopper(backend);
  const wanted = [{ sku: await shop.newSku(5), quantity: 2 }];
  const session = sessionOf(await shopper.paymentPage(wanted, { amount: 49 }));
  await sql`update tax_settings set display = 'added', tax_basis_points = 600`;
  await stripe.webhookMode({ mode: 'drop' });
  await stripe.pay(session, { outcome: 'paid' });
  const { order } = await shopper.comeBack(session);
  await stripe.webhookMode({ mode: 'deliver' });
  await sendAll();
  mailbox.reset();
  const late = { order, items: [], shipping_pence: 0, goodwill_pence: 500, reason: 'late' };
  await manager.post('/api/staff/refund', { event: randomUUID(), ...late });
  await stripe.refund(session, { amount: 1000 });
  await stripe.whenIdle();
  await refundSweep();
  await sendAll();
  expect(textOf('refund of £5.00')).toContain('The refund includes £0.83 tax (20%).');
  expect(textOf('refund of £10.00')).toContain('The refund includes £1.67 tax (20%).');
});

test('staff get one e-mail about an order, and one about a dispute with its deadline', async () => {
  const { order, session } = await ordered();
  await sendAll();
  await sendAll();
  expect(subjectsOf(address)).toEqual([`New order ${order}`]);
  expect(got(address)[0]?.text).toContain(`/studio?order=${order}`);
  mailbox.reset();
  await stripe.webhookMode({ mode: 'repeat', times: 3 });
  await stripe.dispute(session);
  await sendAll();
  expect(subjectsOf(address)).toEqual([`A payment is disputed: order ${order}`]);
  expect(got(address)[0]?.text).toMatch(/Answer by: \d+ \w+ \d{4} at \d\d:\d\d, UK time/);
});

test('one sweep sends the e-mails of a morning’s parcels', async () => {
  const parcels: object[] = [];
  for (let count = 0; count < 12; count += 1) {
    const sku = await shop.newSku(1);
    const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 1 }]);
    const { order_id: order } = await shop.complete(checkout_id);
    parcels.push({
      event: randomUUID(),
      order,
      carrier: 'Evri',
      tracking_number: null,
      items: null,
    });
  }
  const { sql } = database;
  await sql`select staff_dispatch(${sql.json(parcels as never)}) from ${acting(sql, manager.id)}`;
  await outbox.letPass(300);
  await mailSweep();
  // Confirmations, dispatches, and one e-mail to staff.
  expect(mailbox.mails()).toHaveLength(12 + 12 + 1);
  expect(subjectsOf(address)).toEqual(['12 new orders']);
});

test('an e-mail that cannot be written delays no other, and is retried', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { order } = await ordered();
  const { sql } = database;
  const [{ id }] = await sql<[{ id: string }]>`
    insert into mail_outbox (kind, subject, checkout_id, due_at)
    select 'return_received', '999999', checkout_id, now() - interval '1 minute' from orders where id = ${order}
    returning id`;
  await mailSweep();
  // The webhook may be sending the order's e-mail itself, after its answer.
  await afterwardsDone();
  expect(subjectsOf()).toEqual([`Your Minicia order ${order}`]);
  const [broken] = await sql`select status, attempts, last_error from mail_outbox where id = ${id}`;
  expect(broken).toMatchObject({
    status: 'due',
    attempts: 1,
    last_error: expect.stringContaining('cannot be written'),
  });
  expect(linesOf(warned)).toMatchObject([{ message: 'A mail will be tried again', mail: id }]);
  warned.mockRestore();
});
