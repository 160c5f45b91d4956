import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { runsWhole } from '../support/long-suites.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';
import { hire } from '../support/staff.ts';

const { database, shop, sql, callAs, dispatch } = await openDatabase(12);
const hat = await shop.newSku(1000, 2450);

/** Shoppers who want the same code at once. */
const racers = runsWhole ? 500 : 60;

const longAgo = '2020-01-01';

/** Why a code is refused for two hats; undefined if it is accepted. */
async function refusedBecause(
  code: string,
  { buyer, off = 0 }: { buyer?: string; off?: number } = {},
) {
  const opening = shop.open(buyer ?? (await shop.newShopper()), [{ sku: hat, quantity: 2 }], {
    code,
    off,
  });
  const refusal = await refusalOf(opening);
  return refusal?.detail;
}

describe('a code', () => {
  test('is frozen with its basket, off the goods, and the tax is that of the rest', async () => {
    const cap = await shop.newSku(10, 999);
    const code = await shop.newDiscount({ percent: 15 });
    const buyer = await shop.newShopper();
    const wanted = [
      { sku: hat, quantity: 2 },
      { sku: cap, quantity: 1 },
    ];
    // 15 % of 58.99 is 8.8485.
    const opened = await shop.open(buyer, wanted, { code: ` ${code.toLowerCase()} `, off: 885 });
    expect(opened).toMatchObject({ code, discount_pence: 885, tax_pence: 301 });
    const again = await shop.open(buyer, wanted, { code, off: 885 });
    expect(again.checkout_id).toBe(opened.checkout_id);
    const { order_id } = await shop.complete(opened.checkout_id);
    const [order] = await sql`
      select o.subtotal_pence, o.discount_pence, o.tax_pence, o.order_amount_pence,
             array(select i.discount_pence from order_items i where i.order_id = o.id order by i.discount_pence) as lines
      from orders o where o.id = ${order_id}`;
    expect(order).toEqual({
      subtotal_pence: 5899,
      discount_pence: 885,
      tax_pence: 301,
      order_amount_pence: 5899 - 885 + 301,
      lines: [150, 735],
    });
  });

  test('leaves at least 30p to pay, the least of a card payment', async () => {
    const code = await shop.newDiscount({ kind: 'amount', amount_pence: 10_000 });
    const buyer = await shop.newShopper();
    const { discount_pence } = await shop.open(buyer, [{ sku: hat, quantity: 1 }], {
      code,
      off: 2420,
    });
    expect(discount_pence).toBe(2420);
  });

  test('covers named products, and those in named categories', async () => {
    const other = await shop.newSku(10, 1000);
    const [{ id: category }] = await sql<[{ id: number }]>`
      insert into categories (slug, name) values ('covered', 'Covered') returning id::int`;
    const third = await shop.newSku(10, 500);
    await sql`update products set category_id = ${category} where id = ${third.product_id}`;
    const code = await shop.newDiscount({
      percent: 50,
      products: [other.product_id],
      categories: [category],
    });
    const wanted = [hat, other, third].map((sku) => ({ sku, quantity: 1 }));
    const opened = await shop.open(await shop.newShopper(), wanted, { code, off: 750 });
    const shares = await sql`
      select discount_pence from checkout_lines where checkout_id = ${opened.checkout_id} order by unit_pence`;
    expect(shares.map((line) => line['discount_pence'])).toEqual([250, 500, 0]);
    expect(await refusedBecause(code)).toMatchObject({ because: 'products' });
  });

  test('applies to reduced prices only if it says so', async () => {
    const reduced = await shop.newSku(10, 2000);
    await sql`insert into sale_prices (product_id, price_pence) values (${reduced.product_id}, 1000)`;
    const wanted = [{ sku: { ...reduced, price: 1000 }, quantity: 1 }];
    const buyer = await shop.newShopper();
    const full = await shop.newDiscount();
    const refusal = await refusalOf(shop.open(buyer, wanted, { code: full }));
    expect(refusal?.detail).toMatchObject({ because: 'sale', total_pence: 1060 });
    const code = await shop.newDiscount({ with_sales: true });
    expect(await shop.open(buyer, wanted, { code, off: 100 })).toMatchObject({
      discount_pence: 100,
    });
  });

  test('gives free delivery abroad, and stays unused where it is free anyway', async () => {
    const code = await shop.newDiscount({ kind: 'free_delivery', max_uses: 1 });
    const wanted = [{ sku: hat, quantity: 1 }];
    const home = await shop.open(await shop.newShopper(), wanted, { code });
    expect(home.code).toBeNull();
    expect(home.shipping_options.map((option) => option.amount_pence)).toEqual([0, 695]);
    const abroad = { code, country: 'IE', zone: 'europe' } as const;
    const away = await shop.open(await shop.newShopper(), wanted, abroad);
    expect(away).toMatchObject({
      code,
      discount_pence: 0,
      shipping_options: [{ amount_pence: 0 }],
    });
    expect((await shop.complete(away.checkout_id)).outcome).toBe('completed');
  });
});

