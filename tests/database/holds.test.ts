import { describe, expect, test } from 'vitest';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type Sku, withTax } from '../support/shop-database.ts';

const { shop, sql } = await openDatabase(12);

function shoppers(count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => shop.newShopper()));
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

describe('under a rush', () => {
  test('two hundred buyers of ten units get ten checkouts', async () => {
    const sku = await shop.newSku(10);
    const buyers = await shoppers(200);
    const refusals = await Promise.all(
      buyers.map((buyer) => refusalOf(shop.open(buyer, [{ sku, quantity: 1 }]))),
    );
    const refused = refusals.filter((refusal) => refusal !== undefined);
    expect(refused).toHaveLength(190);
    expect(new Set(refused.map(({ code, reason }) => `${code} ${reason}`))).toEqual(
      new Set(['PT409 out_of_stock']),
    );
    expect(refused[0]?.detail).toEqual([
      { productId: sku.product_id, selectedColorId: sku.variant_id, currentStock: 0 },
    ]);
    expect(await shop.unitsOf(sku)).toBe(10);
    expect(await shop.freeUnitsOf(sku)).toBe(0);
  });

  test('carts that name the same colours in different orders do not lock each other out', async () => {
    const skus = await Promise.all(Array.from({ length: 6 }, () => shop.newSku(1000)));
    const buyers = await shoppers(80);
    const opened = await Promise.all(
      buyers.map((buyer) =>
        shop.open(
          buyer,
          shuffled(skus).map((sku) => ({ sku, quantity: 2 })),
        ),
      ),
    );
    expect(opened).toHaveLength(80);
    for (const sku of skus) expect(await shop.freeUnitsOf(sku)).toBe(1000 - 160);
  });

  test('twenty concurrent clicks on one basket open one checkout', async () => {
    const sku = await shop.newSku(5);
    const buyer = await shop.newShopper();
    const opened = await Promise.all(
      Array.from({ length: 20 }, () => shop.open(buyer, [{ sku, quantity: 3 }])),
    );
    expect(new Set(opened.map(({ checkout_id }) => checkout_id)).size).toBe(1);
    expect(await shop.freeUnitsOf(sku)).toBe(2);
  });
});

describe('all or nothing', () => {
  test('a basket with one line short holds none of its lines and names only the short one', async () => {
    const plenty = await shop.newSku(10);
    const scarce = await shop.newSku(1);
    const buyer = await shop.newShopper();
    const refusal = await refusalOf(
      shop.open(buyer, [
        { sku: plenty, quantity: 2 },
        { sku: scarce, quantity: 2 },
      ]),
    );
    expect(refusal).toEqual({
      code: 'PT409',
      reason: 'out_of_stock',
      detail: [
        { productId: scarce.product_id, selectedColorId: scarce.variant_id, currentStock: 1 },
      ],
    });
    expect(await shop.freeUnitsOf(plenty)).toBe(10);
  });

  test('payments 3: two lines of one colour are added up before the stock check', async () => {
    const sku = await shop.newSku(3);
    const buyer = await shop.newShopper();
    const twice = (quantity: number) => [
      { sku, quantity },
      { sku, quantity: 2 },
    ];
    expect(await refusalOf(shop.open(buyer, twice(2)))).toMatchObject({ reason: 'out_of_stock' });
    const { lines } = await shop.open(buyer, twice(1));
    expect(lines).toMatchObject([{ variant_id: sku.variant_id, quantity: 3 }]);
    expect(await shop.freeUnitsOf(sku)).toBe(0);
  });

  test('a colour of another product, or of none, is out of stock', async () => {
    const [hat, cap] = [await shop.newSku(5), await shop.newSku(5)];
    const buyer = await shop.newShopper();
    const mixed: Sku = { ...hat, product_id: cap.product_id };
    const unknown: Sku = { ...hat, variant_id: 2_000_000_000 };
    for (const sku of [mixed, unknown]) {
      expect(await refusalOf(shop.open(buyer, [{ sku, quantity: 1 }]))).toMatchObject({
        reason: 'out_of_stock',
        detail: [{ currentStock: 0 }],
      });
    }
  });
});

