import { beforeEach, describe, expect, test } from 'vitest';
import sweep from '#handlers/jobs/checkout-sweep.ts';
import { openBackend } from '../support/open-backend.ts';
import { call } from '../support/call.ts';
import { factsOf, makeOld, untilStatus } from '../support/checkout-facts.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { newShopper, payOnPage } from '../support/shopper.ts';

const { backend, shop, purchases } = await openBackend();
beforeEach(() => backend.stripe.reset());

const once = { status: 'completed', payments: 1, orders: 1, holds: 0 };

describe('no order is created', () => {
  test('for a payment page that is still open', async () => {
    const purchase = await purchases.atPaymentPage();
    const { shopper, session, sku } = purchase;
    const figures = await purchases.figuresOf(purchase);
    const before = await markOfAllRows(backend.database);
    for (const reply of [
      await shopper.reduceQuantity(session),
      await shopper.savePayment(figures, session),
      await shopper.createOrder(figures, 1, session),
    ]) {
      expect(reply.status).toBe(402);
      expect(reply.body).toEqual({ detail: 'This checkout has not been paid.' });
      expect(reply.headers.get('cache-control')).toBe('no-store');
    }
    expect(await markOfAllRows(backend.database)).toEqual(before);
    expect(await shop.freeUnitsOf(sku)).toBe(3);
  });

  test('for a declined card; another card then pays', async () => {
    const { shopper, url, session } = await purchases.atPaymentPage();
    const declined = await payOnPage(url, { card: '4000 0000 0000 0002' });
    expect(declined.status).toBe(402);
    await backend.stripe.whenIdle();
    expect(await shopper.reduceQuantity(session)).toMatchObject({ status: 402 });
    expect(await factsOf(backend.database, session)).toMatchObject({ status: 'open', orders: 0 });
    expect((await payOnPage(url)).status).toBe(303);
    await untilStatus(backend.database, session, 'completed');
    expect(await factsOf(backend.database, session)).toMatchObject(once);
  });

  test('payments 18: for an expired page: the webhook releases its stock, once', async () => {
    const { sku, shopper, session } = await purchases.atPaymentPage();
    await backend.stripe.expire(session);
    await untilStatus(backend.database, session, 'released');
    await backend.stripe.redeliver(await purchases.eventOf(session, 'checkout.session.expired'));
    expect(await shop.freeUnitsOf(sku)).toBe(5);
    expect(await shopper.reduceQuantity(session)).toMatchObject({ status: 402 });
  });

  test('payments 18: for a page that expired without an event: the sweep releases its stock', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const { sku, session } = await purchases.atPaymentPage();
    await backend.stripe.expire(session);
    await makeOld(backend.database, session);
    await sweep();
    expect(await factsOf(backend.database, session)).toMatchObject({
      status: 'released',
      orders: 0,
    });
    expect(await shop.freeUnitsOf(sku)).toBe(5);
  });

  test('for shoppers who are still paying, whom the sweep leaves alone', async () => {
    const { session } = await purchases.atPaymentPage();
    await makeOld(backend.database, session);
    const young = await purchases.paidInSilence();
    await sweep();
    expect(await factsOf(backend.database, session)).toMatchObject({ status: 'open', holds: 1 });
    expect(await factsOf(backend.database, young.session)).toMatchObject({ status: 'open' });
  });

  test('for an unknown session', async () => {
    const shopper = await newShopper(backend);
    const { status, body } = await shopper.reduceQuantity('cs_test_unknown');
    expect(status).toBe(404);
    expect(body).toEqual({ detail: 'There is no such checkout.' });
    expect(await shopper.reduceQuantity()).toMatchObject({ status: 404 });
  });

  test.each(['nonsense', 'cs_test_', `cs_test_${'a'.repeat(300)}`, 'cs_test_a%27--', ''])(
    'for the session id “%s”',
    async (id) => {
      const { shopper } = await purchases.atPaymentPage();
      const { status, body } = await shopper.post(
        `/api/listing/reduceQuantity/?session_id=${id}`,
        [],
      );
      expect(status).toBe(400);
      expect(body).toEqual({ session_id: ['Not a payment session.'] });
    },
  );
});

describe('temporary faults', () => {
  test('while Stripe is unreachable, the webhook answers 500 and succeeds when retried', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const { session, shopper } = await purchases.atPaymentPage();
    await backend.stripe.pay(session, { outcome: 'paid' });
    const completed = await purchases.eventOf(session, 'checkout.session.completed');
    await backend.stripe.fail({ method: 'GET', path: '/v1/checkout/*', outcome: 500, times: 4 });
    const { attempts } = await backend.stripe.redeliver(completed);
    expect(attempts.map(({ status }) => status)).toContain(500);
    await untilStatus(backend.database, session, 'completed');
    await backend.stripe.whenIdle();
    expect(await factsOf(backend.database, session)).toMatchObject(once);
    expect(await shopper.reduceQuantity(session)).toMatchObject({ status: 200 });
  });

  test('payments 16: while the database refuses, the webhook gets 500 and nothing is done halfway', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const { sku, session, shopper } = await purchases.atPaymentPage();
    await backend.stripe.pay(session, { outcome: 'paid' });
    const completed = await purchases.eventOf(session, 'checkout.session.completed');
    const { sql } = backend.database;
    await sql`alter table order_items add constraint broken check (quantity > 1000) not valid`;
    const { attempts } = await backend.stripe.redeliver(completed);
    expect(attempts[0]?.status).toBe(500);
    const reply = await shopper.reduceQuantity(session);
    expect(reply).toMatchObject({
      status: 500,
      body: {
        detail: 'Your payment has arrived. We are finishing your order – please do not pay again.',
      },
    });
    expect(await factsOf(backend.database, session)).toMatchObject({ status: 'open', payments: 0 });
    expect(await shop.unitsOf(sku)).toBe(5);
    await sql`alter table order_items drop constraint broken`;
    await backend.stripe.redeliver(completed);
    await backend.stripe.whenIdle();
    expect(await factsOf(backend.database, session)).toMatchObject(once);
  });
});

test('the success page’s URL finds the purchase only for its own shopper', async () => {
  const { session } = await purchases.paidInSilence();
  const stranger = await newShopper(backend);
  expect(await stranger.reduceQuantity(session)).toMatchObject({ status: 404 });
  const anonymous = await call(
    `${backend.origin}/api/listing/reduceQuantity/?session_id=${session}`,
    {
      json: [],
    },
  );
  expect(anonymous.status).toBe(401);
  expect(await factsOf(backend.database, session)).toMatchObject({ orders: 0 });
});