describe('a code is refused', () => {
  test.each([
    ['expired', { starts_at: longAgo, ends_at: '2021-01-01' }],
    ['expired', { paused_at: longAgo }],
    ['early', { starts_at: '2090-01-01' }],
    ['minimum', { minimum_pence: 5000 }],
  ])('%s, with the total without it', async (because, terms) => {
    const code = await shop.newDiscount(terms);
    expect(await refusedBecause(code)).toMatchObject({ because, code, total_pence: 5194 });
  });

  test('if there is none', async () => {
    expect(await refusedBecause('no such code')).toMatchObject({
      because: 'unknown',
      code: 'NOSUCHCODE',
    });
  });

  test('with what is missing of its minimum', async () => {
    const code = await shop.newDiscount({ minimum_pence: 6000 });
    expect(await refusedBecause(code)).toMatchObject({ missing_pence: 1100, covers_all: true });
  });

  test('to the same person once more, be it as a guest, with another address of theirs or in capitals', async () => {
    const code = await shop.newDiscount({ once_per_person: true });
    const buyer = await shop.newShopper();
    expect(await refusedBecause(code, { buyer, off: 490 })).toBeUndefined();
    const mine = { because: 'used_before' };
    const guest = await shop.newShopper({ guest: true });
    await sql`
      update billing_infos set email = ${`${buyer.toUpperCase()}+shop@Example.com`} where user_id = ${guest}`;
    expect(await refusedBecause(code, { buyer: guest })).toMatchObject(mine);
    expect(await refusedBecause(code, { off: 490 })).toBeUndefined();
    await sql`
      update billing_infos set email = case user_id when ${buyer} then 'ada.lovelace@gmail.com'
        else 'AdaLovelace@googlemail.com' end
      where user_id in (${buyer}, ${guest})`;
    expect(await refusedBecause(code, { buyer: guest })).toMatchObject(mine);
    const [{ id }] = await sql<[{ id: string }]>`
      select id from checkouts where user_id = ${buyer} and status = 'open'`;
    await shop.complete(id);
    await sql`update checkouts set order_seen_at = now() where id = ${id}`;
    expect(await refusedBecause(code, { buyer })).toMatchObject(mine);
  });
});

