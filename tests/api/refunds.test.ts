import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import checkoutSweep from '#handlers/jobs/checkout-sweep.ts';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import { call } from '../support/call.ts';
import { factsOf, makeOld, untilStatus } from '../support/checkout-facts.ts';
import { violationsIn } from '../support/invariants.ts';
import { openBackend } from '../support/open-backend.ts';
import type { Purchase } from '../support/purchases.ts';
import { refundsOf } from '../support/refunds.ts';
import { eventText, sendEvent } from '../support/signed-event.ts';
import { linesOf } from '../support/log-lines.ts';

const { backend, shop, purchases } = await openBackend();
const { stripe, database } = backend;
const { ordered } = purchases;

let log = vi.spyOn(console, 'error');
beforeEach(async () => {
  await stripe.reset();
  await stripe.webhookMode({ mode: 'drop' });
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => log.mockRestore());

/** Logged errors, line by line. */
const logged = () => linesOf(log);

/** A payment for goods sold out meanwhile, with a card whose refunds are scripted. */
async function paidForNothing(card?: string): Promise<Purchase> {
  const purchase = await purchases.atPaymentPage();
  await stripe.pay(purchase.session, { outcome: 'paid', ...(card && { card }) });
  await purchases.sellToOthers(purchase);
  await makeOld(database, purchase.session);
  return purchase;
}

/** The shopper's only order, as shown in the account. */
async function shownOrder({ shopper }: Purchase) {
  const { body } = await call(`${backend.origin}/api/account/orders/`, { token: shopper.token });
  return body;
}

async function ledgerOf(session: string) {
  const rows = await database.sql<{ state: string; source: string; pence: number }[]>`
    select r.state::text, r.source::text, r.amount_pence::int as pence
    from refunds r join payments p on p.id = r.payment_id
    where p.stripe_session_id = ${session} order by r.created_at, r.settled_at`;
  return [...rows];
}

async function paymentOf(session: string) {
  const [row] = await database.sql`
    select p.status, b.refunded_pence::int as refunded, b.disputed
    from payments p join payment_balances b on b.payment_id = p.id
    where p.stripe_session_id = ${session}`;
  return { ...row };
}

const status = async (session: string) => (await factsOf(database, session))?.status;

describe('a refund that is due', () => {
  test('payments 27: is made under a new key although Stripe replays the failure of the first', async () => {
    const { session, shopper } = await paidForNothing();
    await stripe.fail({ method: 'POST', path: '/v1/refunds', outcome: 500 });
    await shopper.reduceQuantity(session);
    expect(await ledgerOf(session)).toEqual([{ state: 'failed', source: 'shop', pence: 5194 }]);
    await checkoutSweep();
    expect(await status(session)).toBe('refunded');
    expect(await refundsOf(backend, session)).toEqual([5194]);
    expect(await ledgerOf(session)).toEqual([
      { state: 'failed', source: 'shop', pence: 5194 },
      { state: 'succeeded', source: 'shop', pence: 5194 },
    ]);
  });

  test('payments 27: made although Stripe answered 500 is found, not made twice', async () => {
    const { session, shopper } = await paidForNothing();
    await stripe.fail({ method: 'POST', path: '/v1/refunds', outcome: 500, when: 'after' });
    await shopper.reduceQuantity(session);
    expect(await status(session)).toBe('refunded');
    await checkoutSweep();
    expect(await ledgerOf(session)).toEqual([{ state: 'succeeded', source: 'shop', pence: 5194 }]);
    expect(await refundsOf(backend, session)).toEqual([5194]);
  });

  test('payments 27: keeps its key while there is no response', async () => {
    const { session, shopper } = await paidForNothing();
    const lost = { method: 'POST', path: '/v1/refunds', outcome: 'drop', times: 3 } as const;
    await stripe.fail(lost);
    await shopper.reduceQuantity(session);
    expect(await ledgerOf(session)).toMatchObject([{ state: 'requested' }]);
    await stripe.fail({ ...lost, when: 'after' });
    await checkoutSweep();
    expect(await ledgerOf(session), 'made, and not heard of').toMatchObject([
      { state: 'requested' },
    ]);
    await checkoutSweep();
    expect(await ledgerOf(session)).toMatchObject([{ state: 'succeeded' }]);
    expect(await refundsOf(backend, session)).toEqual([5194]);
  });

  test('payments 27: is made once while sweep, webhook, return page and dashboard all try, and half of the calls fail', async () => {
    const { session, shopper } = await paidForNothing();
    for (const outcome of [500, 'drop', 503, 429] as const) {
      await stripe.fail({ method: 'POST', path: '/v1/refunds', outcome });
      await stripe.fail({ method: 'POST', path: '/v1/refunds', outcome, when: 'after' });
    }
    const event = eventText('checkout.session.completed', { id: session });
    await shopper.reduceQuantity(session);
    expect(await status(session)).toBe('refund_due');
    for (let round = 0; round < 3; round += 1) {
      await Promise.allSettled([
        ...Array.from({ length: 4 }, () => shopper.reduceQuantity(session)),
        ...Array.from({ length: 4 }, () => sendEvent(backend.origin, event)),
        ...Array.from({ length: 4 }, () => checkoutSweep()),
        stripe.refund(session, { amount: 1000 }),
        refundSweep(),
      ]);
    }
    // Skips the wait between attempts that the failures above cause.
    await database.sql`update refunds set settled_at = settled_at - interval '1 day' where state = 'failed'`;
    await checkoutSweep();
    expect(await status(session)).toBe('refunded');
    const refunds = await refundsOf(backend, session);
    expect(refunds.reduce((sum, amount) => sum + amount, 0)).toBe(5194);
    expect((await ledgerOf(session)).filter(({ state }) => state === 'succeeded')).toHaveLength(
      refunds.length,
    );
  });

  test('payments 27: counts what the dashboard has refunded, and refunds the rest', async () => {
    const { session, shopper } = await paidForNothing();
    await stripe.fail({ method: 'POST', path: '/v1/refunds', outcome: 402 });
    await shopper.reduceQuantity(session);
    await stripe.refund(session, { amount: 1000 });
    await checkoutSweep();
    expect(await status(session)).toBe('refunded');
    expect(await refundsOf(backend, session)).toEqual([4194, 1000]);
  });

  test('payments 28: is final only once it is no longer pending', async () => {
    const { session, shopper } = await paidForNothing('4000000000007726');
    expect(await shopper.reduceQuantity(session)).toMatchObject({
      status: 409,
      body: { payment_status: 'refund_due' },
    });
    await checkoutSweep();
    expect(await ledgerOf(session)).toMatchObject([{ state: 'pending' }]);
    expect(logged(), 'waiting is no failure').toEqual([]);
    await stripe.advanceClock(60);
    await checkoutSweep();
    expect(await status(session)).toBe('refunded');
    expect(await refundsOf(backend, session)).toEqual([5194]);
  });

  test('payments 28: that fails after success is due again, logged as an error, and made again', async () => {
    const { session, shopper } = await paidForNothing('4000000000005126');
    await shopper.reduceQuantity(session);
    expect(await status(session)).toBe('refunded');
    await stripe.webhookMode({ mode: 'deliver' });
    await stripe.advanceClock(60);
    await untilStatus(database, session, 'refund_due');
    // Logged by the webhook's function, once stored.
    await stripe.whenIdle();
    expect(logged()).toMatchObject([
      { message: 'REFUND FAILED', pence: 5194, order: null, state: 'failed' },
    ]);
    await checkoutSweep();
    expect((await ledgerOf(session)).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
    await stripe.whenIdle();
  });

  test('payments 28: that needs the shopper is shown to the operator', async () => {
    const { session, shopper } = await paidForNothing('4000000000007726');
    await shopper.reduceQuantity(session);
    const [refund] = await database.sql<{ id: string }[]>`
      select stripe_refund_id as id from refunds r join payments p on p.id = r.payment_id
      where p.stripe_session_id = ${session}`;
    await stripe.settleRefund(refund?.id ?? '', 'requires_action');
    await checkoutSweep();
    expect(logged()).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/^REFUND NEEDS ACTION/) }),
    );
    expect(await status(session)).toBe('refund_due');
  });
});

