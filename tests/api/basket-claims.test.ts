import { beforeEach, describe, expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { basketOf, newShopper } from '../support/shopper.ts';

const { backend, shop } = await openBackend();
beforeEach(() => backend.stripe.reset());

const path = '/api/stripe/create-stripe-session/';

describe('figures claimed by the browser', () => {
  test('a different amount returns the current one, and nothing is held', async () => {
    const sku = await shop.newSku(9, 1999);
    const shopper = await newShopper(backend);
    const before = await markOfAllRows(backend.database);
    for (const amount of [0, 0.01, 21.18, 21.2, 1000]) {
      expect(await shopper.checkOut([{ sku, quantity: 1 }], { amount })).toMatchObject({
        status: 409,
        body: { detail: 'The price has changed.', amount: 21.19 },
      });
    }
    expect(await markOfAllRows(backend.database)).toEqual(before);
    expect(await backend.stripe.sessions()).toEqual([]);
  });

  test('payments 1: its prices, currencies and totals have no effect', async () => {
    const sku = await shop.newSku(9, 1999);
    const shopper = await newShopper(backend);
    const basket = basketOf(shopper.id, [{ sku, quantity: 1 }]);
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
    'payments 2: the quantity %j is refused and holds nothing',
    async (quantity) => {
      const sku = await shop.newSku(9);
      const shopper = await newShopper(backend);
      const basket = basketOf(shopper.id, [{ sku, quantity: 1 }]);
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
    [{ method: 'cash' }, { method: ['Must be "stripe".'] }],
    [{ amount: 25.971 }, { amount: ['Not an amount in pounds and pence.'] }],
    [{ amount: -25.97 }, { amount: ['Not an amount.'] }],
    [{ amount: '25.97' }, { amount: ['Not an amount.'] }],
    [{ user: 'me' }, { user: ['Not a valid user.'] }],
  ])('%j is rejected with an error for its field', async (change, answer) => {
    const sku = await shop.newSku(9);
    const shopper = await newShopper(backend);
    const basket = basketOf(shopper.id, [{ sku, quantity: 1 }]);
    const { status, body } = await shopper.post(path, { ...basket, ...change });
    expect(status).toBe(400);
    expect(body).toEqual(answer);
    expect(await shop.freeUnitsOf(sku)).toBe(9);
  });

  test('without billing data there is no payment page', async () => {
    const sku = await shop.newSku(9);
    const shopper = await newShopper(backend, { billing: false });
    expect(await shopper.checkOut([{ sku, quantity: 1 }])).toMatchObject({
      status: 400,
      body: { detail: 'Please fill out the billing form to proceed.' },
    });
  });
});
