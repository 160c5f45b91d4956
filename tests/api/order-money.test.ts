import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import checkoutSweep from '#handlers/jobs/checkout-sweep.ts';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import { callStaff } from '#api/call-staff.ts';
import { isRecord } from '#domain/basics/record.ts';
import { stripe as stripeApi } from '#server/stripe-client.ts';
import {
  cancelItems,
  closeSurplus,
  decideReview,
  MoneyAnswer,
  refundOrder,
  retryRefund,
} from '#domain/contracts/staff-money.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { patiently } from '../support/call.ts';
import { makeOld } from '../support/checkout-facts.ts';
import { violationsIn } from '../support/invariants.ts';
import { openBackend } from '../support/open-backend.ts';
import { refundsOf } from '../support/refunds.ts';
import type { Shopper } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';
import { eventually } from '../support/eventually.ts';

const { backend, shop, purchases } = await openBackend();
const { stripe, database } = backend;
const { ordered } = purchases;

let manager: Shopper;
beforeAll(async () => {
  manager = await newStaff(backend, 'manager');
});
let log = vi.spyOn(console, 'error');
beforeEach(async () => {
  await stripe.reset();
  await stripe.webhookMode({ mode: 'drop' });
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => log.mockRestore());

const nothing = { items: [], shipping_pence: 0, goodwill_pence: 0 };

/** A press on Refund; `event` is its idempotency key. */
function refund(order: number, what: object, event: string = randomUUID()) {
  const body = { event, order, ...nothing, reason: 'goodwill', ...what };
  return manager.post('/api/staff/refund', body);
}

function cancel(order: number, what: object = {}, event: string = randomUUID()) {
  const body = { event, order, items: null, reason: 'sold_out', restock: true, ...what };
  return manager.post('/api/staff/cancel', body);
}

function attempt(order_refund: string, what: 'retry' | 'give-up') {
  return manager.post(`/api/staff/refund/${what}`, { event: randomUUID(), order_refund });
}

/** The contract's fields and no others: SQL's result also names payments at Stripe. */
const ExactAnswer = MoneyAnswer.extend({
  refund: MoneyAnswer.shape.refund.unwrap().strict().nullable(),
}).strict();
const stateOf = (body: unknown) => ExactAnswer.parse(body).refund?.state;

async function mailsOf(order: number) {
  const mails = await database.sql<{ kind: string }[]>`
    select m.kind::text from mail_outbox m join orders o on o.checkout_id = m.checkout_id
    where o.id = ${order} and m.kind not in ('order', 'staff_order') order by 1`;
  return mails.map(({ kind }) => kind);
}

const failRefunds = { method: 'POST', path: '/v1/refunds' } as const;
const listRefunds = { method: 'GET', path: '/v1/refunds' } as const;

/** Makes Stripe complete the refund attempt that it had answered with a server error. */
async function makeLate(order: number, amount: number): Promise<void> {
  const [tried] = await database.sql<[{ id: string; intent: string }]>`
    select r.id, p.stripe_payment_intent_id as intent
    from orders o join payments p on p.id = o.payment_id join refunds r on r.payment_id = p.id
    where o.id = ${order} and r.state = 'failed'`;
  const metadata = { refund_id: tried.id };
  await stripeApi().refunds.create({ payment_intent: tried.intent, amount, metadata });
}

async function decisionsOn(order: number): Promise<string[]> {
  const rows = await database.sql<{ kind: string }[]>`
    select d.kind from order_decisions d join orders o on o.checkout_id = d.checkout_id
    where o.id = ${order} order by 1`;
  return rows.map(({ kind }) => kind);
}

describe('a manager cancels', () => {
  test('a whole order: restocked, refunded in full, one e-mail for each', async () => {
    const { order, session, sku } = await ordered();
    const { status, body } = await cancel(order);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { order, status: 'cancelled', refund: { amount_pence: 5194, state: 'succeeded' } },
    });
    expect(await refundsOf(backend, session)).toEqual([5194]);
    expect(await shop.unitsOf(sku)).toBe(5);
    expect(await mailsOf(order)).toEqual(['cancelled', 'order_refund']);
  });

  test('with twenty concurrent presses of one button: once', async () => {
    const { order, session, sku } = await ordered();
    const event = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => patiently(() => cancel(order, {}, event))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await refundSweep();
    expect(await refundsOf(backend, session)).toEqual([5194]);
    expect(await shop.unitsOf(sku)).toBe(5);
    expect(await mailsOf(order)).toEqual(['cancelled', 'order_refund']);
  });
});

