import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import mailSweep from '#handlers/jobs/mail-sweep.ts';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { call, type Reply } from '../support/call.ts';
import { violationsIn } from '../support/invariants.ts';
import { openBackend } from '../support/open-backend.ts';
import { newStaff } from '../support/staff.ts';
import { londonDaysAgo } from '../support/london-days-ago.ts';

const { backend, purchases } = await openBackend({ mails: true });
const { sql } = backend.database;
const packer = await newStaff(backend, 'packer');

async function paid(): Promise<number> {
  return (await purchases.ordered()).order;
}

async function delivered(order: number, daysAgo: number): Promise<void> {
  await packer.post('/api/staff/dispatch', {
    parcels: [{ event: randomUUID(), order, carrier: 'Evri' }],
  });
  await sql`
    update parcels set sent_at = ${londonDaysAgo(sql, daysAgo + 2)},
      delivered_at = ${londonDaysAgo(sql, daysAgo)}
    where order_id = ${order}`;
  await sql`select settle_order(${order})`;
}

interface Declaring {
  order: number | string;
  email?: string;
  name?: string;
  event?: string;
  from?: string;
}

function declare(
  step: 'check' | 'confirm' | 'send_link',
  {
    order,
    email = 'ada@example.com',
    name = 'Ada Lovelace',
    event = randomUUID(),
    from = newClientAddress(),
  }: Declaring,
): Promise<Reply> {
  const json = {
    do: step,
    order: String(order),
    email,
    name,
    ...(step !== 'check' && { event }),
  };
  return call(`${backend.origin}/api/withdraw/`, { json, from });
}

function byLink(json: object): Promise<Reply> {
  return call(`${backend.origin}/api/withdraw/`, { json });
}

function follow(json: object): Promise<Reply> {
  return call(`${backend.origin}/api/order-link/`, { json });
}

const Code = z.object({ return: z.object({ code: z.string() }) });

/** Receipts of a withdrawal from an order. */
async function receiptOf(order: number) {
  await afterwardsDone();
  return backend.mailbox
    .mails()
    .filter(({ subject }) => subject === `Receipt of your withdrawal from order ${order}`);
}

function subjectsOf(order: number): string[] {
  const subjects = backend.mailbox.mails().map(({ subject }) => subject);
  return subjects.filter((subject) => subject.includes(String(order)));
}

/** Skips the half hour in which a withdrawal can be undone. */
async function letPass(order: number): Promise<void> {
  await sql`
    update orders set cancels_at = now() where id = ${order} and cancels_at is not null`;
}

// All orders of this file share one e-mail address.
beforeEach(() => sql`delete from rate_limits where action like 'withdrawal-%'`);

async function statusOf(order: number): Promise<string> {
  const [row] = await sql<
    [{ status: string }]
  >`select status::text from orders where id = ${order}`;
  return row.status;
}

