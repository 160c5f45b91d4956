import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newClientAddress } from '#harness/client-address.ts';
import { call } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { newShopper, payOnPage, sessionOf } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';
import { violationsIn } from '../support/invariants.ts';

const { backend, shop } = await openBackend();
const { sql } = backend.database;

/** Asks about a code as the cart does. */
function ask(code: string, variant: number, { quantity = 2, from = newClientAddress() } = {}) {
  const items = [{ selectedColorId: variant, quantity }];
  return call(`${backend.origin}/api/listing/discount/`, { json: { code, items }, from });
}

test('a code that the cart applied is paid at the reduced sum, and refunded no further', async () => {
  const sku = await shop.newSku(5);
  const code = await shop.newDiscount({ percent: 15, once_per_person: true });
  const shopper = await newShopper(backend);
  expect((await ask(code.toLowerCase(), sku.variant_id)).body).toEqual({
    code,
    kind: 'percent',
    percent: 15,
    amount: 0,
    minimum: 0,
    products: [sku.product_id],
  });
  const url = await shopper.paymentPage([{ sku, quantity: 2 }], { code, off: 735 });
  const page = await (await fetch(url)).text();
  expect(page).toContain(`Discount ${code}`);
  expect(page).toContain('£44.15');
  await payOnPage(url);
  const { figures, order } = await shopper.comeBack(sessionOf(url));
  // The spec's figures: goods at their prices, the tax of what was paid.
  expect(figures).toMatchObject({ amount: 49, tax: 2.5, order_amount: 44.15 });

  const { body } = await call(`${backend.origin}/api/account/orders/`, { token: shopper.token });
  expect(body).toMatchObject({
    orders: [{ amount: 49, discount: 7.35, code, order_amount: 44.15 }],
  });
  const manager = await newStaff(backend, 'manager');
  await call(`${backend.origin}/api/staff/cancel`, {
    token: manager.token,
    json: {
      event: randomUUID(),
      order,
      items: [{ variant_id: sku.variant_id, quantity: 1 }],
      reason: 'damaged',
      restock: false,
    },
  });
  const refunds = await sql`
    select goods_pence::int as goods, tax_pence::int as tax from order_refunds where order_id = ${order}`;
  // £24.50 less £3.67, and its tax.
  expect([...refunds]).toEqual([{ goods: 2083, tax: 125 }]);
  expect((await ask(code, sku.variant_id)).status).toBe(200);
  const again = await shopper.checkOut([{ sku, quantity: 1 }], { code, off: 368 });
  expect(again).toMatchObject({
    status: 409,
    body: {
      detail: `You have already used the code ${code}. It is good for one order.`,
      reason: 'code_refused',
      amount: 25.97,
      discount: 0,
    },
  });
});