describe('a limited code', () => {
  test('is held by an open checkout, and free again once that ends unpaid', async () => {
    const code = await shop.newDiscount({ single_use: true });
    const buyer = await shop.newShopper();
    const { checkout_id } = await shop.open(buyer, [{ sku: hat, quantity: 2 }], { code, off: 490 });
    expect(await refusedBecause(code)).toMatchObject({ because: 'used_up' });
    await shop.release(checkout_id);
    expect(await refusedBecause(code, { off: 490 })).toBeUndefined();
  });

  test('does not block its own shopper, who changes the basket', async () => {
    const code = await shop.newDiscount({ single_use: true });
    const buyer = await shop.newShopper();
    const first = await shop.open(buyer, [{ sku: hat, quantity: 1 }], { code, off: 245 });
    const replaces = first.checkout_id;
    const second = await shop.open(buyer, [{ sku: hat, quantity: 2 }], {
      code,
      off: 490,
      replaces,
    });
    expect(second).toMatchObject({ code, discount_pence: 490 });
  });

  test('that somebody else used before a late payment puts that payment under review, which only a refund ends', async () => {
    const code = await shop.newDiscount({ single_use: true });
    const wanted = [{ sku: hat, quantity: 2 }];
    const late = await shop.open(await shop.newShopper(), wanted, { code, off: 490 });
    await shop.release(late.checkout_id);
    const next = await shop.open(await shop.newShopper(), wanted, { code, off: 490 });
    expect((await shop.complete(late.checkout_id)).outcome).toBe('review');
    expect((await shop.complete(next.checkout_id)).outcome).toBe('completed');
    const accepted = await refusalOf(sql`select resolve_review(${late.checkout_id}, 'accept')`);
    expect(accepted?.reason).toBe('code_gone');
    await sql`select resolve_review(${late.checkout_id}, 'refund')`;
    const back = await shop.open(await shop.newShopper(), wanted);
    expect((await shop.complete(back.checkout_id)).outcome).toBe('completed');
  });

  test.each([
    ['a single-use code', { single_use: true }, 1],
    ['the last three uses of a code', { max_uses: 3 }, 3],
  ])(
    `is used exactly as often as allowed when ${racers} shoppers race for %s`,
    async (_, terms, uses) => {
      const code = await shop.newDiscount(terms);
      const buyers = await Promise.all(Array.from({ length: racers }, () => shop.newShopper()));
      const refusals = await Promise.all(
        buyers.map((buyer) =>
          refusalOf(shop.open(buyer, [{ sku: hat, quantity: 1 }], { code, off: 245 })),
        ),
      );
      expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(uses);
      const others = refusals.filter((refusal) => refusal !== undefined);
      expect(new Set(others.map(({ reason }) => reason))).toEqual(new Set(['code_refused']));
    },
  );

  test.each([
    ['a single-use code', { single_use: true }],
    ['the last use of a code', { max_uses: 1 }],
    ['a code for one order of each person', { once_per_person: true }],
  ])('%s is good again once its order is cancelled whole before it leaves', async (_, terms) => {
    const manager = await shop.newShopper({ billing: false });
    await hire(database, manager, 'manager');
    const code = await shop.newDiscount(terms);
    const buyer = await shop.newShopper();
    const wanted = [{ sku: hat, quantity: 2 }];
    const buy = async () => {
      const { checkout_id } = await shop.open(buyer, wanted, { code, off: 490 });
      const { order_id } = await shop.complete(checkout_id);
      await sql`update checkouts set order_seen_at = now() where id = ${checkout_id}`;
      return order_id ?? 0;
    };
    const isUsed = async () =>
      (await refusalOf(shop.open(buyer, wanted, { code, off: 490 })))?.reason === 'code_refused';
    const one = [{ variant_id: hat.variant_id, quantity: 1 }];

    const soldOut = await buy();
    const cancelOne = () =>
      callAs(manager, 'staff_cancel', randomUUID(), soldOut, one, 'sold_out', false);
    await cancelOne();
    expect(await isUsed()).toBe(true);
    await cancelOne();
    const regretted = await buy();
    expect(await isUsed()).toBe(true);
    await sql`select shopper_cancel(${randomUUID()}, ${regretted})`;
    const sent = await buy();
    await dispatch(manager, sent, { items: one });
    await callAs(manager, 'staff_cancel', randomUUID(), sent, one, 'sold_out', false);
    expect(await isUsed()).toBe(true);
  });

  test('is won once by twenty guests who are one person', async () => {
    const code = await shop.newDiscount({ once_per_person: true });
    const guests = await Promise.all(
      Array.from({ length: 20 }, () => shop.newShopper({ guest: true })),
    );
    await sql`update billing_infos set email = 'one@example.com' where user_id in ${sql(guests)}`;
    const refusals = await Promise.all(
      guests.map((buyer) => refusedBecause(code, { buyer, off: 490 })),
    );
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
  });
});

