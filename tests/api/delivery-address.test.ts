import { beforeEach, describe, expect, test } from 'vitest';
import { stripeTestKeys } from '#harness/test-keys.ts';
import { openBackend } from '../support/open-backend.ts';
import { factsOf } from '../support/checkout-facts.ts';
import { newShopper, payOnPage, sessionOf } from '../support/shopper.ts';

const { backend, shop, purchases } = await openBackend();
beforeEach(() => backend.stripe.reset());

const wholeAddress = '12 high street, leeds, ls14ap';
const told = {
  name: 'Ada Lovelace',
  phone: '07700 900',
  address: { line1: '12 high street', city: 'leeds', postal_code: 'LS1 4AP', country: 'GB' },
};

/** A shopper with an address, at the payment page of one new item. */
async function atPaymentPage(address: string, country = 'GB') {
  const sku = await shop.newSku(5);
  const shopper = await newShopper(backend, { billing: false });
  await shopper.saveBilling(address);
  const url = await shopper.paymentPage([{ sku, quantity: 1 }], { country });
  const session = (await backend.stripe.sessions()).find(({ id }) => id === sessionOf(url));
  return { sku, shopper, url, session: sessionOf(url), atStripe: session };
}

/** Delivery address of a paid session. */
async function deliveryOf(session: string): Promise<unknown> {
  const [row] = await backend.database.sql<{ delivery: unknown }[]>`
    select delivery from checkouts where stripe_session_id = ${session}`;
  return row?.delivery;
}

async function intentOf(session: string) {
  const { payment_intent: intent } = (await backend.stripe.sessions()).find(
    ({ id }) => id === session,
  ) ?? { payment_intent: null };
  const answer = await fetch(`${backend.stripeUrl}/v1/payment_intents/${String(intent)}`, {
    headers: { authorization: `Bearer ${stripeTestKeys.secretKey}` },
  });
  return answer.json();
}

describe('payments 26: the parcel', () => {
  test('goes to the address on the form, which is sent to Stripe and cannot be changed there', async () => {
    const { session, shopper, url, atStripe } = await atPaymentPage(wholeAddress);
    expect(atStripe?.shipping_address_collection).toBeNull();
    expect(await (await fetch(url)).text()).not.toContain('shipping_line1');
    await payOnPage(url);
    await shopper.comeBack(session);
    expect(await intentOf(session)).toMatchObject({ shipping: told });
    expect(await deliveryOf(session)).toEqual({
      name: 'Ada Lovelace',
      line1: '12 high street',
      town: 'leeds',
      postcode: 'LS1 4AP',
      country: 'GB',
      phone: '07700 900',
    });
  });

  test.each([
    ['GB', '7 Victim Street'],
    ['NZ', '12 Test Street, London'],
  ])(
    'goes to the address entered on the payment page if the form’s, in %s, has no postcode (%s)',
    async (country, address) => {
      const { url, session, atStripe } = await atPaymentPage(address, country);
      expect(atStripe?.shipping_address_collection).toEqual({ allowed_countries: [country] });
      expect((await payOnPage(url)).status).toBe(303);
      await backend.stripe.whenIdle();
      expect(await factsOf(backend.database, session)).toMatchObject({ orders: 1 });
      expect(await deliveryOf(session)).toMatchObject({
        name: 'Test Shopper',
        line1: '1 Sample Street',
        country,
      });
    },
  );

  test('is not sent to another country than the one that set the postage', async () => {
    const { session } = await atPaymentPage('7 Victim Street');
    await backend.stripe.pay(session, {
      outcome: 'paid',
      address: {
        name: 'Ada',
        line1: '1 George Street',
        city: 'Sydney',
        postal_code: '2000',
        country: 'AU',
      },
    });
    await backend.stripe.whenIdle();
    expect(await factsOf(backend.database, session)).toMatchObject({ status: 'review', orders: 0 });
  });

  test.each([
    ['GB', '1 George Street, Sydney NSW 2000', 'Australia', 'United Kingdom'],
    ['GB', '1 The Pollet, St Peter Port, GY1 1WF', 'Guernsey', 'United Kingdom'],
    ['JE', '12 High Street, Leeds LS1 4AP', 'United Kingdom', 'Jersey'],
  ])('cannot be ordered to %s at %s', async (country, address, where, chosen) => {
    const sku = await shop.newSku(5);
    const shopper = await newShopper(backend, { billing: false });
    await shopper.saveBilling(address);
    expect(await shopper.checkOut([{ sku, quantity: 1 }], { country })).toMatchObject({
      status: 400,
      body: {
        address: [
          `The address is in ${where}, but Shipping Country says ${chosen}. Please change one of them.`,
        ],
      },
    });
    expect(await backend.stripe.sessions()).toEqual([]);
    expect(await shop.freeUnitsOf(sku)).toBe(5);
  });
});

