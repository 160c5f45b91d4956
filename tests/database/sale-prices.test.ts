import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { formerPriceVerdict } from '#domain/catalogue/former-price-rule.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';

const { shop, sql } = await openDatabase();
/** Slug of this test's bag. */
let slug: string;

/** Regular price, in pence. */
const REGULAR = 4000;

/** Imports changes to the bag. */
async function importing(bag: object, options = {}) {
  const given = {
    categories: [],
    products: [{ slug, ...bag }],
    colours: [{ slug, color_name: 'Rust', quantity: 9 }],
  };
  const [row] = await sql<[{ summary: object }]>`
    select import_catalogue(${JSON.stringify(given)}::text::jsonb, ${sql.json(options)}) as summary`;
  return row.summary;
}

beforeEach(async () => {
  slug = `bag-${randomUUID()}`;
  await importing({
    name: 'Bag',
    price_pence: REGULAR,
    category: 'beanies',
    material: '100% cotton',
  });
});

/** A time `days` from now; `null` is never. */
function daysAhead(days: number | null): string | null {
  return days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString();
}

/** A sale at £30, with start and end in days from now. */
function sale(from: number, until: number | null) {
  const [sale_from, sale_until] = [daysAhead(from), daysAhead(until) ?? 'infinity'];
  return { sale_price_pence: 3000, sale_from, sale_until };
}

/** The bag as in listings and on product pages. */
async function listed() {
  const [row] = await sql<[{ price_pence: number; sale: object | null }]>`
    select l.price_pence, l.sale from listed_products l join products p using (id) where p.slug = ${slug}`;
  return row;
}

describe('a sale price', () => {
  test.each([
    ['begins later', 1, 2, REGULAR],
    ['runs', -1, 1, 3000],
    ['runs without an end', -1, null, 3000],
    ['is over', -2, -1, REGULAR],
  ])('that %s is shown and charged only then', async (_which, from, until, price) => {
    await importing(sale(from, until));
    expect((await listed()).price_pence).toBe(price);
    const [sku] = await sql<[{ product_id: number; variant_id: number }]>`
      select product_id::int, v.id::int as variant_id
      from color_variants v join products p on p.id = product_id where p.slug = ${slug}`;
    const user = await shop.newShopper();
    const opened = await shop.open(user, [{ sku: { ...sku, price }, quantity: 2 }]);
    expect(opened.lines).toMatchObject([{ unit_pence: price }]);
    const other = shop.open(user, [{ sku: { ...sku, price: price - 1 }, quantity: 2 }]);
    expect(await refusalOf(other)).toMatchObject({ reason: 'amount_changed' });
  });

  test.each([
    ['begins in an hour', 1 / 24, 2, false, 1 / 24],
    ['began an hour ago', -1 / 24, 2, true, 2],
    ['ended an hour ago', -2, -1 / 24, true, null],
    ['is long over', -20, -10, false, null],
  ])(
    'that %s limits cache lifetimes, and informs the search',
    async (_which, from, until, told, next) => {
      await importing(sale(from, until));
      const [row] = await sql<
        [{ opened: { products: { id: number }[] }; id: string; bound: Date | null }]
      >`
      select opened_until('7 days') as opened, (select id from products where slug = ${slug}) as id,
        (select min(at) from catalogue_moments
         join sale_prices on at in (starts_at, ends_at)
         where at > now() and product_id = (select id from products where slug = ${slug})) as bound`;
      expect(row.opened.products.some(({ id }) => id === Number(row.id))).toBe(told);
      const days = row.bound && (row.bound.getTime() - Date.now()) / 86_400_000;
      expect(days && Math.round(days * 24)).toBe(next && Math.round(next * 24));
    },
  );

  test('in the future is not revealed', async () => {
    await importing(sale(1, 2));
    const seen = await sql.begin(async (transaction) => {
      await transaction`set local role anon`;
      return transaction`select count(*)::int as sales from sale_prices s join products p on p.id = product_id where p.slug = ${slug}`;
    });
    expect(seen).toEqual([{ sales: 0 }]);
  });

  test.each([
    ['is the regular one', { sale_price_pence: REGULAR }, 'sale_not_lower'],
    ['is above a lowered one', { price_pence: 2900, sale_price_pence: 3000 }, 'sale_not_lower'],
    ['ends before it begins', sale(2, 1), 'sale_times'],
    ['has only dates', { sale_until: daysAhead(1) }, 'sale_times'],
  ])('that %s is refused', async (_which, given, reason) => {
    expect(await refusalOf(importing(given))).toMatchObject({ code: 'PT409', reason });
  });

  test('below half the regular price is refused unless allowed', async () => {
    const half = { sale_price_pence: REGULAR / 2 };
    expect(await refusalOf(importing(half))).toMatchObject({
      reason: 'price_jumps',
      detail: [{ slug, was: REGULAR, now: REGULAR / 2 }],
    });
    await importing(half, { allow_price_jumps: true });
    // An unchanged sale needs no permission again.
    await importing({ ...half, description: 'Light.' });
  });

  test('is reported field by field, conflicts with later changes, and is removed by 0', async () => {
    const given = sale(-1, 1);
    expect(await importing(given)).toMatchObject({
      products: {
        changed: [
          {
            changes: [
              { field: 'sale_price_pence', was: 0, now: 3000 },
              { field: 'sale_from', was: '-infinity' },
              { field: 'sale_until', was: 'infinity' },
            ],
          },
        ],
      },
    });
    expect(await importing(given)).toMatchObject({ products: { changed: [] } });
    const seen = { sale_price_pence: 0, sale_until: 'infinity' };
    expect(await importing({ sale_price_pence: 2500, seen })).toMatchObject({
      conflicts: [{ field: 'sale_price_pence', seen: 0, shop: 3000, file: 2500 }],
    });
    await importing({ sale_price_pence: 0 });
    expect(await listed()).toEqual({ price_pence: REGULAR, sale: null });
    const [row] = await sql`
      select sale_fields(id) as fields from products where slug = ${slug}`;
    expect(row).toEqual({
      fields: { sale_price_pence: 0, sale_from: '-infinity', sale_until: 'infinity' },
    });
  });
});