describe('withdrawing without a login', () => {
  test('before dispatch: a receipt at once, cancelled and refunded once, half an hour later', async () => {
    const order = await paid();
    expect(await declare('check', { order })).toMatchObject({
      status: 200,
      body: { order, can_withdraw: true, units_to_send: 2, units_to_return: 0 },
    });
    expect(await statusOf(order)).toBe('processing');
    const event = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => declare('confirm', { order, event })),
    );
    for (const reply of replies) {
      expect(reply).toMatchObject({
        status: 200,
        body: { order, cancelled: false, cancels_at: expect.any(String), return: null },
      });
    }
    const [receipt, ...more] = await receiptOf(order);
    expect(more).toEqual([]);
    expect(receipt?.text).toContain('- 2 × A hat');
    const parcel = { event: randomUUID(), order, carrier: 'Evri' };
    expect(await packer.post('/api/staff/dispatch', { parcels: [parcel] })).toMatchObject({
      body: { parcels: [{ outcome: 'stopped', stopped_by: 'withdrawn' }] },
    });
    await letPass(order);
    await Promise.all([refundSweep(), refundSweep()]);
    await refundSweep();
    expect(await statusOf(order)).toBe('cancelled');
    const refunds = await sql`
      select r.amount_pence::int as pence from refunds r join orders o on o.payment_id = r.payment_id
      where o.id = ${order} and r.state = 'succeeded'`;
    expect([...refunds]).toEqual([{ pence: 5194 }]);
    await mailSweep();
    expect(subjectsOf(order)).toContain(`Order ${order} is cancelled`);
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('by another person: the owner keeps the order through the link in the receipt', async () => {
    const order = await paid();
    await declare('confirm', { order, email: 'ada@example.com', name: 'Mallory' });
    const [receipt] = await receiptOf(order);
    const [, token = ''] =
      /That was not me: \S+\/order#token=([\w.-]+)/.exec(receipt?.text ?? '') ?? [];
    expect(await follow({ do: 'show', token })).toMatchObject({
      body: { order: { cancels_at: expect.any(String), promise: null } },
    });
    const keep = { do: 'keep', token, event: randomUUID() };
    for (const reply of await Promise.all([follow(keep), follow(keep)])) {
      expect(reply).toMatchObject({ status: 200, body: { order: { cancels_at: null } } });
    }
    await letPass(order);
    await refundSweep();
    expect(await statusOf(order)).toBe('processing');
    expect(await declare('confirm', { order })).toMatchObject({
      status: 409,
      body: { reason: 'link_needed' },
    });
    expect(await follow({ ...keep, event: randomUUID() })).toMatchObject({
      status: 409,
      body: { reason: 'not_withdrawn' },
    });
  });

  test('after delivery: a return with its code, and a receipt with the declaration and its time', async () => {
    const order = await paid();
    await delivered(order, 13);
    const withdrawn = await declare('confirm', {
      order: `(№ ${order}) `,
      email: 'ADA@example.com',
    });
    expect(withdrawn).toMatchObject({
      status: 200,
      body: {
        order,
        cancelled: false,
        return: { code: expect.stringMatching(/^R-\w{8}$/), send_by: expect.any(String) },
      },
    });
    expect(await statusOf(order)).toBe('return_requested');
    const [receipt, ...more] = await receiptOf(order);
    expect(more).toEqual([]);
    expect(receipt?.to).toEqual(['ada@example.com']);
    expect(receipt?.text).toContain(Code.parse(withdrawn.body).return.code);
    expect(receipt?.text).toMatch(/\d{1,2} \w+ \d{4} at \d\d:\d\d/);
    const [declared] = await sql`
      select detail ->> 'name' as name from order_events e join orders o on o.checkout_id = e.checkout_id
      where o.id = ${order} and e.kind = 'return_asked'`;
    expect(declared).toEqual({ name: 'Ada Lovelace' });
  });

  test('a mismatched number and address get the response of an unknown order', async () => {
    const order = await paid();
    const wrong = await declare('check', { order, email: 'grace@example.com' });
    const unknown = await declare('check', { order: 999_999_999 });
    expect(wrong.status).toBe(404);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body).toMatchObject({ detail: expect.stringMatching(/^We found no order/) });
    expect(await declare('confirm', { order, email: 'grace@example.com' })).toMatchObject({
      status: 404,
    });
    expect(await statusOf(order)).toBe('processing');
  });

  test('a part is chosen behind a link sent only to the order’s address', async () => {
    const { shopper, session, sku } = await purchases.paidInSilence();
    const { order } = await shopper.comeBack(session);
    const asking = { order, event: randomUUID() };
    const asked = await Promise.all([
      declare('send_link', asking),
      declare('send_link', asking),
      declare('send_link', { order }),
    ]);
    // Number and address reveal nothing of the purchase to a stranger.
    for (const reply of asked) expect(reply).toMatchObject({ status: 200, body: { order } });
    expect(asked.map(({ body }) => Object.keys(body as object))).toEqual([
      ['order'],
      ['order'],
      ['order'],
    ]);
    expect(await declare('send_link', { order, email: 'grace@example.com' })).toMatchObject({
      status: 404,
    });

    await afterwardsDone();
    const [mail, ...more] = backend.mailbox
      .mails()
      .filter(({ subject }) => subject === `Choose what you withdraw from: order ${order}`);
    expect(more).toEqual([]);
    expect(mail?.to).toEqual(['ada@example.com']);
    const [, token = ''] = /\/withdraw#token=([\w.-]+)/.exec(mail?.text ?? '') ?? [];
    expect(await byLink({ do: 'show', token })).toMatchObject({
      status: 200,
      body: {
        order,
        email: 'ada@example.com',
        can_withdraw: true,
        items: [{ variant_id: sku.variant_id, to_cancel: 2, to_return: 0 }],
      },
    });
    expect(await statusOf(order)).toBe('processing');

    const part = {
      do: 'confirm_items',
      token,
      event: randomUUID(),
      name: 'Ada Lovelace',
      items: [{ variant_id: sku.variant_id, quantity: 1 }],
    };
    for (const reply of await Promise.all([byLink(part), byLink(part)])) {
      expect(reply).toMatchObject({ status: 200, body: { order, cancelled: true, return: null } });
    }
    const [receipt, ...receipts] = await receiptOf(order);
    expect(receipts).toEqual([]);
    expect(receipt?.text).toMatch(/- 1 × /);
    expect(receipt?.text).toContain('Still to come');
    const over = {
      ...part,
      event: randomUUID(),
      items: [{ variant_id: sku.variant_id, quantity: 2 }],
    };
    expect(await byLink(over)).toMatchObject({ status: 409, body: { reason: 'too_many_units' } });
    expect(await byLink({ ...part, token: `${token}x` })).toMatchObject({ status: 400 });
    expect(await byLink({ ...part, items: [] })).toMatchObject({
      status: 400,
      body: { items: ['Choose at least one item.'] },
    });
  });

  test.each([
    [{ order: 'seven' }, { order: ['Enter the number of your order, e.g. 48207315.'] }],
    [{ order: 1, email: 'ada' }, { email: ['Enter a valid email address.'] }],
    [{ order: 1, name: ' ' }, { name: ['This field is required.'] }],
    [{ order: 1, name: 'Ada\nLovelace' }, { name: ['Use one line.'] }],
  ])('a form with %j gets an error', async (form, body) => {
    expect(await declare('check', form)).toMatchObject({ status: 400, body });
  });

  test.each([
    ['an order', 20, (tries: number) => ({ email: `a${tries}@example.com` })],
    ['an address', 5, (tries: number) => ({ order: 80_000_000 + tries })],
  ])(
    'guesses of %s, from any number of networks, do not lock out the owner',
    async (_name, most, guess) => {
      const order = await paid();
      for (let tries = 0; tries < most; tries += 1) {
        expect(await declare('check', { order, ...guess(tries) })).toMatchObject({ status: 404 });
      }
      // Right or wrong, the response is now the same, and the owner gets a link.
      const mailed = { status: 200, body: { link_mailed: true } };
      expect(await declare('check', { order, ...guess(most) })).toMatchObject(mailed);
      await afterwardsDone();
      expect(subjectsOf(order)).not.toContain(`Choose what you withdraw from: order ${order}`);
      expect(await declare('confirm', { order })).toMatchObject(mailed);
      await afterwardsDone();
      expect(subjectsOf(order)).toContain(`Choose what you withdraw from: order ${order}`);
      expect(await statusOf(order)).toBe('processing');
    },
  );

  test('one network cannot try many orders', async () => {
    const from = newClientAddress();
    const replies: number[] = [];
    for (let tries = 0; tries < 21; tries += 1) {
      const email = `a${tries}@example.com`;
      replies.push((await declare('check', { order: 800_000_000 + tries, email, from })).status);
    }
    expect(replies).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
  });
});
