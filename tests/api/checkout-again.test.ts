import { beforeEach, describe, expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { patiently } from '../support/call.ts';
import { factsOf } from '../support/checkout-facts.ts';
import { newShopper, payOnPage, sessionOf } from '../support/shopper.ts';

const { backend, shop } = await openBackend();
beforeEach(() => backend.stripe.reset());

async function sessionAtStripe(id: string) {
  const sessions = await backend.stripe.sessions();
  return sessions.find((session) => session.id === id);
}

describe('pressing CHECKOUT again', () => {
  test('payments 9: twenty simultaneous clicks open one payment page', async () => {
    const sku = await shop.newSku(5);
    const shopper = await newShopper(backend);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => patiently(() => shopper.checkOut([{ sku, quantity: 2 }]))),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await backend.stripe.sessions()).toHaveLength(1);
    expect(await shop.freeUnitsOf(sku)).toBe(3);
  });

  test('a second click while Stripe is slow breaks neither', async () => {
    await backend.stripe.fail({
      method: 'POST',
      path: '/v1/checkout/sessions',
      outcome: 'slow',
      delayMs: 4000,
    });
    const sku = await shop.newSku(5);
    const shopper = await newShopper(backend);
    const wanted = [{ sku, quantity: 2 }];
    const [first, second] = await Promise.all([shopper.checkOut(wanted), shopper.checkOut(wanted)]);
    const statuses = [first.status, second.status];
    expect(statuses).toContain(200);
    const third = await shopper.checkOut(wanted);
    expect(third.status).toBe(200);
    const shown = [first, second].find(({ status }) => status === 200);
    expect(third.body).toEqual(shown?.body);
    expect(await shop.freeUnitsOf(sku)).toBe(3);
  });

  test('payments 18: with another basket closes the first payment page and frees its stock', async () => {
    const [first, second] = [await shop.newSku(1), await shop.newSku(1)];
    const shopper = await newShopper(backend);
    const old = await shopper.paymentPage([{ sku: first, quantity: 1 }]);
    const url = await shopper.paymentPage([{ sku: second, quantity: 1 }]);
    expect(url).not.toBe(old);
    expect(await shop.freeUnitsOf(first)).toBe(1);
    expect(await shop.freeUnitsOf(second)).toBe(0);
    expect((await payOnPage(old)).status).toBe(410);
    expect((await payOnPage(url)).status).toBe(303);
  });

  test('in two tabs simultaneously with two baskets leaves one payment page and holds only its basket', async () => {
    const [first, second] = [await shop.newSku(5), await shop.newSku(5)];
    const shopper = await newShopper(backend);
    const replies = await Promise.all(
      [first, second, first, second].map((sku) => shopper.checkOut([{ sku, quantity: 1 }])),
    );
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const openPages = async () =>
      (await backend.stripe.sessions()).filter(({ status }) => status === 'open');
    let open = await openPages();
    if (open.length === 0) {
      // On a busy machine each may close another's page until all are asked to press again.
      await shopper.paymentPage([{ sku: first, quantity: 1 }]);
      open = await openPages();
    }
    expect(open).toHaveLength(1);
    expect(await factsOf(backend.database, open[0]?.id ?? '')).toMatchObject({ status: 'open' });
    const held = [await shop.freeUnitsOf(first), await shop.freeUnitsOf(second)];
    expect(held.toSorted()).toEqual([4, 5]);
  });

  test('after the payment page expired at Stripe creates a new one', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const sku = await shop.newSku(1);
    const shopper = await newShopper(backend);
    const old = await shopper.paymentPage([{ sku, quantity: 1 }]);
    await backend.stripe.expire(sessionOf(old));
    const url = await shopper.paymentPage([{ sku, quantity: 1 }]);
    expect(url).not.toBe(old);
    expect((await payOnPage(url)).status).toBe(303);
  });

  test('after Stripe no longer knows the first session, as with another account, creates a new one', async () => {
    const [first, second] = [await shop.newSku(2), await shop.newSku(2)];
    const shopper = await newShopper(backend);
    for (const sku of [first, first, second]) {
      await shopper.paymentPage([{ sku, quantity: 1 }]);
      await backend.stripe.reset();
    }
    expect(await shop.freeUnitsOf(first)).toBe(2);
    expect(await shop.freeUnitsOf(second)).toBe(1);
  });

  test('after the price changed closes the old page and asks for the new price', async () => {
    const sku = await shop.newSku(2, 1000);
    const shopper = await newShopper(backend);
    const old = await shopper.paymentPage([{ sku, quantity: 1 }]);
    await backend.database.sql`
      update products set price_pence = 2000 where id = ${sku.product_id}`;
    expect(await shopper.checkOut([{ sku, quantity: 1 }])).toMatchObject({
      status: 409,
      body: { amount: 21.2 },
    });
    const url = await shopper.paymentPage([{ sku, quantity: 1 }], { amount: 21.2 });
    expect((await payOnPage(old)).status).toBe(410);
    expect((await sessionAtStripe(sessionOf(url)))?.amount_subtotal).toBe(2120);
  });
});