describe('a manager refunds', () => {
  test('payments 20 for orders: twenty parallel presses of one button are one refund', async () => {
    const { order, session, sku } = await ordered();
    const event = randomUUID();
    const items = [{ variant_id: sku.variant_id, quantity: 1 }];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        patiently(() => refund(order, { items, reason: 'fault' }, event)),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await refundSweep();
    expect(await refundsOf(backend, session)).toEqual([2597]);
    expect(await mailsOf(order)).toEqual(['order_refund']);
    expect(await shop.unitsOf(sku), 'money moves no goods').toBe(3);
  });

  test('payments 20 for orders: twenty different presses of £5 never refund more than was paid', async () => {
    const { order, session } = await ordered();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => patiently(() => refund(order, { goodwill_pence: 500 }))),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(10);
    for (const { status, body } of refused) {
      expect({ status, body }).toMatchObject({ status: 409, body: { reason: 'too_much' } });
    }
    // A sweep skips an order whose refund is still in progress after its answer.
    await afterwardsDone();
    for (let round = 0; round < 3; round += 1) await refundSweep();
    expect(await refundsOf(backend, session)).toEqual(Array.from({ length: 10 }, () => 500));
    expect(await mailsOf(order)).toHaveLength(10);
  });

  test('units once, and no more than the rest of the delivery and the payment', async () => {
    const { order, sku } = await ordered();
    const items = [{ variant_id: sku.variant_id, quantity: 2 }];
    expect(await refund(order, { items, reason: 'missing' })).toMatchObject({ status: 200 });
    expect(await refund(order, { items, reason: 'missing' })).toMatchObject({
      status: 409,
      body: { reason: 'already_refunded', facts: [{ variant_id: sku.variant_id, left: 0 }] },
    });
    expect(await refund(order, { shipping_pence: 1 })).toMatchObject({
      status: 409,
      body: { reason: 'too_much', facts: { left_pence: 0, shipping_left_pence: 0 } },
    });
  });

  test.each([
    [{ goodwill_pence: -1 }, 'goodwill_pence'],
    [{ goodwill_pence: 0.5 }, 'goodwill_pence'],
    [{ goodwill_pence: '5' }, 'goodwill_pence'],
    [{ items: [{ variant_id: 1, quantity: 0 }] }, 'items'],
    [{ reason: 'because' }, 'reason'],
    [{ event: 'x' }, 'event'],
  ])('nothing for an invalid request: %j', async (wrong, field) => {
    const { status, body } = await refund(1, wrong);
    expect({ status, fields: Object.keys(isRecord(body) ? body : {}) }).toEqual({
      status: 400,
      fields: [field],
    });
  });

  test('nothing, or units of another order: gets an error', async () => {
    const { order } = await ordered();
    expect(await refund(order, {})).toMatchObject({
      status: 400,
      body: { reason: 'nothing_to_refund', detail: 'Enter an amount to refund.' },
    });
    const items = [{ variant_id: 1, quantity: 1 }];
    expect(await refund(order, { items })).toMatchObject({
      status: 409,
      body: { reason: 'item_unknown' },
    });
  });

  test('while Stripe is slow: gets a response before Stripe’s, and the refund is made once', async () => {
    const { order, session } = await ordered();
    await stripe.fail({ ...failRefunds, outcome: 'slow', delayMs: 5500 });
    const { status, body } = await refund(order, { goodwill_pence: 500 });
    // Stripe's response would have made it “succeeded”.
    expect({ status, body }).toMatchObject({ status: 200, body: { refund: { state: 'due' } } });
    await eventually(async () => {
      await refundSweep();
      expect(await refundsOf(backend, session)).toEqual([500]);
    });
  });

  test('a disputed payment: is asked to respond to the dispute', async () => {
    const { order, session } = await ordered();
    await stripe.dispute(session);
    await refundSweep();
    expect(await refund(order, { goodwill_pence: 500 })).toMatchObject({
      status: 409,
      body: { reason: 'disputed' },
    });
  });
});