test('a discount and its codes are made once by presses at once, and one code by one of two people', async () => {
  const maker = await shop.newShopper({ billing: false });
  await hire(database, maker, 'marketer');
  const make = (change: string, code: string | null) => {
    const terms = {
      name: change.slice(0, 30),
      kind: 'percent',
      percent: 10,
      minimum_pence: 0,
      code,
    };
    const rest = { once_per_person: true, with_sales: false, products: [], categories: [] };
    return sql<[{ id: number }]>`
      select staff_make_discount(${change}, ${sql.json({ ...terms, ...rest })})::int as id from ${acting(sql, maker)}`;
  };
  for (const code of [null, 'TWICE10']) {
    const change = randomUUID();
    const presses = await Promise.all(Array.from({ length: 4 }, () => make(change, code)));
    const [id = 0, ...others] = new Set(presses.map(([made]) => made.id));
    expect(others).toEqual([]);
    const made = await sql`select from discounts where name = ${change.slice(0, 30)}`;
    expect(made).toHaveLength(1);
    if (code !== null) continue;
    const batch = randomUUID();
    const codes = await Promise.all(
      Array.from(
        { length: 3 },
        () => sql`select staff_make_codes(${batch}, ${id}, 5) as codes from ${acting(sql, maker)}`,
      ),
    );
    expect(new Set(codes.map(([given]) => JSON.stringify(given))).size).toBe(1);
    expect(await sql`select from discount_codes where discount_id = ${id}`).toHaveLength(5);
  }
  const rivals = [make(randomUUID(), 'RIVAL10'), make(randomUUID(), 'RIVAL10')].map(refusalOf);
  const reasons = (await Promise.all(rivals)).map((refusal) => refusal?.reason);
  expect(reasons.toSorted()).toEqual(['discount_code_taken', undefined]);
});

test('a discount that still runs may end later, and one that is over stays over', async () => {
  const staff = await shop.newShopper({ billing: false });
  await hire(database, staff, 'marketer');
  const [{ id }] = await sql<[{ id: number }]>`
    insert into discounts (name, kind, percent, ends_at)
    values ('Extended', 'percent', 10, '2089-01-01') returning id::int`;
  const extend = (ends: string | null, change: string = randomUUID()) =>
    callAs(staff, 'staff_extend_discount', change, id, ends);
  const reasonNow = async (ends: string | null, change?: string) =>
    (await refusalOf(extend(ends, change)))?.reason;
  const end = async () => {
    const [row] = await sql`select ends_at::text from discounts where id = ${id}`;
    return row?.ends_at;
  };
  const press = randomUUID();
  await Promise.all([extend('2089-02-01', press), extend('2089-02-01', press)]);
  expect(await end()).toMatch(/^2089-02-01/);
  for (const ends of ['2089-01-15', '2089-02-01']) {
    expect(await reasonNow(ends)).toBe('discount_end_not_later');
  }
  expect(await reasonNow('2089-03-01', press)).toBe('action_used');
  expect(await end()).toMatch(/^2089-02-01/);
  await extend(null);
  expect(await end()).toBe('infinity');
  await sql`update discounts set starts_at = '2020-01-01', ends_at = '2021-01-01' where id = ${id}`;
  expect(await reasonNow(null)).toBe('discount_over');
  const [history] = await sql`
    select array_agg(what order by ends_at) as whats from discount_changes where discount_id = ${id}`;
  expect(history?.whats).toEqual(['extended', 'extended']);
});

test('single-use codes are random, without letters that look like digits', async () => {
  const rows = await sql<{ code: string }[]>`
    select random_discount_code() as code from generate_series(1, 5000)`;
  const codes = rows.map(({ code }) => code);
  expect(new Set(codes).size).toBe(5000);
  expect(codes.filter((code) => !/^[2-9A-HJ-NP-Z]{12}$/.test(code))).toEqual([]);
  const letters = Object.values(Object.groupBy(codes.join(''), (letter) => letter));
  expect(letters).toHaveLength(32);
  // 60,000 letters: 1,875 of each, give or take seven standard deviations.
  expect(letters.every((found) => Math.abs((found?.length ?? 0) - 1875) < 300)).toBe(true);
});

