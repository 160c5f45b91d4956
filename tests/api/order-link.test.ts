import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { linkToken } from '#server/mail/link-token.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { call, type Reply } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import type { Shopper } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';
import { londonDaysAgo } from '../support/london-days-ago.ts';

const { backend, purchases, shop } = await openBackend({ mails: true });
const { sql } = backend.database;
const packer = await newStaff(backend, 'packer');
const manager = await newStaff(backend, 'manager');

interface Paid {
  shopper: Shopper;
  order: number;
  checkout: string;
  variant: number;
  token: string;
}

async function paid(): Promise<Paid> {
  const { shopper, order, checkout, sku } = await purchases.ordered();
  return { shopper, order, checkout, variant: sku.variant_id, token: linkToken('order', checkout) };
}

async function dispatch(order: number, items: unknown = null): Promise<void> {
  const { status } = await packer.post('/api/staff/dispatch', {
    parcels: [
      {
        event: randomUUID(),
        order,
        carrier: 'Royal Mail',
        tracking_number: 'EE473124829GB',
        items,
      },
    ],
  });
  expect(status).toBe(200);
}

async function deliver(order: number, daysAgo = 1): Promise<void> {
  await dispatch(order);
  await sql`
    update parcels set sent_at = ${londonDaysAgo(sql, daysAgo + 2)},
      delivered_at = ${londonDaysAgo(sql, daysAgo)}
    where order_id = ${order}`;
  await sql`select settle_order(${order})`;
}

function follow(body: object): Promise<Reply> {
  return call(`${backend.origin}/api/order-link/`, { json: body });
}

async function refundsAtStripe(order: number): Promise<number[]> {
  const rows = await sql<{ pence: number }[]>`
    select r.amount_pence::int as pence from refunds r join orders o on o.payment_id = r.payment_id
    where o.id = ${order} and r.state = 'succeeded'`;
  return rows.map(({ pence }) => pence);
}

async function mailsTo(order: number): Promise<string[]> {
  await afterwardsDone();
  return backend.mailbox
    .mails()
    .map(({ subject }) => subject)
    .filter((subject) => new RegExp(`\\b${order}\\b`).test(subject));
}

const Shown = z.object({
  order: z.looseObject({
    id: z.int(),
    status: z.string(),
    can_cancel: z.boolean(),
    can_return: z.boolean(),
    can_withdraw: z.boolean(),
    returns: z.array(
      z.object({ id: z.int(), code: z.string(), kind: z.string(), state: z.string() }),
    ),
  }),
});