describe('a refund that fails', () => {
  test('is reported, made by the sweep under a new key, and e-mailed to the shopper once', async () => {
    const { order, session } = await ordered();
    await stripe.fail({ ...failRefunds, outcome: 500 });
    const { body } = await refund(order, { goodwill_pence: 500 });
    expect(body).toMatchObject({ refund: { state: 'failed', failure: expect.any(String) } });
    expect(await mailsOf(order)).toEqual([]);
    await refundSweep();
    expect(await refundsOf(backend, session)).toEqual([500]);
    expect(await mailsOf(order)).toEqual(['order_refund']);
  });

  test('is found to have succeeded if Stripe made it anyway', async () => {
    const { order, session } = await ordered();
    await stripe.fail({ ...failRefunds, outcome: 500, when: 'after' });
    const { body } = await refund(order, { goodwill_pence: 500 });
    expect(stateOf(body)).toBe('succeeded');
    expect(await refundsOf(backend, session)).toEqual([500]);
  });

  test('is given up only once Stripe confirms that it was not made', async () => {
    const { order, session } = await ordered();
    await stripe.fail({ ...failRefunds, outcome: 500 });
    const { body } = await refund(order, { goodwill_pence: 500 });
    const id = MoneyAnswer.parse(body).refund?.order_refund ?? '';
    await stripe.fail({ ...listRefunds, outcome: 500, times: 3 });
    expect(await attempt(id, 'give-up')).toMatchObject({
      status: 503,
      body: { reason: 'stripe_silent', detail: expect.stringContaining('Nothing was done') },
    });
    await makeLate(order, 500);
    expect(await attempt(id, 'give-up')).toMatchObject({
      status: 409,
      body: { reason: 'at_stripe' },
    });
    expect(await refundsOf(backend, session)).toEqual([500]);
  });

  test('was given up but is made by Stripe before a new decision: the units are refunded once, and staff get an e-mail', async () => {
    const { order, session, sku } = await ordered();
    await stripe.fail({ ...failRefunds, outcome: 500 });
    const what = { items: [{ variant_id: sku.variant_id, quantity: 1 }], reason: 'fault' };
    const { body } = await refund(order, what);
    await attempt(MoneyAnswer.parse(body).refund?.order_refund ?? '', 'give-up');
    await makeLate(order, 2597);
    expect(stateOf((await refund(order, what)).body)).toBe('given_up');
    expect(await refundsOf(backend, session)).toEqual([2597]);
    expect(await decisionsOn(order)).toEqual(['refund_failed', 'refund_surplus']);
  });

  test('while one is made at the dashboard is made up to the rest, and only the excess is given up', async () => {
    const { order, session, sku } = await ordered();
    await stripe.fail({ ...failRefunds, outcome: 402, times: 2 });
    await refund(order, { items: [{ variant_id: sku.variant_id, quantity: 1 }], reason: 'fault' });
    const { body } = await refund(order, { goodwill_pence: 2597 });
    const id = MoneyAnswer.parse(body).refund?.order_refund ?? '';
    await stripe.refund(session, { amount: 3000 });
    await refundSweep();
    await refundSweep();
    expect((await refundsOf(backend, session)).toSorted()).toEqual([2194, 3000]);
    const given = await database.sql`
      select (e.detail ->> 'amount_pence')::int as pence from order_events e
      join orders o on o.checkout_id = e.checkout_id
      where o.id = ${order} and e.kind = 'refund_given_up' order by e.at, pence`;
    expect([...given]).toEqual([{ pence: 403 }, { pence: 2597 }]);
    const [row] = await database.sql`
      select given_up_by, given_up_because from order_refunds where id = ${id}`;
    expect(row).toEqual({
      given_up_by: 'shop',
      given_up_because: 'paid_back_elsewhere',
    });
    expect(await violationsIn(database.sql)).toEqual([]);
    expect(stateOf((await attempt(id, 'give-up')).body), 'it has been seen').toBe('given_up');
    const [seen] = await database.sql`select given_up_by from order_refunds where id = ${id}`;
    expect(seen).toEqual({ given_up_by: 'staff' });
  });
});
const decide = (checkout: string, decision: string, event: string = randomUUID()) =>
  manager.post('/api/staff/review', { event, checkout, decision });
const eventsOf = async (checkout: string) => [
  ...(await database.sql`
    select e.kind::text, s.user_id from order_events e join staff s on s.id = e.staff_id
    where e.checkout_id = ${checkout} order by e.at`),
];

