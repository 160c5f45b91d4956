import { beforeEach, describe, expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { call, patiently } from '../support/call.ts';
import { factsOf } from '../support/checkout-facts.ts';
import { totalOf, withTax } from '../support/shop-database.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { basketOf, newShopper, payOnPage, sessionOf } from '../support/shopper.ts';

const { backend, shop } = await openBackend();
beforeEach(() => backend.stripe.reset());

const path = '/api/stripe/create-stripe-session/';

async function sessionAtStripe(id: string) {
  const sessions = await backend.stripe.sessions();
  return sessions.find((session) => session.id === id);
}

/** Prices of a payment page's delivery options, in pence. */
async function deliveriesOf(id: string) {
  return (await sessionAtStripe(id))?.shipping_options.map(
    ({ shipping_amount }) => shipping_amount,
  );
}

describe('the payment page', () => {
  test('payments 1: asks for the database’s amount, with the shopper and the return URLs', async () => {
    const [hat, cap] = [await shop.newSku(9, 2450), await shop.newSku(9, 1999)];
    const shopper = await newShopper(backend);
    const wanted = [
      { sku: hat, quantity: 2 },
      { sku: cap, quantity: 1 },
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
      adaptive_pricing: { enabled: false },
      mode: 'payment',
      client_reference_id: shopper.id,
      customer_email: 'ada@example.com',
      metadata: { checkout_id: facts?.checkout },
      success_url: `${backend.origin}/stripesuccess?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${backend.origin}/api/stripe/cancel/?checkout=${facts?.checkout}`,
    });
    expect(facts).toMatchObject({ status: 'open', payments: 0, orders: 0, holds: 2 });
    const now = Date.now() / 1000;
    expect(session?.expires_at).toBeGreaterThanOrEqual(now + 30 * 60);
    expect(session?.expires_at).toBeLessThanOrEqual(now + 31 * 60);
  });

  test.each([
    ['GB', [0, 695], /^$/],
    ['FR', [1495], /you pay them when the parcel arrives.+€3.+For this order about £/],
    ['NZ', [2495], /if the country charges any, you pay them/],
    ['US', [2495], /are included.+nothing is due when it arrives/],
  ])(
    'for %s offers deliveries at %j pence, and states who pays duties, as the billing page did',
    async (country, pence, duties) => {
      const sku = await shop.newSku(9);
      const shopper = await newShopper(backend);
      const discounted = { code: await shop.newDiscount(), off: 245 };
      const url = await shopper.paymentPage([{ sku, quantity: 1 }], { country, ...discounted });
      expect(await deliveriesOf(sessionOf(url))).toEqual(pence);
      const { custom_text: said } = (await sessionAtStripe(sessionOf(url))) ?? {};
      expect(said?.submit?.message ?? '').toMatch(duties);
      const items = [{ selectedColorId: sku.variant_id, quantity: 1 }];
      const told = await call(`${backend.origin}/api/listing/destination/`, {
        json: { country, items, off: 245 },
      });
      expect(told).toMatchObject({
        status: 200,
        body: { duties: said?.submit?.message ?? '', in_union: country === 'FR' },
      });
      expect(told.body).toMatchObject({
        deliveries: pence.map((price) => ({
          price: price === 0 ? 'Free' : `£${(price / 100).toFixed(2)}`,
        })),
      });
    },
  );

  test('states free standard delivery with a code for it, as the billing page did', async () => {
    const sku = await shop.newSku(9);
    const shopper = await newShopper(backend);
    const code = await shop.newDiscount({ kind: 'free_delivery' });
    const url = await shopper.paymentPage([{ sku, quantity: 1 }], { country: 'FR', code, off: 0 });
    expect(await deliveriesOf(sessionOf(url))).toEqual([0]);
    const told = await call(`${backend.origin}/api/listing/destination/`, {
      json: { country: 'FR', items: [], off: 0 },
    });
    expect(told).toMatchObject({ body: { deliveries: [{ price: 'Free' }] } });
    const home = await call(`${backend.origin}/api/listing/destination/`, {
      json: { country: 'GB', items: [], off: 0 },
    });
    expect(home).toMatchObject({ body: { deliveries: [{ price: 'Free' }, { price: '£6.95' }] } });
  });

  test('is refused for a country where the shop does not sell, which the billing page is told', async () => {
    const { sql } = backend.database;
    await sql`insert into country_duties (country, policy) values ('CA', 'not_sold')`;
    const sku = await shop.newSku(9);
    const shopper = await newShopper(backend);
    const refused = await shopper.checkOut([{ sku, quantity: 1 }], { country: 'CA' });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        country: ['We do not sell to Canada at the moment. Please choose another country.'],
      },
    });
    const told = await call(`${backend.origin}/api/listing/destination/`, {
      json: { country: 'CA', items: [] },
    });
    expect(told).toMatchObject({
      body: { deliveries: [], duties: 'We do not sell there at the moment.' },
    });
    await sql`delete from country_duties where country = 'CA'`;
    expect(await shop.freeUnitsOf(sku)).toBe(9);
  });

  test('accepts lines as stored in the cart', async () => {
    const sku = await shop.newSku(9);
    const shopper = await newShopper(backend);
    const line = { id: sku.product_id, name: 'A hat', price: 1, quantity: 2 };
    const selectedColor = { id: sku.variant_id, color_name: 'Ink', quantity: 9, images: [] };
    const { status } = await shopper.post(path, {
      ...basketOf(shopper.id, [{ sku, quantity: 2 }]),
      items: [{ ...line, selectedColor }],
    });
    expect(status).toBe(200);
    expect(await shop.freeUnitsOf(sku)).toBe(7);
  });
});

