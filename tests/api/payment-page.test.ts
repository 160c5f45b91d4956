import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Backend, startBackend } from '../support/backend.ts';
import { call } from '../support/call.ts';
import { factsOf } from '../support/checkout-facts.ts';
import { type ShopDatabase, shopDatabase, totalOf, withTax } from '../support/shop-database.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { basketOf, newShopper, payOnPage, sessionOf } from '../support/shopper.ts';

let backend: Backend;
let shop: ShopDatabase;

beforeAll(async () => {
  backend = await startBackend();
  shop = shopDatabase(backend.database);
});
beforeEach(() => backend.stripe.reset());
afterAll(() => backend.close());

const path = '/api/stripe/create-stripe-session/';

async function sessionAtStripe(id: string) {
  const sessions = await backend.stripe.sessions();
  return sessions.find((session) => session.id === id);
}

/** Pence of the deliveries that a payment page offers. */
async function deliveriesOf(id: string) {
  return (await sessionAtStripe(id))?.shipping_options.map(
    ({ shipping_amount }) => shipping_amount,
  );
}

describe('the payment page', () => {
  test('asks for what the database says, for the shopper, with the way back to the shop', async () => {
    const [hat, cap] = [await shop.newWare(9, 2450), await shop.newWare(9, 1999)];
    const shopper = await newShopper(backend);
    const wanted = [
      { ware: hat, quantity: 2 },
      { ware: cap, quantity: 1 },
    ];
    const { status, body, headers } = await shopper.checkOut(wanted);
    expect(status).toBe(200);
    expect(body).toEqual({ url: expect.stringContaining(`${backend.stripeUrl}/c/pay/cs_test_`) });
    expect(headers.get('cache-control')).toBe('no-store');

    const [session] = await backend.stripe.sessions();
    const facts = await factsOf(backend.database, session?.id ?? '');
    expect(session).toMatchObject({
      amount_subtotal: withTax(2 * 2450 + 1999),
      currency: 'gbp',
      mode: 'payment',
      client_reference_id: shopper.id,
      customer_email: 'ada@example.com',
      metadata: { checkout_id: facts?.checkout },
      success_url: `${backend.origin}/stripesuccess?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${backend.origin}/api/stripe/cancel/?checkout=${facts?.checkout}`,
    });
    expect(facts).toMatchObject({ status: 'open', payments: 0, orders: 0, holds: 2 });
    const inHalfAnHour = Date.now() / 1000 + 30 * 60;
    expect(session?.expires_at).toBeGreaterThanOrEqual(inHalfAnHour);
  });

  test.each([
    ['GB', [0, 695]],
    ['FR', [1495]],
    ['NZ', [2495]],
  ])('for %s offers deliveries at %j pence', async (country, pence) => {
    const ware = await shop.newWare(9);
    const shopper = await newShopper(backend);
    const url = await shopper.paymentPage([{ ware, quantity: 1 }], { country });
    expect(await deliveriesOf(sessionOf(url))).toEqual(pence);
  });

  test('takes lines as the cart keeps them, too', async () => {
    const ware = await shop.newWare(9);
    const shopper = await newShopper(backend);
    const line = { id: ware.product_id, name: 'A hat', price: 1, quantity: 2 };
    const selectedColor = { id: ware.variant_id, color_name: 'Ink', quantity: 9, images: [] };
    const { status } = await shopper.post(path, {
      ...basketOf(shopper.id, [{ ware, quantity: 2 }]),
      items: [{ ...line, selectedColor }],
    });
    expect(status).toBe(200);
    expect(await shop.freeUnitsOf(ware)).toBe(7);
  });
});