async function failedThrice() {
  const purchase = await purchases.underReview();
  await stripe.fail({ ...failRefunds, outcome: 402, times: 3 });
  await decide(purchase.checkout, 'refund');
  for (let tries = 0; tries < 3; tries += 1) {
    await makeOld(database, purchase.session);
    await checkoutSweep();
  }
  expect(await refundsOf(backend, purchase.session), 'it waits').toEqual([1000]);
  return purchase;
}
const pressOn = (checkout: string, what: string, event: string = randomUUID(), note?: string) =>
  manager.post(`/api/staff/payment/${what}`, { event, checkout, note });

describe('a payment without an order whose refund has failed three times', () => {
  test('is retried at once on a manager’s request, and refunded once', async () => {
    const { checkout, session } = await failedThrice();
    const event = randomUUID();
    const tried = await Promise.all([
      pressOn(checkout, 'retry', event),
      pressOn(checkout, 'retry', event),
    ]);
    for (const reply of tried) expect(reply).toMatchObject({ status: 200, body: { checkout } });
    await checkoutSweep();
    expect((await refundsOf(backend, session)).toSorted()).toEqual([1000, 4194]);
    expect(await pressOn(checkout, 'retry')).toMatchObject({
      status: 409,
      body: { reason: 'not_due' },
    });
    expect(await eventsOf(checkout)).toMatchObject([
      { kind: 'review_refunded' },
      { kind: 'refund_retried' },
    ]);
  });

  test('is settled when paid back in another way: no attempt follows, and the shopper gets an e-mail', async () => {
    const { checkout, session } = await failedThrice();
    expect(await pressOn(checkout, 'settle', randomUUID(), ' ')).toMatchObject({
      status: 400,
      body: { note: [expect.any(String)] },
    });
    const event = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      expect(await pressOn(checkout, 'settle', event, 'Bank transfer')).toMatchObject({
        status: 200,
        body: { checkout, outcome: 'refunded', order: null },
      });
    }
    await makeOld(database, session);
    await checkoutSweep();
    expect(await refundsOf(backend, session)).toEqual([1000]);
    const [ledger] = await database.sql`
      select source, state, amount_pence::int as pence from refunds where id = ${event}`;
    expect(ledger).toEqual({ source: 'outside', state: 'succeeded', pence: 4194 });
    const [mail] = await database.sql`
      select mail_content(id) ->> 'outside_pence' as outside from mail_outbox
      where checkout_id = ${checkout} and kind = 'refund'`;
    expect(mail).toEqual({ outside: '4194' });
    expect(await pressOn(checkout, 'settle', randomUUID(), 'Again')).toMatchObject({
      status: 409,
      body: { reason: 'not_due' },
    });
  });
});

describe('the studio’s calls', () => {
  const realFetch = fetch;
  beforeEach(() => {
    vi.stubGlobal('fetch', (address: string, options?: RequestInit) =>
      realFetch(new URL(address, backend.origin), options),
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  test('match the shop’s requests and responses', async () => {
    const { order, sku } = await ordered();
    const as = { id: manager.id, access: manager.token };
    const items = [{ variant_id: sku.variant_id, quantity: 1 }];
    const refunded = await callStaff(
      refundOrder,
      { ...nothing, event: randomUUID(), order, items, reason: 'fault' },
      as,
    );
    expect(refunded).toMatchObject({
      order,
      status: 'part_refunded',
      refund: { amount_pence: 2597 },
    });
    const cancelled = await callStaff(
      cancelItems,
      { event: randomUUID(), order, items: null, reason: 'shopper', restock: true },
      as,
    );
    expect(cancelled).toMatchObject({ status: 'cancelled', refund: { state: 'succeeded' } });
    const again = { event: randomUUID(), order_refund: cancelled.refund?.order_refund ?? '' };
    await expect(callStaff(retryRefund, again, as)).rejects.toMatchObject({
      status: 409,
      body: { reason: 'at_stripe' },
    });
    const { checkout } = await purchases.underReview();
    expect(
      await callStaff(decideReview, { event: randomUUID(), checkout, decision: 'refund' }, as),
    ).toMatchObject({ checkout, outcome: 'refunded', order: null });
    const late = { event: randomUUID(), checkout, note: 'Left' };
    await expect(callStaff(closeSurplus, late, as)).rejects.toMatchObject({
      status: 409,
      body: { reason: 'no_surplus' },
    });
  });
});
