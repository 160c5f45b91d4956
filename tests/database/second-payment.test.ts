import { describe, expect, test } from 'vitest';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';

const { shop, sql } = await openDatabase(12);

type Fate = 'awaiting_payment' | 'review' | 'completed';
const fates: Fate[] = ['awaiting_payment', 'review', 'completed'];

/** Marks the outcome of a checkout's payment as seen by its shopper. */
async function tellOf(checkout: string): Promise<void> {
  await sql`select mark_order_seen(${`cs_test_${checkout}`})`;
}

/** A shopper who has paid, or is paying, for two units of a colour, in a browser that does not know it. */
async function paidUnseen(fate: Fate, stock = 9) {
  const [sku, other] = [await shop.newSku(stock), await shop.newSku(9)];
  const buyer = await shop.newShopper();
  const wanted = [
    { sku, quantity: 2 },
    { sku: other, quantity: 1 },
  ];
  const { checkout_id } = await shop.open(buyer, wanted);
  if (fate === 'awaiting_payment') {
    await sql`select await_payment(${checkout_id}, ${`cs_test_${checkout_id}`}, 604800)`;
  } else await shop.complete(checkout_id, fate === 'review' ? { charged: 1 } : {});
  expect(await shop.statusOf(checkout_id)).toBe(fate);
  return { sku, other, buyer, wanted, checkout: checkout_id };
}

describe.each(fates)('while a payment is %s', (fate) => {
  test('the same basket returns that checkout, whatever the order of its lines', async () => {
    const { buyer, wanted, checkout } = await paidUnseen(fate);
    const [two, one] = wanted;
    if (!two || !one) throw new Error('two lines');
    const single = { ...two, quantity: 1 };
    for (const again of [wanted, [one, two], [single, one, single]]) {
      expect(await shop.open(buyer, again)).toMatchObject({
        checkout_id: checkout,
        status: fate,
        stripe_session_id: `cs_test_${checkout}`,
      });
    }
  });

  test('the same basket still returns it after price, country, form and stock have changed', async () => {
    const { buyer, wanted, sku, checkout } = await paidUnseen(fate);
    await sql`update products set price_pence = 9900 where id = ${sku.product_id}`;
    await shop.saveBilling(buyer, 'Moved');
    await shop.open(await shop.newShopper(), [{ sku: { ...sku, price: 9900 }, quantity: 5 }]);
    expect(await shop.open(buyer, wanted, { country: 'FR' })).toMatchObject({
      checkout_id: checkout,
    });
  });

  test('the same basket of another shopper is separate', async () => {
    const { wanted, checkout } = await paidUnseen(fate);
    const stranger = await shop.open(await shop.newShopper(), wanted);
    expect(stranger.checkout_id).not.toBe(checkout);
    expect(stranger).toMatchObject({ status: 'open' });
  });
});

test.each(['review', 'completed'] as const)(
  'another basket gets another checkout while a payment is %s, without the units of the first',
  async (fate) => {
    const { buyer, sku, checkout } = await paidUnseen(fate, 3);
    if (fate === 'review') await tellOf(checkout);
    const opened = await shop.open(buyer, [{ sku, quantity: 1 }]);
    expect(opened.checkout_id).not.toBe(checkout);
    expect(await refusalOf(shop.open(buyer, [{ sku, quantity: 3 }]))).toMatchObject({
      reason: 'out_of_stock',
      detail: [{ currentStock: 1 }],
    });
    expect(await shop.freeUnitsOf(sku, buyer)).toBe(1);
  },
);

test('another basket is refused while a payment is under review, until the shopper has seen that', async () => {
  const { buyer, sku, checkout } = await paidUnseen('review', 3);
  expect(await refusalOf(shop.open(buyer, [{ sku, quantity: 1 }]))).toMatchObject({
    reason: 'payment_review',
    detail: { stripe_session_id: `cs_test_${checkout}` },
  });
  await tellOf(checkout);
  expect(await shop.open(buyer, [{ sku, quantity: 1 }])).toMatchObject({ status: 'open' });
});

