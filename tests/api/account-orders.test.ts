import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openBackend } from '../support/open-backend.ts';
import { call } from '../support/call.ts';
import { purchasesAt } from '../support/purchases.ts';
import type { Sku } from '../support/shop-database.ts';
import { newShopper, type Shopper } from '../support/shopper.ts';
import { expectPlainRefusal } from '../support/writing-calls.ts';

const { backend, shop } = await openBackend();

const ordersPath = '/api/account/orders';
const reorderPath = '/api/account/reorder';

const Orders = z.object({ orders: z.array(z.object({ id: z.int() })) });
const Terms = z.object({ orders: z.array(z.object({ terms: z.int() })) });

/** Places an order that the shopper has seen. Returns its id. */
async function buy({ id }: Shopper, sku: Sku, quantity = 1): Promise<number> {
  const { checkout_id } = await shop.open(id, [{ sku, quantity }]);
  const { order_id } = await shop.complete(checkout_id);
  // Otherwise the same basket counts as the same purchase.
  await shop.sql`select mark_order_seen(${`cs_test_${checkout_id}`})`;
  return order_id ?? 0;
}

function read({ token }: Pick<Shopper, 'token'>, path: string) {
  return call(backend.origin + path, { token });
}

function idsOf(body: unknown): number[] {
  return Orders.parse(body).orders.map(({ id }) => id);
}

describe('the orders of an account', () => {
  test('are the shopper’s own, with items, amounts and status, and are not cached', async () => {
    const sku = await shop.newSku(5);
    const shopper = await newShopper(backend);
    const order = await buy(shopper, sku, 2);
    await buy(await newShopper(backend), sku);
    const reply = await read(shopper, ordersPath);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply).toMatchObject({
      status: 200,
      body: {
        older: false,
        orders: [
          {
            id: order,
            status: 'processing',
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
            amount: 49,
            tax: 2.94,
            tax_percent: 6,
            tax_inside: 0,
            inside_percent: 0,
            terms: expect.any(Number),
            shipping_cost: 0,
            shipping_name: 'Standard delivery',
            order_amount: 51.94,
            total_items: 2,
            delivery: ['Ada Lovelace', '1 High Street, London', 'United Kingdom'],
            items: [
              {
                product: sku.product_id,
                color_variant: sku.variant_id,
                product_name: 'A hat',
                color_name: 'Ink',
                product_price: 24.5,
                quantity: 2,
                image: null,
              },
            ],
          },
        ],
      },
    });
    expect(idsOf(reply.body)).toEqual([order]);
  });

  test('link to the terms they were placed under, whatever the current terms', async () => {
    const sku = await shop.newSku(5);
    const shopper = await newShopper(backend);
    await buy(shopper, sku);
    await shop.sql`
      update site_content set value = value || '{"title": "Newer terms <b>"}' where key = 'terms'`;
    await buy(shopper, sku);
    const { body } = await read(shopper, ordersPath);
    const [later, before] = Terms.parse(body).orders.map(({ terms }) => terms);
    const pageOf = async (version: number | string | undefined) =>
      call(`${backend.origin}/.netlify/functions/filled-pages/order-terms/${version}`);
    const old = await pageOf(before);
    expect(old.status).toBe(200);
    expect(old.headers.get('content-type')).toContain('text/html');
    expect(old.body).toMatch(
      /<h2>Terms and Conditions<\/h2>[^]*<h2>Shipping and Returns<\/h2>[^]*<h2>Privacy Policy<\/h2>/,
    );
    expect(old.body).toMatch(/in force from \d+ \w+ \d{4} on/);
    expect(old.body).not.toMatch(/Newer terms|COMPANY_/);
    expect(await pageOf(later)).toMatchObject({
      body: expect.stringContaining('<h2>Newer terms &lt;b&gt;</h2>'),
    });
    for (const none of ['999999', 'x', '0']) {
      const missing = await pageOf(none);
      expect(missing).toMatchObject({
        status: 404,
        body: expect.stringMatching(
          /There are no such terms[^]*href="\/account"[^]*href="\/termsandconditions"/,
        ),
      });
      expect(missing.headers.get('content-type')).toContain('text/html');
    }
  });

  test('are listed ten at a time, newest first', async () => {
    const sku = await shop.newSku(50);
    const shopper = await newShopper(backend);
    const bought: number[] = [];
    for (let orders = 0; orders < 21; orders += 1) bought.unshift(await buy(shopper, sku));
    const pages = [
      await read(shopper, ordersPath),
      await read(shopper, `${ordersPath}/?before=${bought[9]}`),
      await read(shopper, `${ordersPath}?before=${bought[19]}`),
    ];
    expect(pages.flatMap(({ body }) => idsOf(body))).toEqual(bought);
    expect(pages.map(({ body }) => body)).toMatchObject([
      { older: true },
      { older: true },
      { older: false },
    ]);
  });

  test('are empty for a new shopper', async () => {
    const reply = await read(await newShopper(backend), ordersPath);
    expect(reply).toMatchObject({ status: 200, body: { orders: [], older: false } });
  });

  test('require a valid token', async () => {
    for (const path of [ordersPath, `${reorderPath}?order=1`]) {
      for (const token of ['', 'no.real.token']) {
        const reply = await read({ token }, path);
        expectPlainRefusal(reply, 401);
        expect(reply.body).toEqual({ detail: 'Please log in again.' });
      }
    }
  });

  test.each(['0', '-1', '1.5', 'x', '9'.repeat(20), "1' or 1=1"])(
    'are refused from %j on',
    async (before) => {
      const shopper = await newShopper(backend);
      const query = encodeURIComponent(before);
      const reply = await read(shopper, `${ordersPath}?before=${query}`);
      expectPlainRefusal(reply, 400);
      expect(reply.body).toEqual({ before: ['Not a valid id.'] });
    },
  );
});