describe('stock', () => {
  test('payments 17: fifty buyers of the last unit get one payment page', async () => {
    const sku = await shop.newSku(1);
    const shoppers = await Promise.all(Array.from({ length: 50 }, () => newShopper(backend)));
    const replies = await Promise.all(
      shoppers.map((each) => patiently(() => each.checkOut([{ sku, quantity: 1 }]))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(49);
    const { product_id: productId, variant_id: selectedColorId } = sku;
    for (const { body } of refused) {
      expect(body).toEqual({
        detail: 'Some items are no longer in stock.',
        items: [{ productId, selectedColorId, currentStock: 0 }],
      });
    }
    expect(await backend.stripe.sessions()).toHaveLength(1);
    expect(await shop.unitsOf(sku)).toBe(1);
  });

  test('payments 18: the cancel link releases the stock, closes the payment page and shows the cart', async () => {
    const sku = await shop.newSku(1);
    const shopper = await newShopper(backend);
    const url = await shopper.paymentPage([{ sku, quantity: 1 }]);
    const cancel = (await sessionAtStripe(sessionOf(url)))?.cancel_url ?? '';
    for (let times = 0; times < 2; times += 1) {
      const back = await call(cancel);
      expect(back.status).toBe(303);
      expect(back.headers.get('location')).toBe(`${backend.origin}/cart`);
      expect(back.headers.get('cache-control')).toBe('no-store');
    }
    expect(await shop.freeUnitsOf(sku)).toBe(1);
    expect(await factsOf(backend.database, sessionOf(url))).toMatchObject({ status: 'released' });
    expect((await payOnPage(url)).status).toBe(410);
  });

  test('a HEAD request to the cancel link releases nothing', async () => {
    const sku = await shop.newSku(1);
    const url = await (await newShopper(backend)).paymentPage([{ sku, quantity: 1 }]);
    const cancel = (await sessionAtStripe(sessionOf(url)))?.cancel_url ?? '';
    await call(cancel, { method: 'HEAD' });
    expect(await factsOf(backend.database, sessionOf(url))).toMatchObject({ status: 'open' });
    expect(await shop.freeUnitsOf(sku)).toBe(0);
  });

  test.each(['', '?checkout=', '?checkout=nonsense', `?checkout=${crypto.randomUUID()}`])(
    'a cancel link without a valid checkout (%s) shows the cart and changes nothing',
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
    const sku = await shop.newSku(1);
    const shopper = await newShopper(backend);
    const url = await shopper.paymentPage([{ sku, quantity: 1 }]);
    const cancel = (await sessionAtStripe(sessionOf(url)))?.cancel_url ?? '';
    await payOnPage(url);
    expect((await call(cancel)).status).toBe(303);
    expect(await factsOf(backend.database, sessionOf(url))).toMatchObject({
      status: 'completed',
      orders: 1,
    });
  });
});

test('the amount is the catalogue’s to the penny, with tax rounded half up', async () => {
  const sku = await shop.newSku(9, 1975);
  const shopper = await newShopper(backend);
  const wanted = [{ sku, quantity: 1 }];
  expect(totalOf(wanted)).toBe(2094);
  expect(await shopper.checkOut(wanted, { amount: 20.94 })).toMatchObject({ status: 200 });
});