test('another basket is refused while a payment is pending, with its checkout’s id', async () => {
  const { buyer, sku, checkout } = await paidUnseen('awaiting_payment', 3);
  expect(await refusalOf(shop.open(buyer, [{ sku, quantity: 1 }]))).toEqual({
    code: 'PT409',
    reason: 'payment_awaited',
    detail: { checkout_id: checkout, stripe_session_id: `cs_test_${checkout}` },
  });
  await shop.complete(checkout);
  expect(await shop.open(buyer, [{ sku, quantity: 1 }])).toMatchObject({ status: 'open' });
});

describe('a payment under review, for the same basket', () => {
  const anew = { status: 'open', stripe_session_id: null };

  test('payments 30: does not lock it: once informed, the shopper can buy it again', async () => {
    const { buyer, wanted, checkout } = await paidUnseen('review');
    await sql`select mark_order_seen(${`cs_test_${checkout}`})`;
    expect(await shop.open(buyer, wanted)).toMatchObject(anew);
  });

  test('payments 30: does not lock it for longer than a day', async () => {
    const { buyer, wanted, checkout } = await paidUnseen('review');
    await sql`
      update checkouts set closed_at = closed_at - interval '25 hours' where id = ${checkout}`;
    expect(await shop.open(buyer, wanted)).toMatchObject(anew);
  });

  test.each(['accept', 'refund'])('is decided by %s, and its hold ends', async (decision) => {
    const { buyer, wanted, checkout } = await paidUnseen('review');
    await sql`select resolve_review(${checkout}, ${decision})`;
    expect(await shop.rowsOf(checkout)).toMatchObject({ holds: 0 });
    const opened = await shop.open(buyer, wanted);
    // A newly accepted order is shown first, like any order not yet seen.
    expect(opened.checkout_id === checkout).toBe(decision === 'accept');
  });
});

describe('an order of the same basket', () => {
  const anew = { status: 'open', stripe_session_id: null };

  test('is a new purchase once the browser knows of the first', async () => {
    const { buyer, wanted, checkout } = await paidUnseen('completed');
    await sql`select mark_order_seen(${`cs_test_${checkout}`})`;
    expect(await shop.open(buyer, wanted)).toMatchObject(anew);
  });

  test('is a new purchase a day later', async () => {
    const { buyer, wanted, checkout } = await paidUnseen('completed');
    await sql`
      update checkouts set closed_at = closed_at - interval '25 hours' where id = ${checkout}`;
    expect(await shop.open(buyer, wanted)).toMatchObject(anew);
  });

  test('is a new purchase after the payment was refunded or failed', async () => {
    const { buyer, wanted, checkout } = await paidUnseen('awaiting_payment');
    await shop.release(checkout);
    expect(await shop.open(buyer, wanted)).toMatchObject(anew);
  });
});

test('pressing CHECKOUT while its payment completes creates no second checkout', async () => {
  const sku = await shop.newSku(100);
  const wanted = [{ sku, quantity: 1 }];
  for (let round = 0; round < 20; round += 1) {
    const buyer = await shop.newShopper();
    const { checkout_id } = await shop.open(buyer, wanted);
    const [again] = await Promise.all([
      shop.open(buyer, wanted),
      shop.complete(checkout_id),
      shop.open(buyer, wanted),
    ]);
    expect(again.checkout_id).toBe(checkout_id);
    const [row] = await sql`
      select count(*)::int as checkouts from checkouts where user_id = ${buyer}`;
    expect(row).toEqual({ checkouts: 1 });
  }
});

test('a checkout too old for Stripe to create its page is replaced by a new one', async () => {
  const sku = await shop.newSku(2);
  const buyer = await shop.newShopper();
  const wanted = [{ sku, quantity: 2 }];
  const old = await shop.open(buyer, wanted);
  await sql`
    update checkouts set session_expires_at = now() + interval '30 minutes'
    where id = ${old.checkout_id}`;
  expect(await refusalOf(shop.open(buyer, wanted))).toMatchObject({
    reason: 'checkout_open',
    detail: { checkout_id: old.checkout_id, stripe_session_id: null },
  });
  const anew = await shop.open(buyer, wanted, { replaces: old.checkout_id });
  expect(anew.checkout_id).not.toBe(old.checkout_id);
  expect(await shop.statusOf(old.checkout_id)).toBe('released');
});