describe('a gift card', () => {
  test('payments 34: pays part of an order, delivery not taken off, and gets its part back first', async () => {
    const sku = await shop.newSku(5);
    const manager = await newStaff(backend, 'manager');
    const code = await shop.newGiftCard(2000);
    const shopper = await newShopper(backend);
    const end = code.slice(-4);
    const asked = await ask(code.toLowerCase(), sku.variant_id);
    expect(asked.body).toEqual({
      code: code.toLowerCase(),
      kind: 'gift_card',
      code_end: end,
      balance: 20,
    });
    const url = await shopper.paymentPage([{ sku, quantity: 2 }], { code });
    const page = await (await fetch(url)).text();
    expect(page).toContain(`Gift card ending ${end}`);
    expect(page).toContain('£31.94');
    await payOnPage(url);
    const { figures, order } = await shopper.comeBack(sessionOf(url));
    expect(figures).toMatchObject({ amount: 49, order_amount: 51.94 });
    const refund = {
      event: randomUUID(),
      order,
      items: [],
      shipping_pence: 0,
      goodwill_pence: 3000,
      reason: 'goodwill',
    };
    const { token } = manager;
    const refunded = await call(`${backend.origin}/api/staff/refund`, { token, json: refund });
    expect(refunded.body).toMatchObject({ refund: { amount_pence: 3000, state: 'succeeded' } });
    const parts = await sql`
      select source, amount_pence::int as pence from refunds r join orders o on o.payment_id = r.payment_id
      where o.id = ${order} order by r.created_at`;
    expect([...parts]).toEqual([
      { source: 'credit', pence: 2000 },
      { source: 'shop', pence: 1000 },
    ]);
    const shown = { json: { code }, from: newClientAddress() };
    const { body } = await call(`${backend.origin}/api/gift-card/`, shown);
    expect(body).toMatchObject({
      code_end: end,
      balance: 20,
      entries: [
        { kind: 'issued', amount: 20 },
        { kind: 'spent', amount: -20 },
        { kind: 'returned', amount: 20 },
      ],
    });
    const mailed = await call(`${backend.origin}/api/account/orders/`, { token: shopper.token });
    expect(mailed.body).toMatchObject({
      orders: [{ gift_card: { code_end: end, paid: 20, left: 20 } }],
    });
  });

  test('payments 34: pays all of an order, which Stripe completes without a charge', async () => {
    const sku = await shop.newSku(5);
    await newStaff(backend, 'manager');
    const code = await shop.newGiftCard(9000);
    const shopper = await newShopper(backend);
    const session = sessionOf(await shopper.paymentPage([{ sku, quantity: 1 }], { code }));
    await backend.stripe.pay(session, { outcome: 'paid' });
    const { figures } = await shopper.comeBack(session);
    expect(figures).toMatchObject({ order_amount: 25.97 });
    const [order] = await sql`
      select c.delivery ->> 'postcode' as postcode, p.charged_pence::int as charged, p.credit_pence::int as credit
      from checkouts c join payments p on p.checkout_id = c.id where c.stripe_session_id = ${session}`;
    expect(order).toMatchObject({ charged: 2597, credit: 2597, postcode: expect.any(String) });
  });

  test('a wrong code and a wrong link are answered alike, whatever they are', async () => {
    for (const json of [{ code: '0000' }, { code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' }]) {
      const from = newClientAddress();
      const { status } = await call(`${backend.origin}/api/gift-card/`, { json, from });
      expect(status).toBe(404);
    }
    const json = { token: `${randomUUID()}.x` };
    expect((await call(`${backend.origin}/api/gift-card/`, { json })).status).toBe(400);
  });
});

describe('the cart reads why a code does nothing', () => {
  test.each([
    [{ ends_at: '2021-01-01', starts_at: '2020-01-01' }, 409, /has expired\.$/],
    [{ starts_at: '2090-03-01T10:00Z' }, 409, /starts on Wednesday 1 March 2090 at 10:00 GMT\.$/],
    [{ products: [0] }, 409, /is not for the things in your cart\.$/],
  ])('%j', async (terms, status, sentence) => {
    const sku = await shop.newSku(5);
    const other = await shop.newSku(5);
    const named = 'products' in terms ? { products: [other.product_id] } : terms;
    const { body, status: found } = await ask(await shop.newDiscount(named), sku.variant_id);
    expect([found, body]).toEqual([
      status,
      { detail: expect.stringMatching(sentence), reason: expect.any(String) },
    ]);
  });

  test('with the sum that is missing', async () => {
    const sku = await shop.newSku(5);
    const code = await shop.newDiscount({ minimum_pence: 6000 });
    // The browser computes what is missing, because quantities change there.
    expect((await ask(code, sku.variant_id)).body).toMatchObject({ minimum: 60 });
    const shopper = await newShopper(backend);
    const { body } = await shopper.checkOut([{ sku, quantity: 2 }], { code, off: 490 });
    expect(body).toMatchObject({
      detail: `Add £11.00 more to your cart to use the code ${code}.`,
      amount: 51.94,
    });
  });
});

test('guessing is limited by network, and does not hinder the shoppers there who have a code', async () => {
  const sku = await shop.newSku(5);
  const from = newClientAddress();
  const code = await shop.newDiscount();
  const statusOf = async (typed: string) => (await ask(typed, sku.variant_id, { from })).status;
  const guesses: number[] = [];
  for (let guess = 0; guess < 59; guess += 1) guesses.push(await statusOf(`guess${guess}`));
  expect(new Set(guesses)).toEqual(new Set([404]));
  for (let shopper = 0; shopper < 5; shopper += 1) expect(await statusOf(code)).toBe(200);
  // Some are given back with time.
  for (let guess = 0; guess < 10; guess += 1) guesses.push(await statusOf('another'));
  expect(guesses.at(-1)).toBe(429);
});

test('a price that a code reduced for everyone cannot be the former price of a later sale', async () => {
  const sku = await shop.newSku(5);
  // The codes above are for everyone and every product.
  await sql`update discounts set paused_at = starts_at`;
  await sql`alter table products disable trigger user`;
  await sql`update products set created_at = now() - interval '90 days' where id = ${sku.product_id}`;
  await sql`alter table products enable trigger user`;
  await sql`update price_history set noted_at = now() - interval '90 days' where product_id = ${sku.product_id}`;
  await sql`
    insert into sale_prices (product_id, price_pence, ends_at)
    values (${sku.product_id}, 1500, now() + interval '14 days')`;
  const lawful = async () => {
    await sql`select review_former_prices()`;
    const [row] =
      await sql`select was_is_lawful from sale_prices where product_id = ${sku.product_id}`;
    return row?.['was_is_lawful'];
  };
  expect(await lawful()).toBe(true);
  const starts_at = new Date(Date.now() - 20 * 86_400_000).toISOString();
  const ends_at = new Date(Date.now() - 10 * 86_400_000).toISOString();
  const products = [sku.product_id];
  await shop.newDiscount({ starts_at, ends_at, products, once_per_person: true });
  expect(await lawful()).toBe(true);
  await shop.newDiscount({ starts_at, ends_at, products });
  expect(await lawful()).toBe(false);
});

test('all of this violates no invariant', async () => {
  expect(await violationsIn(sql)).toEqual([]);
});