/** Subscribes and confirms; the code, if an e-mail with one is owed. */
async function join(email: string): Promise<string | undefined> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into subscriptions (email) values (${email})
    on conflict (lower(email)) do update set asked_at = now() returning id`;
  const [{ mail }] = await sql<[{ mail: string | null }]>`
    select mail from confirm_subscription(${id}, 'Press the button')`;
  const [owed] = await sql<{ code: string }[]>`
    select subject as code from mail_outbox where id = ${mail}`;
  return owed?.code;
}

describe('a welcome code', () => {
  const terms = {
    kind: 'percent',
    percent: 10,
    amount_pence: null,
    minimum_pence: 0,
    with_sales: false,
    code_days: 30,
  };
  let marketer: string;
  let subscribers = 0;

  async function offer(wanted: object | null): Promise<void> {
    const asked = wanted && { ...terms, ...wanted };
    await callAs(marketer, 'staff_offer_welcome', asked);
  }

  function newAddress(): string {
    subscribers += 1;
    return `new-${subscribers}@example.com`;
  }

  beforeAll(async () => {
    marketer = await shop.newShopper({ billing: false });
    await hire(database, marketer, 'marketer');
  });
  beforeEach(() => offer({}));

  test('is mailed once to each address, however often it subscribes or confirms, and whatever is erased', async () => {
    const email = newAddress();
    const code = await join(email);
    expect(code).toMatch(/^[2-9A-Z]{12}$/);
    expect(await join(email)).toBeUndefined();
    await sql`select unsubscribe(id) from subscriptions where email = ${email}`;
    expect(await join(email.toUpperCase())).toBeUndefined();
    await sql`select forget_address(${email})`;
    expect(await join(email.replace('@', '+again@'))).toBeUndefined();
    const [id = ''] = (
      await sql<{ id: string }[]>`
      insert into subscriptions (email) values (${newAddress()}) returning id`
    ).map((row) => row.id);
    const confirm = () => sql<{ mail: string | null }[]>`
      select mail from confirm_subscription(${id}, 'Press the button')`;
    const both = await Promise.all([confirm(), confirm()]);
    expect(both.flat().filter(({ mail }) => mail !== null)).toHaveLength(1);
  });

  test('is good for one order of anybody, until its own last day', async () => {
    const code = (await join(newAddress())) ?? '';
    const [{ days }] = await sql<[{ days: number }]>`
      select uk_day(ends_at - interval '1 second') - uk_day(now()) as days
      from discount_codes where code = ${code}`;
    expect(days).toBe(30);
    expect(await refusedBecause(code, { off: 490 })).toBeUndefined();
    expect(await refusedBecause(code)).toMatchObject({ because: 'used_up' });
    const late = (await join(newAddress())) ?? '';
    await sql`update discount_codes set ends_at = now() where code = ${late}`;
    expect(await refusedBecause(late)).toMatchObject({ because: 'expired' });
  });

  test('keeps its terms when the offer changes; the same terms make no second discount', async () => {
    const made = async () => (await sql`select from discounts where name = 'Welcome code'`).length;
    const before = await made();
    const first = (await join(newAddress())) ?? '';
    await Promise.all([offer({ percent: 20 }), offer({ percent: 20 })]);
    expect(await made()).toBe(before + 1);
    expect(await refusedBecause((await join(newAddress())) ?? '', { off: 980 })).toBeUndefined();
    expect(await refusedBecause(first, { off: 490 })).toBeUndefined();
    const [shown] = await sql`
      select turned_on_by, percent, codes::int, orders::int
      from ${acting(sql, marketer)}, staff_welcome_offer()`;
    expect(shown).toEqual({ turned_on_by: expect.anything(), percent: 20, codes: 1, orders: 0 });
  });

  test('is neither made nor mailed while the offer is off, or its discount paused', async () => {
    const [code, other] = [await join(newAddress()), newAddress()];
    await sql`
      update discounts set paused_at = now()
      where id = (select discount_id from discount_codes where code = ${code ?? ''})`;
    expect(await join(other)).toBeUndefined();
    await sql`select claim_mails(100, 60)`;
    expect(await sql`select from mail_outbox where subject = ${code ?? ''}`).toHaveLength(0);
    await offer({});
    await offer(null);
    expect(await join(newAddress())).toBeUndefined();
    await offer({});
    // Confirmed before: not new.
    expect(await join(other)).toBeUndefined();
  });
});