describe('holds', () => {
  test('payments 19: a hold takes units from others but never from its shopper', async () => {
    const sku = await shop.newSku(2);
    const [buyer, other] = [await shop.newShopper(), await shop.newShopper()];
    await shop.open(buyer, [{ sku, quantity: 2 }]);
    expect(await shop.freeUnitsOf(sku, buyer)).toBe(2);
    expect(await shop.freeUnitsOf(sku, other)).toBe(0);
    await shop.open(buyer, [{ sku, quantity: 2 }]);
    expect(await refusalOf(shop.open(other, [{ sku, quantity: 1 }]))).toBeDefined();
  });

  test('expired holds are free again', async () => {
    const sku = await shop.newSku(1);
    const [slow, quick] = [await shop.newShopper(), await shop.newShopper()];
    const { checkout_id } = await shop.open(slow, [{ sku, quantity: 1 }]);
    await shop.letHoldsRunOut(checkout_id);
    expect(await shop.freeUnitsOf(sku)).toBe(1);
    await shop.open(quick, [{ sku, quantity: 1 }]);
    expect(await shop.freeUnitsOf(sku)).toBe(0);
  });

  test('releasing a checkout frees its stock once', async () => {
    const sku = await shop.newSku(1);
    const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 1 }]);
    expect(await shop.release(checkout_id)).toBe(true);
    expect(await shop.release(checkout_id)).toBe(false);
    expect(await shop.freeUnitsOf(sku)).toBe(1);
  });

  test('a click whose payment page failed does not affect a checkout with a page', async () => {
    const sku = await shop.newSku(1);
    const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 1 }]);
    await sql`select attach_stripe_session(${checkout_id}, 'cs_test_page', 'https://pay.example')`;
    const [kept] = await sql`select release_checkout(${checkout_id}, true) as done`;
    expect(kept).toEqual({ done: false });
    expect(await shop.freeUnitsOf(sku)).toBe(0);
    expect(await shop.release(checkout_id)).toBe(true);
  });

  test('payments 18: a hold outlives its payment session', async () => {
    const sku = await shop.newSku(1);
    const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 1 }]);
    const [row] = await sql`
      select h.expires_at > c.session_expires_at as longer
      from stock_holds h join checkouts c on c.id = h.checkout_id where c.id = ${checkout_id}`;
    expect(row).toEqual({ longer: true });
  });
});

