import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { stripeTestKeys } from '#harness/test-keys.ts';
import { call } from '../support/call.ts';
import { feedAddresses, feedFunction, feedRecords, idOf } from '../support/feed-records.ts';
import { openBackend } from '../support/open-backend.ts';
import { mailTo } from '../support/mail-to.ts';
import type { Sku } from '../support/shop-database.ts';
import { newShopper, payOnPage, sessionOf } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';

// Covers calls, feeds, the payment page and a basket with a code. In the browser: tests/e2e/discount.spec.ts. For the
// built files see tests/site/one-price.test.ts and
// tests/e2e/one-price.spec.ts.

const { backend, shop } = await openBackend({ mails: true });

/** Prices in pence for which one and two units round differently, and the smallest chargeable one. */
const prices = [30, 1050, 2491, 4500, 12_345, 499_991];
const skus: Sku[] = [];
beforeAll(async () => {
  for (const price of prices) skus.push(await shop.newSku(9, price));
  await backend.database.sql`
    insert into variant_images (variant_id, path)
    select unnest(${skus.map(({ variant_id }) => variant_id)}::bigint[]), '/ink.jpg'`;
});

const Listed = z.array(
  z.looseObject({
    id: z.int(),
    price: z.number(),
    color_variants: z.array(z.looseObject({ id: z.int() })),
  }),
);
const Checked = z.array(z.looseObject({ selectedColorId: z.int(), price: z.number() }));
const Lines = z.object({
  data: z.array(
    z.looseObject({ price: z.looseObject({ unit_amount: z.int() }), quantity: z.int() }),
  ),
});

async function listedPrices(path: string): Promise<Map<number, number>> {
  const { body } = await call(backend.origin + path);
  return new Map(
    Listed.parse(body).flatMap(({ price, color_variants: colours }) =>
      colours.map(({ id }) => [id, price] as const),
    ),
  );
}

async function checkedPrices(): Promise<Map<number, number>> {
  const items = skus.map(({ product_id, variant_id }) => ({
    productId: product_id,
    selectedColorId: variant_id,
  }));
  const { body } = await call(`${backend.origin}/api/listing/cartvalidate/`, { json: { items } });
  return new Map(Checked.parse(body).map(({ selectedColorId, price }) => [selectedColorId, price]));
}