describe('what the browser claims', () => {
  test('another amount is answered with the current one, and nothing is held', async () => {
    const ware = await shop.newWare(9, 1999);
    const shopper = await newShopper(backend);
    const before = await markOfAllRows(backend.database);
    for (const amount of [0, 0.01, 21.18, 21.2, 1000]) {
      expect(await shopper.checkOut([{ ware, quantity: 1 }], { amount })).toMatchObject({
        status: 409,
        body: { detail: 'The price has changed.', amount: 21.19 },
      });
    }
    expect(await markOfAllRows(backend.database)).toEqual(before);
    expect(await backend.stripe.sessions()).toEqual([]);
  });

  test('prices, currencies and totals of its own change nothing', async () => {
    const ware = await shop.newWare(9, 1999);
    const shopper = await newShopper(backend);
    const basket = basketOf(shopper.id, [{ ware, quantity: 1 }]);
    const items = [{ ...basket.items[0], price: 0.01, unit_amount: 1, currency: 'jpy' }];
    const lies = {
      price: 1,
      total: 1,
      currency: 'jpy',
      tax: 0,
      shipping_cost: -20,
      success_url: '',
    };
    expect(await shopper.post(path, { ...basket, ...lies, items })).toMatchObject({ status: 200 });
    const [session] = await backend.stripe.sessions();
    expect(session).toMatchObject({ amount_subtotal: 2119, currency: 'gbp' });
  });

  test.each([-1, 0, 1.5, '2', 1e9, null, true, [2], 10_001])(
    'the quantity %j is refused and holds nothing',
    async (quantity) => {
      const ware = await shop.newWare(9);
      const shopper = await newShopper(backend);
      const basket = basketOf(shopper.id, [{ ware, quantity: 1 }]);
      const before = await markOfAllRows(backend.database);
      const items = [{ ...basket.items[0], quantity }];
      const { status, body } = await shopper.post(path, { ...basket, items });
      expect(status).toBe(400);
      expect(body).toEqual({ items: expect.arrayContaining([expect.any(String)]) });
      expect(await markOfAllRows(backend.database)).toEqual(before);
      expect(await backend.stripe.sessions()).toEqual([]);
    },
  );

  test.each([
    [{ items: [] }, { items: ['Your cart is empty.'] }],
    [{ country: 'XX' }, { country: ['We do not ship to this country.'] }],
    [{ country: 'gb' }, { country: ['We do not ship to this country.'] }],
    [{ country: '__proto__' }, { country: ['We do not ship to this country.'] }],
    [{ method: 'cash' }, { method: ['Pay with "stripe".'] }],
    [{ amount: 25.971 }, { amount: ['Not an amount in pounds and pence.'] }],
    [{ amount: -25.97 }, { amount: ['Not an amount.'] }],
    [{ amount: '25.97' }, { amount: ['Not an amount.'] }],
    [{ user: 'me' }, { user: ['Not a valid user.'] }],
  ])('%j is refused by its field', async (change, answer) => {
    const ware = await shop.newWare(9);
    const shopper = await newShopper(backend);
    const basket = basketOf(shopper.id, [{ ware, quantity: 1 }]);
    const { status, body } = await shopper.post(path, { ...basket, ...change });
    expect(status).toBe(400);
    expect(body).toEqual(answer);
    expect(await shop.freeUnitsOf(ware)).toBe(9);
  });

  test('without billing data there is no payment page', async () => {
    const ware = await shop.newWare(9);
    const shopper = await newShopper(backend, { billing: false });
    expect(await shopper.checkOut([{ ware, quantity: 1 }])).toMatchObject({
      status: 400,
      body: { detail: 'Please fill out the billing form to proceed.' },
    });
  });
});

