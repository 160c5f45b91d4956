import { describe, expect, test } from 'vitest';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';

const { shop, sql } = await openDatabase(12);

/** A new shopper with an open checkout for units of a new colour. */
async function openCheckout({ stock = 5, quantity = 2, holdSeconds = 3600 } = {}) {
  const sku = await shop.newSku(stock);
  const buyer = await shop.newShopper();
  const { checkout_id } = await shop.open(buyer, [{ sku, quantity }], { holdSeconds });
  return { sku, buyer, checkout: checkout_id };
}

async function awaitPayment(checkout: string): Promise<boolean | undefined> {
  const [row] = await sql<{ kept: boolean }[]>`
    select await_payment(${checkout}, ${`cs_test_${checkout}`}, 604800) as kept`;
  return row?.kept;
}

async function attach(checkout: string, session: string): Promise<boolean | undefined> {
  const [row] = await sql<{ attached: boolean }[]>`
    select attach_stripe_session(${checkout}, ${session}, 'https://pay') as attached`;
  return row?.attached;
}

describe('exactly once', () => {
  test('payments 7: fifty concurrent completions make one order, one payment and one stock movement', async () => {
    const { sku, checkout } = await openCheckout();
    const done = await Promise.all(Array.from({ length: 50 }, () => shop.complete(checkout)));
    expect(new Set(done.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(done[0]).toMatchObject({ outcome: 'completed', payment_id: expect.any(Number) });
    expect(await shop.rowsOf(checkout)).toEqual({ payments: 1, orders: 1, items: 1, holds: 0 });
    expect(await shop.unitsOf(sku)).toBe(3);
    expect(await shop.freeUnitsOf(sku)).toBe(3);
  });

  test('order numbers are short and random, so that sales cannot be counted or other numbers guessed', async () => {
    const numbers: number[] = [];
    for (let made = 0; made < 6; made += 1) {
      const { order_id, payment_id } = await shop.complete((await openCheckout()).checkout);
      numbers.push(order_id ?? 0, payment_id ?? 0);
    }
    for (const number of numbers) expect(String(number)).toMatch(/^[1-9]\d{7}$/);
    const apart = numbers.map((number, place) => Math.abs(number - (numbers[place - 1] ?? 0)));
    expect(apart.filter((distance) => distance > 1000).length).toBeGreaterThan(6);
  });

  test('a later completion gets the ids of the first, whatever amounts it reports', async () => {
    const { checkout } = await openCheckout();
    const first = await shop.complete(checkout);
    expect(await shop.complete(checkout, { charged: 1, currency: 'usd' })).toEqual(first);
  });

  test('an expiry that arrives after the payment undoes nothing', async () => {
    const { sku, checkout } = await openCheckout();
    await shop.complete(checkout);
    expect(await shop.release(checkout)).toBe(false);
    expect(await awaitPayment(checkout)).toBe(false);
    expect(await shop.statusOf(checkout)).toBe('completed');
    expect(await shop.unitsOf(sku)).toBe(3);
  });

  test('an order keeps the chosen delivery and the names and prices of what was bought', async () => {
    const { sku, checkout } = await openCheckout();
    const { order_id } = await shop.complete(checkout, { shipping: 695 });
    const [order] = await sql`
      select o.status, shipping_name, shipping_pence, order_amount_pence, total_items,
             i.product_name, i.color_name, i.product_price_pence, i.quantity, i.variant_id::int
      from orders o join order_items i on i.order_id = o.id where o.id = ${order_id}`;
    expect(order).toEqual({
      status: 'processing',
      shipping_name: 'Express next-day delivery',
      shipping_pence: 695,
      order_amount_pence: 4900 + 294 + 695,
      total_items: 2,
      product_name: 'A hat',
      color_name: 'Ink',
      product_price_pence: 2450,
      quantity: 2,
      variant_id: sku.variant_id,
    });
  });
});

describe('a payment that differs from the request', () => {
  test.each([
    ['a penny less', { charged: 5193 }],
    ['a penny more', { charged: 5195 }],
    ['another currency', { currency: 'usd' }],
    ['a delivery that was not offered', { shipping: 1 }],
  ])('%s leads to review, and the goods stay reserved', async (_name, paid) => {
    const { sku, checkout } = await openCheckout();
    expect(await shop.complete(checkout, paid)).toMatchObject({
      outcome: 'review',
      order_id: null,
    });
    expect(await shop.rowsOf(checkout)).toEqual({ payments: 1, orders: 0, items: 0, holds: 1 });
    expect(await shop.unitsOf(sku)).toBe(5);
    expect(await shop.freeUnitsOf(sku)).toBe(3);
    expect(await shop.complete(checkout)).toMatchObject({ outcome: 'review' });
    const [hold] = await sql`
      select expires_at = 'infinity' as kept from stock_holds where checkout_id = ${checkout}`;
    expect(hold).toEqual({ kept: true });
  });
});

describe('goods sold out meanwhile', () => {
  test('a payment for goods sold to another shopper is due for refund, and is recorded as refunded once', async () => {
    const { sku, checkout } = await openCheckout({ stock: 2 });
    await shop.letHoldsRunOut(checkout);
    const other = await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
    await shop.complete(other.checkout_id);

    expect(await shop.complete(checkout)).toMatchObject({ outcome: 'refund_due', order_id: null });
    expect(await shop.unitsOf(sku)).toBe(0);
    expect(await shop.rowsOf(checkout)).toEqual({ payments: 1, orders: 0, items: 0, holds: 0 });

    expect(await shop.refund(checkout, `re_${checkout}`)).toBe('refunded');
    expect(await shop.refund(checkout, `re_${checkout}`)).toBe('refunded');
    expect(await shop.complete(checkout)).toMatchObject({ outcome: 'refunded' });
    const ledger = await sql`
      select p.status, r.stripe_refund_id, r.amount_pence::int
      from payments p join refunds r on r.payment_id = p.id where checkout_id = ${checkout}`;
    expect([...ledger]).toEqual([
      { status: 'refunded', stripe_refund_id: `re_${checkout}`, amount_pence: 5194 },
    ]);
  });

  test('goods held by another shopper also count as sold out', async () => {
    const { sku, checkout } = await openCheckout({ stock: 2 });
    await shop.letHoldsRunOut(checkout);
    const other = await shop.open(await shop.newShopper(), [{ sku, quantity: 1 }]);
    expect(await shop.complete(checkout)).toMatchObject({ outcome: 'refund_due' });
    expect(await shop.complete(other.checkout_id)).toMatchObject({ outcome: 'completed' });
    expect(await shop.unitsOf(sku)).toBe(1);
  });
});

describe('late payments', () => {
  test('a payment after the checkout was released still becomes an order if the goods are in stock', async () => {
    const { sku, checkout } = await openCheckout();
    await shop.release(checkout);
    expect(await shop.complete(checkout)).toMatchObject({ outcome: 'completed' });
    expect(await shop.unitsOf(sku)).toBe(3);
  });

  test('a slow payment keeps its stock, then becomes an order', async () => {
    const { sku, checkout } = await openCheckout({ stock: 2, holdSeconds: 1 });
    expect(await awaitPayment(checkout)).toBe(true);
    expect(await shop.statusOf(checkout)).toBe('awaiting_payment');
    const [hold] = await sql`
      select expires_at > now() + interval '6 days' as kept from stock_holds
      where checkout_id = ${checkout}`;
    expect(hold).toEqual({ kept: true });
    expect(await shop.freeUnitsOf(sku)).toBe(0);
    expect(await shop.complete(checkout)).toMatchObject({ outcome: 'completed' });
    expect(await shop.unitsOf(sku)).toBe(0);
  });

  test('a slow payment that fails frees its stock', async () => {
    const { sku, checkout } = await openCheckout({ stock: 2 });
    await awaitPayment(checkout);
    expect(await shop.release(checkout)).toBe(true);
    expect(await shop.freeUnitsOf(sku)).toBe(2);
  });

  test('a slow payment found after its hold expired takes no units that others hold by then', async () => {
    const { sku, checkout } = await openCheckout({ stock: 2 });
    await shop.letHoldsRunOut(checkout);
    const other = await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
    expect(await awaitPayment(checkout)).toBe(true);
    expect(await shop.rowsOf(checkout)).toMatchObject({ holds: 0 });
    expect(await shop.complete(other.checkout_id)).toMatchObject({ outcome: 'completed' });
    expect(await shop.complete(checkout)).toMatchObject({ outcome: 'refund_due' });
  });

  test('a slow payment found after its hold expired gets its units back while they are free', async () => {
    const { sku, checkout } = await openCheckout({ stock: 2 });
    await shop.letHoldsRunOut(checkout);
    expect(await awaitPayment(checkout)).toBe(true);
    expect(await shop.freeUnitsOf(sku)).toBe(0);
  });
});

describe('sessions', () => {
  test('a session cannot complete the checkout of another', async () => {
    const { sku, checkout } = await openCheckout();
    await sql`select attach_stripe_session(${checkout}, 'cs_test_mine', 'https://pay')`;
    expect(await refusalOf(shop.complete(checkout, { session: 'cs_test_other' }))).toMatchObject({
      code: 'PT409',
      reason: 'foreign_session',
    });
    expect(await shop.rowsOf(checkout)).toMatchObject({ payments: 0, orders: 0 });
    expect(await shop.unitsOf(sku)).toBe(5);
  });

  test('a second session is not attached, and none to a released checkout', async () => {
    const { checkout } = await openCheckout();
    expect(await attach(checkout, 'cs_test_first')).toBe(true);
    expect(await attach(checkout, 'cs_test_first')).toBe(true);
    expect(await attach(checkout, 'cs_test_second')).toBe(false);
    const { checkout: givenUp } = await openCheckout();
    await shop.release(givenUp);
    expect(await attach(givenUp, 'cs_test_third')).toBe(false);
  });

  test('a checkout that does not exist cannot be completed', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await refusalOf(shop.complete(unknown))).toMatchObject({ code: 'PT404' });
  });
});