describe('changes to an order at the dashboard', () => {
  test.each(['webhook', 'sweep'])(
    'payments 29: a partial refund and then the rest are recorded by the %s; no stock moves',
    async (way) => {
      const purchase = await ordered();
      const { session, sku } = purchase;
      if (way === 'webhook') await stripe.webhookMode({ mode: 'deliver' });
      const heard = () => (way === 'webhook' ? stripe.whenIdle() : refundSweep());

      await stripe.refund(session, { amount: 1000 });
      await heard();
      expect(await paymentOf(session)).toMatchObject({ status: 'paid', refunded: 1000 });
      expect(await shownOrder(purchase)).toMatchObject({
        orders: [{ status: 'part_refunded', order_amount: 51.94, refunded: 10, disputed: false }],
      });
      const { id } = await stripe.refund(session, { status: 'pending' });
      await heard();
      expect(await paymentOf(session)).toMatchObject({ status: 'paid', refunded: 5194 });
      await stripe.settleRefund(id, 'succeeded');
      await heard();
      expect(await paymentOf(session)).toMatchObject({ status: 'refunded', refunded: 5194 });
      expect(await factsOf(database, session)).toMatchObject({ status: 'completed', orders: 1 });
      expect(await shop.unitsOf(sku)).toBe(3);
      expect(await ledgerOf(session)).toMatchObject([
        { source: 'dashboard' },
        { source: 'dashboard' },
      ]);
    },
  );

  test('payments 29: a failed refund is reversed and logged as an error', async () => {
    const { session } = await ordered();
    await stripe.webhookMode({ mode: 'deliver' });
    const { id } = await stripe.refund(session);
    await stripe.settleRefund(id, 'failed');
    await stripe.whenIdle();
    expect(await paymentOf(session)).toMatchObject({ status: 'paid', refunded: 0 });
    expect(logged()).toContainEqual(
      expect.objectContaining({
        message: 'REFUND FAILED',
        refund: id,
        pence: 5194,
        order: expect.any(Number),
        state: 'failed',
      }),
    );
  });

  test.each([
    ['webhook', 'won', false],
    ['sweep', 'lost', true],
  ] as const)(
    'payments 29: a dispute is recorded by the %s, then %s',
    async (way, end, disputed) => {
      const purchase = await ordered();
      const { session } = purchase;
      if (way === 'webhook') await stripe.webhookMode({ mode: 'deliver' });
      const heard = () => (way === 'webhook' ? stripe.whenIdle() : refundSweep());
      const { id } = await stripe.dispute(session);
      await heard();
      expect(await shownOrder(purchase)).toMatchObject({
        orders: [{ disputed: true, refunded: 0 }],
      });
      expect(logged()).toMatchObject([
        {
          message: 'DISPUTE',
          dispute: id,
          pence: 5194,
          order: expect.any(Number),
          status: 'needs_response',
          why: 'fraudulent',
          answer_by: expect.stringMatching(/^20/),
        },
      ]);
      await stripe.settleDispute(id, 'under_review');
      await heard();
      await stripe.settleDispute(id, end);
      await heard();
      expect(await paymentOf(session)).toMatchObject({ disputed });
      const [row] = await database.sql`
      select status, due_by is not null as due, closed_at is not null as closed from disputes
      where stripe_dispute_id = ${id}`;
      expect(row).toEqual({ status: end, due: true, closed: true });
      expect(await factsOf(database, session)).toMatchObject({ status: 'completed', orders: 1 });
    },
  );

  test('payments 29: the figures in an event are not trusted', async () => {
    const { session } = await ordered();
    const [payment] = await database.sql<{ intent: string }[]>`
      select stripe_payment_intent_id as intent from payments where stripe_session_id = ${session}`;
    for (const type of ['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed']) {
      const claim = {
        id: 're_1',
        payment_intent: payment?.intent,
        amount: 1,
        amount_refunded: 5194,
      };
      expect(await sendEvent(backend.origin, eventText(type, claim))).toMatchObject({
        status: 200,
      });
    }
    const claim = { id: 'du_unknown', payment_intent: payment?.intent, status: 'lost' };
    const text = eventText('charge.dispute.closed', claim);
    expect(await sendEvent(backend.origin, text)).toMatchObject({ status: 200 });
    expect(await ledgerOf(session)).toEqual([]);
    expect(await paymentOf(session)).toMatchObject({ status: 'paid', disputed: false });
  });

  test('a sweep without findings calls Stripe once, and one that cannot record something retries it', async () => {
    const { session } = await ordered();
    await stripe.refund(session, { amount: 100 });
    await stripe.fail({ method: 'GET', path: '/v1/refunds', outcome: 400 });
    await refundSweep();
    expect(logged()).toMatchObject([
      {
        message: 'The refunds of a payment could not be recorded',
        id: expect.stringMatching(/^pi_/),
      },
    ]);
    expect(await ledgerOf(session)).toEqual([]);
    await refundSweep();
    expect(await ledgerOf(session)).toMatchObject([{ pence: 100 }]);
  });
});