describe('stock', () => {
  test('fifty buyers of the last unit get one payment page', async () => {
    const ware = await shop.newWare(1);
    const shoppers = await Promise.all(Array.from({ length: 50 }, () => newShopper(backend)));
    const replies = await Promise.all(
      shoppers.map((each) => each.checkOut([{ ware, quantity: 1 }])),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(49);
    const { product_id: productId, variant_id: selectedColorId } = ware;
    for (const { body } of refused) {
      expect(body).toEqual({
        detail: 'Some items are no longer in stock.',
        items: [{ productId, selectedColorId, currentStock: 0 }],
      });
    }
    expect(await backend.stripe.sessions()).toHaveLength(1);
    expect(await shop.unitsOf(ware)).toBe(1);
  });

  test('two lines of one colour are added up before the stock check', async () => {
    const ware = await shop.newWare(3);
    const shopper = await newShopper(backend);
    const line = { ware, quantity: 2 };
    expect(await shopper.checkOut([line, line])).toMatchObject({
      status: 409,
      body: { items: [{ currentStock: 3 }] },
    });
    expect(await backend.stripe.sessions()).toEqual([]);
  });

  test('the cancel link frees the stock, closes the payment page and shows the cart', async () => {
    const ware = await shop.newWare(1);
    const shopper = await newShopper(backend);
    const url = await shopper.paymentPage([{ ware, quantity: 1 }]);
    const cancel = (await sessionAtStripe(sessionOf(url)))?.cancel_url ?? '';
    for (let times = 0; times < 2; times += 1) {
      const back = await call(cancel);
      expect(back.status).toBe(303);
      expect(back.headers.get('location')).toBe(`${backend.origin}/cart`);
      expect(back.headers.get('cache-control')).toBe('no-store');
    }
    expect(await shop.freeUnitsOf(ware)).toBe(1);
    expect(await factsOf(backend.database, sessionOf(url))).toMatchObject({ status: 'released' });
    expect((await payOnPage(url)).status).toBe(410);
  });

  test.each(['', '?checkout=', '?checkout=nonsense', `?checkout=${crypto.randomUUID()}`])(
    'a cancel link that names no checkout (%s) shows the cart and changes nothing',
    async (query) => {
      const before = await markOfAllRows(backend.database);
      const back = await call(`${backend.origin}/api/stripe/cancel/${query}`);
      expect(back.status).toBe(303);
      expect(back.headers.get('location')).toBe(`${backend.origin}/cart`);
      expect(await markOfAllRows(backend.database)).toEqual(before);
    },
  );

  test('the cancel link of a paid checkout completes it instead', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const ware = await shop.newWare(1);
    const shopper = await newShopper(backend);
    const url = await shopper.paymentPage([{ ware, quantity: 1 }]);
    const cancel = (await sessionAtStripe(sessionOf(url)))?.cancel_url ?? '';
    await payOnPage(url);
    expect((await call(cancel)).status).toBe(303);
    expect(await factsOf(backend.database, sessionOf(url))).toMatchObject({
      status: 'completed',
      orders: 1,
    });
  });
});

describe('pressing CHECKOUT again', () => {
  test('twenty clicks at once lead to one payment page', async () => {
    const ware = await shop.newWare(5);
    const shopper = await newShopper(backend);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => shopper.checkOut([{ ware, quantity: 2 }])),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await backend.stripe.sessions()).toHaveLength(1);
    expect(await shop.freeUnitsOf(ware)).toBe(3);
  });

  test('a second click while Stripe takes its time spoils neither', async () => {
    await backend.stripe.fail({
      method: 'POST',
      path: '/v1/checkout/sessions',
      outcome: 'slow',
      delayMs: 4000,
    });
    const ware = await shop.newWare(5);
    const shopper = await newShopper(backend);
    const wanted = [{ ware, quantity: 2 }];
    const [first, second] = await Promise.all([shopper.checkOut(wanted), shopper.checkOut(wanted)]);
    const statuses = [first.status, second.status];
    expect(statuses).toContain(200);
    const third = await shopper.checkOut(wanted);
    expect(third.status).toBe(200);
    const shown = [first, second].find(({ status }) => status === 200);
    expect(third.body).toEqual(shown?.body);
    expect(await shop.freeUnitsOf(ware)).toBe(3);
  });

  test('with another basket closes the first payment page and frees its stock', async () => {
    const [first, second] = [await shop.newWare(1), await shop.newWare(1)];
    const shopper = await newShopper(backend);
    const old = await shopper.paymentPage([{ ware: first, quantity: 1 }]);
    const url = await shopper.paymentPage([{ ware: second, quantity: 1 }]);
    expect(url).not.toBe(old);
    expect(await shop.freeUnitsOf(first)).toBe(1);
    expect(await shop.freeUnitsOf(second)).toBe(0);
    expect((await payOnPage(old)).status).toBe(410);
    expect((await payOnPage(url)).status).toBe(303);
  });

  test('after paying the same basket shows the order instead of asking for money again', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const ware = await shop.newWare(5);
    const shopper = await newShopper(backend);
    const wanted = [{ ware, quantity: 2 }];
    const url = await shopper.paymentPage(wanted);
    const session = sessionOf(url);
    expect((await payOnPage(url)).status).toBe(303);
    expect(await shopper.checkOut(wanted)).toMatchObject({
      status: 200,
      body: { url: `${backend.origin}/stripesuccess?session_id=${session}` },
    });
    expect(await factsOf(backend.database, session)).toMatchObject({ orders: 1, payments: 1 });
    expect(await shop.unitsOf(ware)).toBe(3);
  });

  test('after paying another basket is another order, and the first is not lost', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const [first, second] = [await shop.newWare(1), await shop.newWare(1)];
    const shopper = await newShopper(backend);
    const old = await shopper.paymentPage([{ ware: first, quantity: 1 }]);
    await payOnPage(old);
    await shopper.paymentPage([{ ware: second, quantity: 1 }]);
    expect(await factsOf(backend.database, sessionOf(old))).toMatchObject({
      status: 'completed',
      orders: 1,
    });
  });

  test('after the payment page expired at Stripe a new one is made', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const ware = await shop.newWare(1);
    const shopper = await newShopper(backend);
    const old = await shopper.paymentPage([{ ware, quantity: 1 }]);
    await backend.stripe.expire(sessionOf(old));
    const url = await shopper.paymentPage([{ ware, quantity: 1 }]);
    expect(url).not.toBe(old);
    expect((await payOnPage(url)).status).toBe(303);
  });

  test('after the price changed the old page is closed and the new price is asked for', async () => {
    const ware = await shop.newWare(2, 1000);
    const shopper = await newShopper(backend);
    const old = await shopper.paymentPage([{ ware, quantity: 1 }]);
    await backend.database.sql`
      update products set price_pence = 2000 where id = ${ware.product_id}`;
    expect(await shopper.checkOut([{ ware, quantity: 1 }])).toMatchObject({
      status: 409,
      body: { amount: 21.2 },
    });
    const url = await shopper.paymentPage([{ ware, quantity: 1 }], { amount: 21.2 });
    expect((await payOnPage(old)).status).toBe(410);
    expect((await sessionAtStripe(sessionOf(url)))?.amount_subtotal).toBe(2120);
  });
});