describe('the payment’s description at Stripe', () => {
  test('names the checkout before the payment, and the order after it', async () => {
    const { session, shopper, url } = await atPaymentPage(wholeAddress);
    const checkout = (await factsOf(backend.database, session))?.checkout;
    await payOnPage(url);
    const { order } = await shopper.comeBack(session);
    await expect
      .poll(() => intentOf(session))
      .toMatchObject({
        description: `Minicia order ${order}`,
        metadata: { checkout_id: checkout, order_id: String(order) },
      });
  });

  test('a failure to write it is harmless, and the next check repairs it', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const { session, shopper, url } = await atPaymentPage(wholeAddress);
    const path = '/v1/payment_intents/*';
    await backend.stripe.fail({ method: 'POST', path, outcome: 400 });
    await payOnPage(url);
    expect(await shopper.reduceQuantity(session)).toMatchObject({ status: 200 });
    expect(await factsOf(backend.database, session)).toMatchObject({ orders: 1 });
    await backend.stripe.webhookMode({ mode: 'deliver' });
    await backend.stripe.redeliver(await purchases.eventOf(session, 'checkout.session.completed'));
    await expect
      .poll(() => intentOf(session))
      .toMatchObject({ description: expect.stringMatching(/^Minicia order \d+$/) });
  });
});

/** A basket of nine units at the maximum price and one at another price. */
async function dearBasket(price: number) {
  return [
    { sku: await shop.newSku(10, 9_999_999), quantity: 9 },
    { sku: await shop.newSku(5, price), quantity: 1 },
  ];
}

describe('payments 33: an unpayable basket gets the reason', () => {
  test('a basket below Stripe’s minimum charge', async () => {
    const sku = await shop.newSku(5, 20);
    const shopper = await newShopper(backend);
    expect(await shopper.checkOut([{ sku, quantity: 1 }])).toMatchObject({
      status: 400,
      body: { detail: 'Card payments start at £0.30. Please add something to your cart.' },
    });
    expect(await backend.stripe.sessions()).toEqual([]);
    expect(await shop.freeUnitsOf(sku)).toBe(5);
    // Abroad, the delivery raises it above the maximum.
    expect(await shopper.checkOut([{ sku, quantity: 1 }], { country: 'FR' })).toMatchObject({
      status: 200,
    });
  });

  test('a basket above Stripe’s maximum charge, with tax and the most expensive delivery', async () => {
    const shopper = await newShopper(backend);
    const [{ delivery = 0 } = {}] = await backend.database.sql<{ delivery: number }[]>`
      select max(amount_pence)::int as delivery from shipping_rates where zone = 'europe'`;
    const most = Math.floor((99_999_999 - delivery) / 1.06) - 9 * 9_999_999;
    expect(await shopper.checkOut(await dearBasket(most + 1), { country: 'FR' })).toMatchObject({
      status: 400,
      body: { detail: 'One payment can be £999,999.99 at most. Please split your order.' },
    });
    expect(await backend.stripe.sessions()).toEqual([]);
    expect(await shopper.checkOut(await dearBasket(most), { country: 'FR' })).toMatchObject({
      status: 200,
    });
  });

  test('a basket of more lines than Stripe allows beside the tax', async () => {
    const shopper = await newShopper(backend);
    const skus = await Promise.all(Array.from({ length: 100 }, () => shop.newSku(1)));
    const lines = skus.map((sku) => ({ sku, quantity: 1 }));
    expect(await shopper.checkOut(lines)).toMatchObject({
      status: 400,
      body: { items: ['One order can hold 99 different items at most. Please split it.'] },
    });
    expect(await backend.stripe.sessions()).toEqual([]);
    // With one fewer, only the limit of an account's holds applies.
    expect(await shopper.checkOut(lines.slice(1))).toMatchObject({ status: 409 });
  });
});