describe('the link in an order’s e-mails', () => {
  test('is in them, and shows the order without a login and without caching', async () => {
    const { order, token } = await paid();
    await afterwardsDone();
    const mail = backend.mailbox.mails().find(({ subject }) => subject.endsWith(` ${order}`));
    expect(mail?.text).toContain(`/order#token=${token}`);
    const reply = await follow({ do: 'show', token });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply).toMatchObject({
      status: 200,
      body: {
        order: {
          id: order,
          status: 'processing',
          order_amount: 51.94,
          can_cancel: true,
          can_return: false,
          can_withdraw: true,
          promise: expect.stringMatching(/^Leaves by /),
          items: [{ product_name: 'A hat', quantity: 2 }],
          timeline: [{ text: 'Ordered and paid' }],
          parcels: [],
          refunds: [],
          returns: [],
        },
      },
    });
  });

  test('shows parcels with tracking links, and no names of staff', async () => {
    const { order, token } = await paid();
    await packer.post('/api/staff/note', {
      event: randomUUID(),
      checkout: token.split('.')[0],
      text: 'A difficult one',
    });
    await dispatch(order);
    const { body } = await follow({ do: 'show', token });
    expect(body).toMatchObject({
      order: {
        status: 'dispatched',
        can_cancel: false,
        can_return: true,
        parcels: [
          {
            carrier: 'Royal Mail',
            tracking_number: 'EE473124829GB',
            tracking_link: expect.stringMatching(
              /^https:\/\/www\.royalmail\.com\/.*EE473124829GB$/,
            ),
            delivered_at: null,
            items: ['2 × A hat, Ink'],
          },
        ],
        timeline: [{ text: 'Ordered and paid' }, { text: 'Sent with Royal Mail' }],
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/difficult|Percy|Morag|pi_|cs_test/);
  });

  test.each([
    ['another purpose', (checkout: string) => linkToken('unsubscribe', checkout)],
    ['another checkout', () => linkToken('order', randomUUID())],
    ['no signature', (checkout: string) => checkout],
    ['a changed signature', (checkout: string) => `${linkToken('order', checkout).slice(0, -1)}-`],
    ['nothing', () => ''],
  ])('with %s neither shows nor does anything', async (_name, forge) => {
    const { order, checkout } = await paid();
    const token = forge(checkout);
    for (const body of [
      { do: 'show', token },
      { do: 'cancel', token, event: randomUUID() },
    ]) {
      expect(await follow(body)).toMatchObject({
        status: 400,
        body: { detail: 'This link is incomplete or has expired.' },
      });
    }
    const [row] = await sql`select status::text from orders where id = ${order}`;
    expect(row).toEqual({ status: 'processing' });
  });

  test('has expired 90 days after the latest e-mail', async () => {
    const { checkout, token } = await paid();
    await sql`
      update mail_outbox set created_at = now() - interval '91 days' where checkout_id = ${checkout}`;
    expect(await follow({ do: 'show', token })).toMatchObject({ status: 400 });
    expect(await follow({ do: 'cancel', token, event: randomUUID() })).toMatchObject({
      status: 400,
    });
  });

  test('cancels the order once, with one refund and one e-mail', async () => {
    const { order, token, variant } = await paid();
    const [before] = await sql<[{ quantity: number }]>`
      select quantity from color_variants where id = ${variant}`;
    const event = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => follow({ do: 'cancel', token, event })),
    );
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(Shown.parse(body).order).toMatchObject({ status: 'cancelled', can_cancel: false });
    }
    expect(await refundsAtStripe(order)).toEqual([5194]);
    const [after] = await sql<[{ quantity: number }]>`
      select quantity from color_variants where id = ${variant}`;
    expect(after.quantity - before.quantity).toBe(2);
    expect((await follow({ do: 'show', token })).body).toMatchObject({
      order: { refunds: [{ amount: 51.94, arrived: true }] },
    });
    expect(await follow({ do: 'cancel', token, event: randomUUID() })).toMatchObject({
      status: 409,
      body: { detail: 'This order is cancelled already.', reason: 'nothing_to_cancel' },
    });
    const subjects = await mailsTo(order);
    expect(subjects.filter((subject) => /cancel/i.test(subject))).toHaveLength(1);
  });

  test('refuses a cancellation that refunds another amount than the question showed', async () => {
    const { order, token, variant } = await paid();
    expect((await follow({ do: 'foresee', token })).body).toEqual({ refund_pence: 5194 });
    await dispatch(order, [{ variant_id: variant, quantity: 1 }]);
    const cancelling = { do: 'cancel', token, event: randomUUID() };
    expect(await follow({ ...cancelling, refund_pence: 5194 })).toMatchObject({
      status: 409,
      body: {
        detail: 'The refund is £25.97 by now, so nothing was done. Please look at it again.',
      },
    });
    expect(await refundsAtStripe(order)).toEqual([]);
    expect(await follow({ ...cancelling, refund_pence: 2597 })).toMatchObject({ status: 200 });
    expect(await refundsAtStripe(order)).toEqual([2597]);
  });

  test('cannot cancel dispatched units', async () => {
    const { order, token } = await paid();
    await dispatch(order);
    expect(await follow({ do: 'cancel', token, event: randomUUID() })).toMatchObject({
      status: 409,
      body: {
        reason: 'already_left',
        detail: 'Your order has already left. You can return it when it has arrived.',
      },
    });
    expect(await refundsAtStripe(order)).toEqual([]);
  });

  test('requests and cancels a return; returned units are refunded once', async () => {
    const { order, token, variant } = await paid();
    await deliver(order, 20);
    const wish = {
      do: 'ask',
      token,
      kind: 'return',
      items: [{ variant_id: variant, quantity: 1 }],
      reason: 'Too large',
    };
    const event = randomUUID();
    const asked = Shown.parse((await follow({ ...wish, event })).body).order;
    expect(Shown.parse((await follow({ ...wish, event })).body).order.returns).toEqual(
      asked.returns,
    );
    expect(asked).toMatchObject({
      status: 'return_requested',
      returns: [{ kind: 'return', state: 'asked', code: expect.stringMatching(/^R-\w{8}$/) }],
    });
    const [first] = asked.returns;
    const off = { do: 'call_off', token, event: randomUUID(), return: first?.id };
    expect(Shown.parse((await follow(off)).body).order).toMatchObject({
      status: 'delivered',
      returns: [{ state: 'called_off' }],
    });

    const again = Shown.parse((await follow({ ...wish, event: randomUUID() })).body).order;
    const id = again.returns.at(-1)?.id;
    const items = [{ variant_id: variant, restocked: 1, written_off: 0 }];
    const received = { event: randomUUID(), return: id, items };
    expect(await packer.post('/api/staff/return/receive', received)).toMatchObject({
      status: 200,
      body: { state: 'received', items: [{ restocked: 1 }] },
    });
    const settle = { event: randomUUID(), return: id };
    expect(await packer.post('/api/staff/return/settle', settle)).toMatchObject({
      status: 403,
      body: { reason: 'role_too_low' },
    });
    const settled = await Promise.all(
      Array.from({ length: 5 }, () => manager.post('/api/staff/return/settle', settle)),
    );
    for (const reply of settled) {
      expect(reply).toMatchObject({
        status: 200,
        body: { state: 'settled', refund: { amount_pence: 2597 } },
      });
    }
    expect(await refundsAtStripe(order)).toEqual([2597]);
    const subjects = await mailsTo(order);
    expect(subjects.filter((subject) => /refund/i.test(subject))).toHaveLength(1);
  });

  test('explains why units cannot be returned', async () => {
    const { order, token, variant } = await paid();
    await deliver(order, 20);
    const ask = (change: object) =>
      follow({
        do: 'ask',
        token,
        event: randomUUID(),
        kind: 'return',
        items: [{ variant_id: variant, quantity: 1 }],
        ...change,
      });
    expect(await ask({ items: [{ variant_id: variant, quantity: 3 }] })).toMatchObject({
      status: 409,
      body: { reason: 'too_many_units' },
    });
    expect(await ask({ items: [] })).toMatchObject({
      status: 400,
      body: { items: ['Choose what you want to send back.'] },
    });
    expect(await ask({ kind: 'fault' })).toMatchObject({
      status: 400,
      body: { detail: 'Please say what is wrong with it.' },
    });
    expect(await ask({ kind: 'withdrawal' })).toMatchObject({ status: 400 });
    expect(await ask({ kind: 'fault', reason: 'x'.repeat(1001) })).toMatchObject({ status: 400 });
    await sql`update parcels set delivered_at = sent_at, sent_at = sent_at - interval '40 days' where order_id = ${order}`;
    await sql`update parcels set delivered_at = sent_at where order_id = ${order}`;
    expect(await ask({})).toMatchObject({ status: 409, body: { reason: 'window_over' } });
  });
});

