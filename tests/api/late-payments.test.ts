import { beforeEach, describe, expect, test, vi } from 'vitest';
import sweep from '#handlers/jobs/checkout-sweep.ts';
import { openBackend } from '../support/open-backend.ts';
import { factsOf, makeOld, untilStatus } from '../support/checkout-facts.ts';
import { refundsOf } from '../support/refunds.ts';
import { linesOf } from '../support/log-lines.ts';

const { backend, shop, purchases } = await openBackend();
beforeEach(() => backend.stripe.reset());

/** A payment that the bank has not settled yet. */
async function onItsWay() {
  const purchase = await purchases.atPaymentPage();
  await backend.stripe.pay(purchase.session, { outcome: 'async_pending' });
  await untilStatus(backend.database, purchase.session, 'awaiting_payment');
  return purchase;
}

describe('a payment for goods sold out meanwhile', () => {
  test('payments 20: is refunded in full and once, however many calls run concurrently', async () => {
    const { session, shopper, sku } = await purchases.paidInSilence();
    await purchases.sellToOthers({ session, sku });
    await makeOld(backend.database, session);
    const completed = await purchases.eventOf(session, 'checkout.session.completed');
    await Promise.all([
      ...Array.from({ length: 5 }, () => shopper.reduceQuantity(session)),
      ...Array.from({ length: 5 }, () => backend.stripe.redeliver(completed)),
      ...Array.from({ length: 5 }, () => sweep()),
    ]);
    expect(await refundsOf(backend, session)).toEqual([5194]);
    expect(await factsOf(backend.database, session)).toMatchObject({
      status: 'refunded',
      payments: 1,
      orders: 0,
      holds: 0,
    });
    const ledger = await backend.database.sql`
      select p.status, r.stripe_refund_id, r.amount_pence::int, r.reason, r.source, r.state
      from payments p join refunds r on r.payment_id = p.id where stripe_session_id = ${session}`;
    expect([...ledger]).toEqual([
      {
        status: 'refunded',
        stripe_refund_id: expect.stringMatching(/^re_/),
        amount_pence: 5194,
        reason: 'sold_out',
        source: 'shop',
        state: 'succeeded',
      },
    ]);
    expect(await shop.unitsOf(sku)).toBe(0);
  });

  test('payments 13: is shown to the shopper without inviting a second payment', async () => {
    const purchase = await purchases.paidInSilence();
    const { session, shopper, sku } = purchase;
    await purchases.sellToOthers({ session, sku });
    const figures = await purchases.figuresOf(purchase);
    for (const reply of [
      await shopper.reduceQuantity(session),
      await shopper.savePayment(figures, session),
      await shopper.createOrder(figures, 1, session),
    ]) {
      expect(reply.status).toBe(409);
      expect(reply.body).toEqual({
        detail:
          'Sorry, your items sold out before the payment arrived. It has been refunded in full.',
        payment_status: 'refunded',
        reference: expect.stringMatching(/^[0-9A-F]{8}$/),
      });
    }
  });
});

describe('a payment of the wrong amount', () => {
  test.each([
    ['amount', { amount_total: 100 }],
    ['currency', { currency: 'usd' }],
  ])(
    'payments 5: by its %s goes under review: no order, no refund, stock held',
    async (_name, altered) => {
      const { session, shopper, sku } = await purchases.paidInSilence();
      await backend.stripe.alter(session, altered);
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      for (let times = 0; times < 2; times += 1) {
        expect(await shopper.reduceQuantity(session)).toMatchObject({
          status: 409,
          body: { payment_status: 'review' },
        });
      }
      expect(linesOf(log)).toContainEqual(expect.objectContaining({ message: 'REVIEW' }));
      log.mockRestore();
      expect(await factsOf(backend.database, session)).toMatchObject({
        status: 'review',
        payments: 1,
        orders: 0,
        holds: 1,
      });
      expect(await refundsOf(backend, session)).toEqual([]);
      expect(await shop.unitsOf(sku)).toBe(5);
      expect(await shop.freeUnitsOf(sku)).toBe(3);
    },
  );
});

describe('a slow way to pay', () => {
  test('payments 15: holds the stock and makes no order until the payment has arrived', async () => {
    const { session, shopper, sku } = await onItsWay();
    expect(await shopper.reduceQuantity(session)).toMatchObject({
      status: 402,
      body: {
        detail: expect.stringContaining('Please do not pay again'),
        payment_status: 'awaiting_payment',
      },
    });
    expect(await factsOf(backend.database, session)).toMatchObject({ payments: 0, holds: 1 });
    const [hold] = await backend.database.sql`
      select h.expires_at > now() + interval '13 days' as long
      from stock_holds h join checkouts c on c.id = h.checkout_id
      where c.stripe_session_id = ${session}`;
    expect(hold).toEqual({ long: true });
    expect(await shop.freeUnitsOf(sku)).toBe(3);

    await backend.stripe.settle(session, true);
    await untilStatus(backend.database, session, 'completed');
    expect(await factsOf(backend.database, session)).toMatchObject({ orders: 1, holds: 0 });
    expect(await shop.unitsOf(sku)).toBe(3);
    expect((await shopper.comeBack(session)).figures).toMatchObject({ order_amount: 51.94 });
  });

  test('payments 15: that fails frees the stock', async () => {
    const { session, shopper, sku } = await onItsWay();
    await backend.stripe.settle(session, false);
    await untilStatus(backend.database, session, 'released');
    expect(await shop.freeUnitsOf(sku)).toBe(5);
    expect(await shopper.reduceQuantity(session)).toMatchObject({ status: 402 });
  });

  test.each([
    [true, 'completed'],
    [false, 'released'],
  ])(
    'is settled by the sweep if its result (paid: %s) was never delivered',
    async (succeed, status) => {
      const { session } = await onItsWay();
      await backend.stripe.webhookMode({ mode: 'drop' });
      await backend.stripe.settle(session, succeed);
      await makeOld(backend.database, session);
      await sweep();
      expect(await factsOf(backend.database, session)).toMatchObject({ status });
    },
  );

  test('shows its page instead of asking again while the same basket’s payment is pending', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const { session, shopper, sku } = await purchases.atPaymentPage();
    await backend.stripe.pay(session, { outcome: 'async_pending' });
    expect(await shopper.checkOut([{ sku, quantity: 2 }])).toMatchObject({
      status: 200,
      body: { url: `${backend.origin}/stripesuccess?session_id=${session}` },
    });
  });
});