describe('when Stripe', () => {
  const unavailable = { detail: 'The payment provider did not answer. Please try again.' };

  test.each([
    ['refuses', { outcome: 400 as const, times: 1 }],
    ['is broken', { outcome: 500 as const, times: 9 }],
    ['is too busy', { outcome: 429 as const, times: 9 }],
    ['cannot be reached', { outcome: 'drop' as const, times: 9 }],
    [
      'never answers for what it did',
      { outcome: 'drop' as const, when: 'after' as const, times: 9 },
    ],
  ])('%s, the shopper may try again and nothing is held', async (_name, fault) => {
    await backend.stripe.fail({ method: 'POST', path: '/v1/checkout/sessions', ...fault });
    const ware = await shop.newWare(2);
    const shopper = await newShopper(backend);
    const wanted = [{ ware, quantity: 2 }];
    const reply = await shopper.checkOut(wanted);
    expect(reply).toMatchObject({ status: 502, body: unavailable });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await shop.freeUnitsOf(ware)).toBe(2);

    await backend.stripe.reset();
    expect(await shopper.checkOut(wanted)).toMatchObject({ status: 200 });
    expect(await shop.freeUnitsOf(ware)).toBe(0);
  });

  test('stumbles once, the shopper does not notice and there is one session', async () => {
    await backend.stripe.fail({
      method: 'POST',
      path: '/v1/checkout/sessions',
      outcome: 'drop',
      when: 'after',
    });
    const ware = await shop.newWare(2);
    const shopper = await newShopper(backend);
    expect(await shopper.checkOut([{ ware, quantity: 1 }])).toMatchObject({ status: 200 });
    expect(await backend.stripe.sessions()).toHaveLength(1);
  });

  test('cannot close the first payment page, the first checkout stays as it is', async () => {
    const [first, second] = [await shop.newWare(1), await shop.newWare(1)];
    const shopper = await newShopper(backend);
    const old = await shopper.paymentPage([{ ware: first, quantity: 1 }]);
    await backend.stripe.fail({ path: '/v1/checkout/sessions/*', outcome: 'drop', times: 9 });
    expect(await shopper.checkOut([{ ware: second, quantity: 1 }])).toMatchObject({
      status: 502,
      body: unavailable,
    });
    expect(await factsOf(backend.database, sessionOf(old))).toMatchObject({ status: 'open' });
    expect(await shop.freeUnitsOf(first)).toBe(0);
    expect(await shop.freeUnitsOf(second)).toBe(1);
  });
});

test('the amount is that of the catalogue to the penny, tax rounded half up', async () => {
  const ware = await shop.newWare(9, 1975);
  const shopper = await newShopper(backend);
  const wanted = [{ ware, quantity: 1 }];
  expect(totalOf(wanted)).toBe(2094);
  expect(await shopper.checkOut(wanted, { amount: 20.94 })).toMatchObject({ status: 200 });
});