describe('in the account', () => {
  test('the shopper cancels only their own order', async () => {
    const mine = await paid();
    const other = await paid();
    const body = { do: 'cancel', event: randomUUID(), order: other.order };
    expect(await mine.shopper.post('/api/account/cancel-order/', body)).toMatchObject({
      status: 404,
      body: { detail: 'There is no such order.' },
    });
    expect(
      await mine.shopper.post('/api/account/cancel-order/', { ...body, order: mine.order }),
    ).toMatchObject({ status: 200, body: { order: { id: mine.order, status: 'cancelled' } } });
    expect(await refundsAtStripe(mine.order)).toEqual([5194]);
    expect(await refundsAtStripe(other.order)).toEqual([]);
  });

  test('the shopper requests a return only of their own order', async () => {
    const mine = await paid();
    const other = await paid();
    await deliver(mine.order);
    await deliver(other.order);
    const wish = {
      do: 'ask',
      event: randomUUID(),
      kind: 'return',
      items: [{ variant_id: other.variant, quantity: 1 }],
    };
    expect(
      await mine.shopper.post('/api/account/return/', { ...wish, order: other.order }),
    ).toMatchObject({ status: 404 });
    const items = [{ variant_id: mine.variant, quantity: 2 }];
    expect(
      await mine.shopper.post('/api/account/return/', { ...wish, items, order: mine.order }),
    ).toMatchObject({
      status: 200,
      body: {
        order: { status: 'return_requested', can_return: false, returns: [{ kind: 'withdrawal' }] },
      },
    });
  });
});

test('the order of a closed account is still shown by its link', async () => {
  const { shopper, checkout, token, order } = await paid();
  await sql`select close_account(${shopper.id})`;
  expect(await follow({ do: 'show', token })).toMatchObject({
    status: 200,
    body: { order: { id: order } },
  });
  expect(await shop.statusOf(checkout)).toBe('completed');
});