/** Days ago, regular price, the sale's price, start and end, and false while archived. */
type Noted = [number, number, ([number, number, number] | null)?, boolean?];

async function rememberPrices(history: readonly Noted[]): Promise<void> {
  await sql`delete from price_history where product_id = (select id from products where slug = ${slug})`;
  for (const [days, regular, reduced, offered = true] of history) {
    const [pence = null, from = null, until = null] = reduced ?? [];
    await sql`
      insert into price_history (product_id, noted_at, regular_pence, sale_pence, sale_starts_at, sale_ends_at, offered)
      select id, ${daysAhead(-days)}, ${regular}, ${pence}, ${daysAhead(from)}, ${daysAhead(until)},
             ${offered}
      from products where slug = ${slug}`;
  }
}

/** The studio's forecast for a planned sale. */
async function foretold({ sale_from, sale_until }: ReturnType<typeof sale>): Promise<boolean> {
  const [row] = await sql<
    [{ period: { regular_since: string | null; reduced_since: string | null } }]
  >`select regular_price_period(id) as period from products where slug = ${slug}`;
  const { regular_since, reduced_since } = row.period;
  const planned = { regularSince: regular_since, visibleFrom: null, reducedSince: reduced_since };
  return formerPriceVerdict(
    { ...planned, from: sale_from ?? '-infinity', until: sale_until },
    Date.now(),
  ).may;
}

describe('the regular price is shown as the former one', () => {
  test.each<[string, boolean, Noted[], [number, number | null]]>([
    ['after 30 days', true, [[31, REGULAR]], [0, 30]],
    ['after 30 days, for a sale to come', true, [[20, REGULAR]], [10.01, 20]],
    ['after a long time, for a long sale', true, [[100, REGULAR]], [-1, 90]],
    ['not after less', false, [[29, REGULAR]], [0, 1]],
    ['not for a sale that lasts longer', false, [[30, REGULAR]], [0, 31]],
    ['not for a sale without an end', false, [[100, REGULAR]], [-1, null]],
    [
      'not after another price',
      false,
      [
        [100, REGULAR],
        [20, 3900],
        [10, REGULAR],
      ],
      [0, 5],
    ],
    [
      'not right after a raise',
      false,
      [
        [100, 3500],
        [20, REGULAR],
      ],
      [0, 5],
    ],
    [
      'not soon after another sale',
      false,
      [
        [100, REGULAR],
        [40, REGULAR, [3500, -30, -20]],
      ],
      [0, 5],
    ],
    [
      'long after another sale',
      true,
      [
        [100, REGULAR],
        [90, REGULAR, [3500, -60, -40]],
      ],
      [0, 30],
    ],
    [
      'not while nobody could buy it',
      false,
      [
        [60, REGULAR, null, false],
        [20, REGULAR],
      ],
      [0, 5],
    ],
    [
      'in a second reduction',
      true,
      [
        [60, REGULAR],
        [12, REGULAR, [3500, -10, 9]],
      ],
      [-10, 9],
    ],
    [
      'not in a second that makes it last too long',
      false,
      [
        [40, REGULAR],
        [12, REGULAR, [3500, -10, 9]],
      ],
      [-10, 25],
    ],
  ])('%s', async (_when, lawful, history, [from, until]) => {
    await rememberPrices(history);
    expect(await foretold(sale(from, until))).toBe(lawful);
    await importing(sale(from, until));
    const [row] = await sql`
      select was_is_lawful as lawful from sale_prices s join products p on p.id = product_id where p.slug = ${slug}`;
    expect(row).toEqual({ lawful });
  });

  test('not when it changes meanwhile', async () => {
    await rememberPrices([[40, REGULAR]]);
    await importing(sale(-1, 5));
    expect(await listed()).toMatchObject({ price_pence: 3000, sale: { was: true } });
    await importing({ price_pence: 4500 });
    expect(await listed()).toMatchObject({
      price_pence: 3000,
      sale: { regular_pence: 4500, was: false },
    });
  });
});
