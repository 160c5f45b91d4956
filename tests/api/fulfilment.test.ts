import { beforeEach, describe, expect, test } from 'vitest';
import sweep from '#handlers/jobs/checkout-sweep.ts';
import { openBackend } from '../support/open-backend.ts';
import { factsOf, makeOld, untilStatus } from '../support/checkout-facts.ts';
import { payOnPage, registeredShopper, sessionOf } from '../support/shopper.ts';

const { backend, shop, purchases } = await openBackend();
beforeEach(() => backend.stripe.reset());

const once = { status: 'completed', payments: 1, orders: 1, holds: 0 };

describe('a payment becomes an order', () => {
  test('payments 23: from sign-up to thank-you, by the shop’s own calls and the hosted page', async () => {
    const sku = await shop.newSku(5, 2450);
    const shopper = await registeredShopper(backend);
    const billing = await shopper.saveBilling();
    const url = await shopper.paymentPage([{ sku, quantity: 2 }]);
    const session = sessionOf(url);
    const paid = await payOnPage(url, { delivery: 1 });
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toBe(
      `${backend.origin}/stripesuccess?session_id=${session}`,
    );

    const reduced = await shopper.reduceQuantity(session, [
      { variant_id: sku.variant_id, quantity: 2 },
    ]);
    expect(reduced.status).toBe(200);
    expect(reduced.headers.get('cache-control')).toBe('no-store');
    const figures = {
      billing_info: billing,
      amount: 49,
      tax: 2.94,
      shipping_cost: 6.95,
      order_amount: 58.89,
      total_items: 2,
      items: [
        {
          product: sku.product_id,
          color_variant: sku.variant_id,
          product_name: 'A hat',
          product_price: 24.5,
          quantity: 2,
        },
      ],
    };
    expect(reduced.body).toEqual(figures);

    const payment = await shopper.savePayment(figures, session);
    expect(payment.status).toBe(201);
    expect(payment.headers.get('cache-control')).toBe('no-store');
    expect(payment.body).toEqual({ id: expect.any(Number) });

    const id = await purchases.paymentOf(session);
    expect(payment.body).toEqual({ id });
    const order = await shopper.createOrder(figures, id, session);
    expect(order.status).toBe(201);
    expect(order.headers.get('cache-control')).toBe('no-store');
    expect(order.body).toEqual({
      ...figures,
      id: expect.any(Number),
      status: 'processing',
      tax_inside: 0,
      promise: expect.stringMatching(/^Leaves by \w+day \d+ \w+, arrives /),
    });
    expect(await shop.unitsOf(sku)).toBe(3);
    expect(await factsOf(backend.database, session)).toMatchObject(once);
  });

  test('payments 10: only by the webhook, when the browser was closed', async () => {
    const { sku, url, session } = await purchases.atPaymentPage();
    await payOnPage(url);
    await untilStatus(backend.database, session, 'completed');
    expect(await factsOf(backend.database, session)).toMatchObject(once);
    expect(await shop.unitsOf(sku)).toBe(3);
  });

  test('payments 11: only by the return page, when the webhook never arrives; ten reloads change nothing', async () => {
    const { sku, shopper, session } = await purchases.paidInSilence();
    const first = await shopper.comeBack(session);
    for (let reload = 0; reload < 10; reload += 1) {
      expect(await shopper.comeBack(session)).toEqual(first);
    }
    expect(await factsOf(backend.database, session)).toMatchObject(once);
    expect(await shop.unitsOf(sku)).toBe(3);
  });

  test.each(['reduceQuantity', 'savePayment', 'createOrder'] as const)(
    'only by %s, when nothing else arrives',
    async (only) => {
      const purchase = await purchases.paidInSilence();
      const { shopper, session } = purchase;
      const figures = await purchases.figuresOf(purchase);
      if (only === 'reduceQuantity') await shopper.reduceQuantity(session);
      else if (only === 'savePayment') await shopper.savePayment(figures, session);
      else await shopper.createOrder(figures, 1_000_000, session);
      expect(await factsOf(backend.database, session)).toMatchObject(once);
    },
  );

  test('payments 12: only by the sweep, when neither arrives', async () => {
    const { sku, session } = await purchases.paidInSilence();
    await makeOld(backend.database, session);
    await sweep();
    expect(await factsOf(backend.database, session)).toMatchObject(once);
    expect(await shop.unitsOf(sku)).toBe(3);
  });

  test('payments 7: once, when all arrive simultaneously and repeatedly', async () => {
    const { sku, shopper, session } = await purchases.paidInSilence();
    await makeOld(backend.database, session);
    const completed = await purchases.eventOf(session, 'checkout.session.completed');
    const five = Array.from({ length: 5 });
    const [back] = await Promise.all([
      Promise.all(five.map(() => shopper.comeBack(session))),
      Promise.all(five.map(() => backend.stripe.redeliver(completed))),
      Promise.all(five.map(() => sweep())),
      Promise.all(five.map(() => shopper.reduceQuantity(session))),
    ]);
    expect(new Set(back.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await factsOf(backend.database, session)).toMatchObject(once);
    expect(await shop.unitsOf(sku)).toBe(3);
  });

  test('without the session’s id the return calls find the purchase by billing data or payment, or take the latest', async () => {
    const purchase = await purchases.paidInSilence();
    const { shopper, session } = purchase;
    const { status, body } = await shopper.reduceQuantity();
    expect(status).toBe(200);
    expect(body).toMatchObject({ amount: 49 });
    const figures = await purchases.figuresOf(purchase);
    const payment = await shopper.savePayment(figures);
    expect(payment).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
    const id = await purchases.paymentOf(session);
    expect(await shopper.createOrder(figures, id)).toMatchObject({ status: 201 });
  });

  test('payments 4: with the frozen lines, whatever the browser claims', async () => {
    const { sku, shopper, session } = await purchases.paidInSilence();
    const other = await shop.newSku(5);
    const lies = [{ variant_id: other.variant_id, quantity: 5 }];
    expect(await shopper.reduceQuantity(session, lies)).toMatchObject({ status: 200 });
    expect(await shop.unitsOf(other)).toBe(5);
    expect(await shop.unitsOf(sku)).toBe(3);
  });
});