describe('a payment refunded before the shop learned of it', () => {
  test('payments 30: in full: no order, nothing held, and the shopper sees the refund', async () => {
    const { session, sku, shopper } = await purchases.paidInSilence();
    await stripe.refund(session);
    expect(await shopper.reduceQuantity(session)).toMatchObject({
      status: 409,
      body: {
        detail: 'Your payment has been refunded in full, and no order was placed.',
        payment_status: 'refunded',
      },
    });
    expect(await factsOf(database, session)).toMatchObject({
      status: 'refunded',
      orders: 0,
      holds: 0,
    });
    expect(await shop.freeUnitsOf(sku)).toBe(5);
    expect(await ledgerOf(session)).toMatchObject([{ source: 'dashboard', pence: 5194 }]);
  });

  test('payments 30: in part: a person decides, and the sweep refunds the rest', async () => {
    const { session, checkout } = await purchases.underReview();
    expect(logged()).toContainEqual(
      expect.objectContaining({
        message: 'REVIEW',
        session,
        why: expect.stringContaining('refunded or disputed'),
      }),
    );
    expect(await factsOf(database, session)).toMatchObject({ status: 'review', orders: 0 });
    await database.sql`select resolve_review(${checkout}, 'refund')`;
    await makeOld(database, session);
    await checkoutSweep();
    expect(await status(session)).toBe('refunded');
    expect(await refundsOf(backend, session)).toEqual([4194, 1000]);
  });

  test('payments 30: disputed: no order, and the dispute is recorded', async () => {
    const { session, shopper } = await purchases.atPaymentPage();
    await stripe.pay(session, { outcome: 'paid', card: '4000000000000259' });
    expect(await shopper.reduceQuantity(session)).toMatchObject({
      body: { payment_status: 'review' },
    });
    expect(await paymentOf(session)).toMatchObject({ status: 'review', disputed: true });
    expect(logged()).toContainEqual(
      expect.objectContaining({ message: 'DISPUTE', dispute: expect.stringMatching(/^du_/) }),
    );
  });
});