function pounds(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`;
}

async function linesAtStripe(session: string): Promise<[number, number][]> {
  const answer = await fetch(
    `${backend.stripeUrl}/v1/checkout/sessions/${session}/line_items?limit=100`,
    { headers: { authorization: `Bearer ${stripeTestKeys.secretKey}` } },
  );
  const { data } = Lines.parse(await answer.json());
  return data.map(({ price, quantity }) => [price.unit_amount, quantity]);
}

describe.each([
  { display: 'added', basisPoints: 600 },
  { display: 'included', basisPoints: 2000 },
])('one price everywhere while tax is $display', ({ display, basisPoints }) => {
  /** Tax added to a sum in pence, computed independently of the shop's code: half a penny rounded up. */
  const added = (sum: number) =>
    display === 'added' ? Math.floor((sum * basisPoints + 5000) / 10_000) : 0;

  beforeAll(
    () => backend.database.sql`
    update tax_settings set display = ${display}, tax_basis_points = ${basisPoints}`,
  );

  test('every call returns the catalogue’s price of a colour', async () => {
    const right = new Map(skus.map(({ variant_id, price }) => [variant_id, price / 100]));
    const ids = skus.map(({ product_id }) => product_id).join(',');
    const variants = skus.map(({ variant_id }) => variant_id).join(',');
    for (const path of [
      '/api/listing/productListing/',
      '/api/listing/productListing/1/',
      `/api/listing/liveProducts/?ids=${ids}`,
      `/api/listing/liveProducts/?ids=${ids}&attributes=1`,
      `/api/listing/liveProducts/?variants=${variants}`,
    ]) {
      const told = await listedPrices(path);
      const ofThese = [...right.keys()].map((variant) => [variant, told.get(variant)] as const);
      expect([path, new Map(ofThese)]).toEqual([path, right]);
    }
    expect(await checkedPrices()).toEqual(right);
  });

  test.each(feedAddresses)(
    '%s has what a shopper in the United Kingdom pays for one',
    async (feed) => {
      const { body } = await call(backend.origin + feedFunction(feed));
      const told = new Map(
        feedRecords(String(body)).map((record) => [idOf(record), record['price']]),
      );
      for (const { product_id, variant_id, price } of skus) {
        const paid = ((price + added(price)) / 100).toFixed(2);
        expect(told.get(`${product_id}-${variant_id}`)).toBe(`${paid} GBP`);
      }
    },
  );

  test('the payment page and the order charge it, with tax on the basket', async () => {
    for (const sku of skus) {
      const shopper = await newShopper(backend);
      const subtotal = 2 * sku.price;
      const total = subtotal + added(subtotal);
      const wanted = [{ sku, quantity: 2 }];
      const wrong = await shopper.checkOut(wanted, { amount: (total + 1) / 100 });
      expect(wrong).toMatchObject({ status: 409, body: { amount: total / 100 } });
      const url = await shopper.paymentPage(wanted, { amount: total / 100 });
      const session = sessionOf(url);
      const tax = added(subtotal);
      expect(await linesAtStripe(session)).toEqual([
        [sku.price, 2],
        ...(tax > 0 ? [[tax, 1]] : []),
      ]);
      await payOnPage(url);
      const { figures } = await shopper.comeBack(session);
      expect(figures).toMatchObject({
        amount: subtotal / 100,
        tax: tax / 100,
        order_amount: total / 100 + figures.shipping_cost,
        items: [{ product_price: sku.price / 100, quantity: 2 }],
      });
      expect(await insideOf(session)).toBe(
        display === 'added'
          ? 0
          : Math.round(
              ((total + 100 * figures.shipping_cost) * basisPoints) / (10_000 + basisPoints),
            ),
      );
    }
  });

  test('a code takes the same off at checkout and payment, in order, e-mail, account, studio and accounts', async () => {
    const [first, second] = [await shop.newSku(9, 2491), await shop.newSku(9, 12_345)];
    const wanted = [
      { sku: first, quantity: 2 },
      { sku: second, quantity: 1 },
    ];
    const code = await shop.newDiscount({ percent: 15 });
    const subtotal = 2 * 2491 + 12_345;
    // 15 % of £173.27 is £25.9905.
    const off = 2599;
    const tax = added(subtotal - off);
    const total = subtotal - off + tax;
    const shopper = await newShopper(backend);
    const email = `${shopper.id}@example.net`;
    await shopper.saveBilling('1 High Street, London', email);
    const wrong = await shopper.checkOut(wanted, { code, amount: (total + 1) / 100 });
    expect(wrong.body).toMatchObject({ amount: total / 100, discount: off / 100 });
    const url = await shopper.paymentPage(wanted, { code, amount: total / 100 });
    const page = await (await fetch(url)).text();
    for (const text of [`Discount ${code}`, `-${pounds(off)}`, pounds(total)]) {
      expect(page).toContain(text);
    }
    await payOnPage(url);
    const { figures, order } = await shopper.comeBack(sessionOf(url));
    const shipping = Math.round(figures.shipping_cost * 100);
    expect(figures).toMatchObject({
      amount: subtotal / 100,
      tax: tax / 100,
      order_amount: (total + shipping) / 100,
    });

    const mail = await mailTo(backend, email);
    for (const text of [
      `Subtotal: ${pounds(subtotal)}`,
      `Discount ${code}: -${pounds(off)}`,
      pounds(total + shipping),
    ]) {
      expect(mail.text).toContain(text);
    }
    const { body: account } = await call(`${backend.origin}/api/account/orders/`, {
      token: shopper.token,
    });
    const inside = await insideOf(sessionOf(url));
    expect(account).toMatchObject({
      orders: [
        {
          code,
          amount: subtotal / 100,
          discount: off / 100,
          tax: tax / 100,
          order_amount: (total + shipping) / 100,
        },
      ],
    });
    const manager = await newStaff(backend, 'manager');
    const seen = await call(`${backend.origin}/api/staff/order?order=${order}`, {
      token: manager.token,
    });
    expect(seen.body).toMatchObject({
      money: {
        code,
        subtotal_pence: subtotal,
        discount_pence: off,
        tax_pence: tax,
        charged_pence: total + shipping,
        tax_inside_pence: inside,
      },
    });
    const moved = await backend.database.sql`
      select m.rate_basis_points as rate, m.amount_pence::int as amount, m.tax_pence::int as tax
      from money_movements m join orders o on o.payment_id = m.payment_id
      where o.id = ${order} and m.kind = 'sale' order by m.rate_basis_points desc`;
    const included = [{ rate: basisPoints, amount: total + shipping, tax: inside }];
    const apart = [
      { rate: basisPoints, amount: total, tax },
      { rate: 0, amount: shipping, tax: 0 },
    ].filter(({ amount }) => amount > 0);
    expect(moved).toEqual(display === 'added' ? apart : included);
    expect(inside).toBe(
      display === 'added'
        ? 0
        : Math.round(((total + shipping) * basisPoints) / (10_000 + basisPoints)),
    );
  });
});

/** Tax included in the payment, in pence, as stored with the order. */
async function insideOf(session: string): Promise<number | undefined> {
  const [order] = await backend.database.sql<{ inside: number }[]>`
    select o.tax_inside_pence as inside
    from orders o join payments p on p.id = o.payment_id where p.stripe_session_id = ${session}`;
  return order?.inside;
}