describe('ordering again', () => {
  test('returns each line’s current product and free stock', async () => {
    const shopper = await newShopper(backend);
    const sku = await shop.newSku(5);
    const order = await buy(shopper, sku, 2);
    await backend.database.sql`
      update products set price_pence = 3000 where id = ${sku.product_id}`;
    const other = await newShopper(backend);
    await shop.open(other.id, [{ sku: { ...sku, price: 3000 }, quantity: 1 }]);
    const reply = await read(shopper, `${reorderPath}?order=${order}`);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply).toMatchObject({
      status: 200,
      body: {
        lines: [
          {
            product_name: 'A hat',
            color_name: 'Ink',
            variant_id: sku.variant_id,
            quantity: 2,
            stock: 2,
            product: { id: sku.product_id, price: 30, color_variants: [{ id: sku.variant_id }] },
          },
        ],
      },
    });
  });

  test('finds neither another shopper’s order nor one that does not exist', async () => {
    const sku = await shop.newSku(5);
    const order = await buy(await newShopper(backend), sku);
    const thief = await newShopper(backend);
    for (const id of [order, 999_999_999]) {
      const reply = await read(thief, `${reorderPath}?order=${id}`);
      expectPlainRefusal(reply, 404);
      expect(reply.body).toEqual({ detail: 'There is no such order.' });
    }
    expectPlainRefusal(await read(thief, reorderPath), 400);
  });
});

test('a shopper reads one of their own orders by its number', async () => {
  const shopper = await newShopper(backend);
  const orders = [
    await buy(shopper, await shop.newSku(5)),
    await buy(shopper, await shop.newSku(5)),
  ];
  for (const order of orders) {
    const { body } = await read(shopper, `${ordersPath}?order=${order}`);
    expect(idsOf(body)).toEqual([order]);
    const thief = await read(await newShopper(backend), `${ordersPath}?order=${order}`);
    expect(idsOf(thief.body)).toEqual([]);
  }
});

test('an order created by the webhook alone is in the account', async () => {
  const { shopper, session } = await purchasesAt(backend).atPaymentPage();
  await backend.stripe.pay(session, { outcome: 'paid' });
  await backend.stripe.whenIdle();
  expect(idsOf((await read(shopper, ordersPath)).body)).toHaveLength(1);
});