async function underReview() {
  const purchase = await purchases.paidInSilence();
  await stripe.alter(purchase.session, { amount_total: 5000 });
  await purchase.shopper.reduceQuantity(purchase.session);
  const facts = await factsOf(database, purchase.session);
  expect(facts).toMatchObject({ status: 'review', holds: 1 });
  return { ...purchase, checkout: facts?.checkout ?? '' };
}

describe('a payment under review', () => {
  test('payments 30: is accepted, and the shopper sees the order with the charged amount', async () => {
    const purchase = await underReview();
    await database.sql`select resolve_review(${purchase.checkout}, 'accept')`;
    expect(await shownOrder(purchase)).toMatchObject({
      orders: [{ amount: 49, tax: 2.94, adjustment: -1.94, order_amount: 50, refunded: 0 }],
    });
    expect((await purchase.shopper.comeBack(purchase.session)).figures).toMatchObject({
      order_amount: 50,
    });
  });
});

test('all of this violates no invariant', async () => {
  expect(await violationsIn(database.sql)).toEqual([]);
});

describe('a paid session that is not this shop’s', () => {
  test('payments 32: is logged as an error, with its amount, once per event', async () => {
    const { session } = await purchases.paidInSilence();
    const facts = await factsOf(database, session);
    const { checkout } = facts ?? { checkout: '' };
    // Simulates another shop on the same account: the checkout is unknown to us.
    await database.sql`delete from stock_holds where checkout_id = ${checkout}`;
    await database.sql`delete from checkout_shipping_options where checkout_id = ${checkout}`;
    await database.sql`delete from checkout_lines where checkout_id = ${checkout}`;
    await database.sql`delete from checkouts where id = ${checkout}`;
    const text = eventText('checkout.session.completed', { id: session });
    expect(await sendEvent(backend.origin, text)).toMatchObject({ status: 200 });
    expect(logged()).toMatchObject([
      { message: 'FOREIGN PAYMENT', session, minor_units: 5194, currency: 'gbp' },
    ]);
  });

  test('payments 32: an unpaid one is ignored', async () => {
    const { session } = await purchases.atPaymentPage();
    await database.sql`
      update checkouts set stripe_session_id = 'cs_test_other' where stripe_session_id = ${session}`;
    await sendEvent(backend.origin, eventText('checkout.session.expired', { id: session }));
    expect(logged()).toEqual([]);
  });
});

describe('the webhook logs why it refuses', () => {
  test('a wrong signature', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const text = eventText('charge.refunded', { payment_intent: 'pi_1' });
    await sendEvent(backend.origin, text, { secret: 'whsec_other' });
    expect(linesOf(warn)).toMatchObject([
      {
        message: expect.stringMatching(/^Webhook: refused\. STRIPE_WEBHOOK_SECRET/),
        why: expect.stringContaining('No signatures found'),
      },
    ]);
    warn.mockRestore();
  });

  test('an event in the thin payload style', async () => {
    const thin = JSON.stringify({
      id: 'evt_1',
      object: 'v2.core.event',
      type: 'v1.charge.refunded',
    });
    expect(await sendEvent(backend.origin, thin)).toMatchObject({ status: 400 });
    expect(logged()).toMatchObject([
      {
        message: expect.stringMatching(/^WEBHOOK: .*Set its payload style to snapshot/),
        why: expect.stringContaining('thin'),
      },
    ]);
  });
});