describe('one checkout at a time', () => {
  test('another basket is refused with the open checkout’s id, and replaces it when given that id', async () => {
    const [first, second] = [await shop.newSku(1), await shop.newSku(1)];
    const buyer = await shop.newShopper();
    const { checkout_id } = await shop.open(buyer, [{ sku: first, quantity: 1 }]);
    const wanted = [{ sku: second, quantity: 1 }];
    expect(await refusalOf(shop.open(buyer, wanted))).toEqual({
      code: 'PT409',
      reason: 'checkout_open',
      detail: { checkout_id, stripe_session_id: null },
    });
    expect(await shop.freeUnitsOf(second)).toBe(1);

    const replaced = await shop.open(buyer, wanted, { replaces: checkout_id });
    expect(replaced.checkout_id).not.toBe(checkout_id);
    expect(await shop.statusOf(checkout_id)).toBe('released');
    expect(await shop.freeUnitsOf(first)).toBe(1);
    expect(await shop.freeUnitsOf(second)).toBe(0);
  });

  test('an open checkout with a payment page is not replaced until the page is closed', async () => {
    const [first, second] = [await shop.newSku(1), await shop.newSku(1)];
    const buyer = await shop.newShopper();
    const { checkout_id } = await shop.open(buyer, [{ sku: first, quantity: 1 }]);
    const session = `cs_test_${checkout_id}`;
    await sql`select attach_stripe_session(${checkout_id}, ${session}, 'https://pay')`;
    const wanted = [{ sku: second, quantity: 1 }];
    expect(await refusalOf(shop.open(buyer, wanted, { replaces: checkout_id }))).toMatchObject({
      reason: 'checkout_open',
      detail: { checkout_id, stripe_session_id: session },
    });
    expect(await shop.freeUnitsOf(first)).toBe(0);
  });

  test('another country or another billing form gets another checkout', async () => {
    const sku = await shop.newSku(5);
    const wanted = [{ sku, quantity: 1 }];
    const buyer = await shop.newShopper();
    await shop.open(buyer, wanted);
    expect(await refusalOf(shop.open(buyer, wanted, { country: 'FR' }))).toMatchObject({
      reason: 'checkout_open',
    });
    await shop.saveBilling(buyer, 'Moved');
    expect(await refusalOf(shop.open(buyer, wanted))).toMatchObject({ reason: 'checkout_open' });
  });

  test('uses the given billing form, or the newest', async () => {
    const sku = await shop.newSku(5);
    const wanted = [{ sku, quantity: 1 }];
    const buyer = await shop.newShopper();
    const first = await shop.saveBilling(buyer, 'First');
    await shop.saveBilling(buyer, 'Second');
    const { checkout_id } = await shop.open(buyer, wanted, { billingInfo: first });
    expect(await refusalOf(shop.open(buyer, wanted))).toMatchObject({ reason: 'checkout_open' });
    expect(await shop.open(buyer, wanted, { billingInfo: first })).toMatchObject({ checkout_id });
    const strangers = shop.open(await shop.newShopper(), wanted, { billingInfo: first });
    expect(await refusalOf(strangers)).toMatchObject({ code: 'PT404', reason: 'billing_unknown' });
  });
});

describe('prices', () => {
  test('a total that differs from the database’s is refused with the current one and holds nothing', async () => {
    const sku = await shop.newSku(5, 1999);
    const buyer = await shop.newShopper();
    const refusal = await refusalOf(shop.open(buyer, [{ sku, quantity: 2 }], { expectedTotal: 2 }));
    expect(refusal).toEqual({
      code: 'PT409',
      reason: 'amount_changed',
      detail: { total_pence: withTax(3998), discount_pence: 0 },
    });
    expect(await shop.freeUnitsOf(sku)).toBe(5);
  });

  test('payments 4: price, tax and delivery charges stay as they were when the checkout was opened', async () => {
    const sku = await shop.newSku(5, 1000);
    const buyer = await shop.newShopper();
    const { checkout_id } = await shop.open(buyer, [{ sku, quantity: 2 }]);
    await sql`update products set price_pence = 9000 where id = ${sku.product_id}`;
    await sql`update tax_settings set tax_basis_points = 2000`;
    await sql`update shipping_rates set amount_pence = amount_pence + 100 where amount_pence > 0`;
    const done = await shop.complete(checkout_id, { charged: 2120 });
    await sql`update tax_settings set tax_basis_points = 600`;
    await sql`update shipping_rates set amount_pence = amount_pence - 100 where amount_pence > 0`;
    expect(done.outcome).toBe('completed');
    const [order] = await sql`
      select subtotal_pence, tax_pence, order_amount_pence from orders where id = ${done.order_id}`;
    expect(order).toEqual({ subtotal_pence: 2000, tax_pence: 120, order_amount_pence: 2120 });
  });

  test('half a penny of tax is rounded up', async () => {
    const sku = await shop.newSku(5, 1975);
    const { tax_pence } = await shop.open(await shop.newShopper(), [{ sku, quantity: 1 }]);
    expect(tax_pence).toBe(119);
  });
});

test('without a saved billing form no checkout is opened', async () => {
  const sku = await shop.newSku(1);
  const buyer = await shop.newShopper({ billing: false });
  expect(await refusalOf(shop.open(buyer, [{ sku, quantity: 1 }]))).toMatchObject({
    code: 'PT400',
    reason: 'billing_missing',
  });
  expect(await shop.freeUnitsOf(sku)).toBe(1);
});
