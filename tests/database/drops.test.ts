import postgres from 'postgres';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type Sku } from '../support/shop-database.ts';

const { shop, sql } = await openDatabase();
/** Test data: a product that opens within the hour, in a new category. */
let drop: Sku;
let category: number;

/** A word in every text of the drop. */
const secret = 'Zyzzyva';

async function opensIn(interval: string): Promise<void> {
  await sql`
    update products set visible_from = now() + ${interval}::interval where id = ${drop.product_id}`;
}

beforeEach(async () => {
  drop = await shop.newSku(5);
  const [added] = await sql<[{ id: number }]>`
    insert into categories (slug, name) values (${`m-${drop.product_id}`}, ${`${secret} Capsule`})
    returning id::int`;
  category = added.id;
  await sql`
    update products set name = ${`${secret} Parka`}, category_id = ${category}, description = ${secret}
    where id = ${drop.product_id}`;
  await sql`update color_variants set color_name = ${secret} where id = ${drop.variant_id}`;
  await sql`
    insert into variant_images (variant_id, path) values (${drop.variant_id}, ${`/${secret}.jpg`})`;
  await opensIn('1 hour');
  return async () => {
    await sql`update products set archived_at = now() where id = ${drop.product_id}`;
    await sql`update categories set name = 'Called off' where id = ${category}`;
  };
});

/** Everything that a role can read in the schema, discovered rather than listed. */
async function readBy(role: 'anon' | 'authenticated'): Promise<Record<string, string>> {
  const relations = await sql<{ name: string; columns: string }[]>`
    select relname as name, string_agg(quote_ident(attname), ', ') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and attnum > 0 and not attisdropped and has_column_privilege(${role}, c.oid, attnum, 'select')
    group by relname`;
  return sql.begin(async (transaction) => {
    await transaction.unsafe(`set local role ${role}`);
    const found: Record<string, string> = {};
    for (const { name, columns } of relations) {
      const read = transaction.savepoint((inner) =>
        inner.unsafe(`select ${columns} from "${name}"`),
      );
      // A view on a function that the role may not call.
      found[name] = JSON.stringify(await read.catch(refusedOnly));
    }
    return found;
  });
}

function refusedOnly(error: unknown): string {
  if (error instanceof postgres.PostgresError && error.code === '42501') return '';
  throw error;
}

/** Places where the drop can be read. */
async function tellingOf(role: 'anon' | 'authenticated'): Promise<string[]> {
  const read = await readBy(role);
  return Object.keys(read)
    .filter((name) => read[name]?.includes(secret))
    .toSorted();
}

describe('a product that opens later', () => {
  test.each(['anon', 'authenticated'] as const)(
    'is invisible to %s everywhere in the database until it opens',
    async (role) => {
      expect(await tellingOf(role)).toEqual([]);
      await opensIn('0 s');
      expect(await tellingOf(role)).toEqual(
        expect.arrayContaining([
          'categories',
          'color_variants',
          'listed_products',
          'products',
          'variant_images',
        ]),
      );
    },
  );

  test('cannot be bought, and neither its stock nor its price is revealed', async () => {
    const shopper = await shop.newShopper();
    const none = {
      code: 'PT409',
      reason: 'out_of_stock',
      detail: [{ productId: drop.product_id, selectedColorId: drop.variant_id, currentStock: 0 }],
    };
    const basket = [{ sku: drop, quantity: 1 }];
    expect(await refusalOf(shop.open(shopper, basket))).toEqual(none);
    expect(await refusalOf(shop.open(shopper, basket, { expectedTotal: 1 }))).toEqual(none);
    expect(await shop.freeUnitsOf(drop)).toBe(0);
    await opensIn('0 s');
    expect(await shop.freeUnitsOf(drop)).toBe(5);
    expect((await shop.open(shopper, basket)).lines).toHaveLength(1);
  });

  test('stays in a checkout that holds it when it is hidden again', async () => {
    const shopper = await shop.newShopper();
    await opensIn('0 s');
    const basket = [{ sku: drop, quantity: 2 }];
    const { checkout_id } = await shop.open(shopper, basket);
    await opensIn('1 hour');
    expect((await shop.open(shopper, basket)).checkout_id).toBe(checkout_id);
    expect((await shop.complete(checkout_id)).outcome).toBe('completed');
  });

  test('accepts no stock alerts', async () => {
    const asked = sql`
      select ask_stock_alert(${drop.product_id}, ${drop.variant_id}, 'a@example.com', '[]')`;
    expect(await refusalOf(asked)).toMatchObject({ code: 'PT404', reason: 'colour_missing' });
  });
});

/** Whether the new category is hidden; null if it is permanently visible. */
async function isHidden(): Promise<boolean | null> {
  const [row] = await sql<[{ hidden: boolean | null }]>`
    select visible_from > now() as hidden from categories where id = ${category}`;
  return row.hidden;
}

/** Expiry of catalogue responses, and the opening of the drop. */
async function until() {
  const [row] = await sql<[Record<string, { until: string | null }>]>`
    select listing_until() as listing, listing_until(${category}) as "of category",
      categories_until() as categories, address_until(${drop.product_id}) as address,
      opened_until('1 day') as opened, jsonb_build_object('until', visible_from) as moment
    from products where id = ${drop.product_id}`;
  const { moment, ...held } = row;
  return { moment: moment?.until, held: new Set(Object.values(held).map((is) => is.until)) };
}

describe('the category of a drop', () => {
  test('is hidden while all its products open later', async () => {
    expect(await isHidden()).toBe(true);
    const listed = await sql`
      select category_listing(${category}) as products, categories_until() as all`;
    expect(listed[0]?.['products']).toBeNull();
    expect(JSON.stringify(listed)).not.toContain(secret);
  });

  test('is visible without products, with an open one, and when the drop is cancelled', async () => {
    const [empty] = await sql`
      insert into categories (slug, name) values (${`e-${category}`}, 'Empty') returning visible_from`;
    expect(empty?.['visible_from']).toBeNull();
    const open = await shop.newSku(1);
    await sql`update products set category_id = ${category} where id = ${open.product_id}`;
    expect(await isHidden()).toBeNull();
    await sql`update products set archived_at = now() where id = ${open.product_id}`;
    expect(await isHidden()).toBe(true);
    await sql`update products set archived_at = now() where id = ${drop.product_id}`;
    expect(await isHidden()).toBeNull();
  });
});

describe('when it opens', () => {
  test('the drop is the newest product', async () => {
    await sql`
      update products set created_at = '2020-01-01', visible_from = now() where id = ${drop.product_id}`;
    const [row] = await sql<[{ listed: { id: number }[] }]>`
      select product_listing(p_first => 1) as listed`;
    expect(row.listed[0]?.id).toBe(drop.product_id);
  });

  test('listings are valid only until that moment', async () => {
    const before = await until();
    expect(before.held).toEqual(new Set([before.moment]));
    await opensIn('0 s');
    expect((await until()).held).toEqual(new Set([null]));
  });

  test('one build is requested', async () => {
    const claimed = async () => {
      const [row] = await sql<[{ claim: string | null }]>`
        select claim_site_build(60, 900, 90, 3600) as claim`;
      return row.claim;
    };
    await sql`truncate catalogue_changes, noted_moments`;
    expect(await claimed()).toBeNull();
    await opensIn('-61 s');
    await sql`truncate catalogue_changes`;
    const claim = await claimed();
    expect(claim).not.toBeNull();
    await sql`select settle_site_build(${claim}, true)`;
    expect(await claimed()).toBeNull();
  });
});

test('files set the minute, and one that was changed on both sides is a conflict', async () => {
  const [{ slug }] = await sql<[{ slug: string }]>`
    select slug from products where id = ${drop.product_id}`;
  const importing = async (product: object) => {
    const given = { categories: [], products: [{ slug, ...product }], colours: [] };
    const [row] = await sql<[{ done: { products: unknown; conflicts: unknown[] } }]>`
      select import_catalogue(${JSON.stringify(given)}::text::jsonb) as done`;
    return row.done;
  };
  const minute = '2099-12-04T18:00:00.000Z';
  const moment = '2099-12-04T18:00:00+00:00';
  const done = await importing({ visible_from: minute });
  expect(done.products).toMatchObject({
    changed: [{ slug, changes: [{ field: 'visible_from', now: moment }] }],
  });
  const later = { visible_from: '2099-12-05T18:00:00.000Z' };
  expect(await importing({ ...later, seen: { visible_from: null } })).toMatchObject({
    conflicts: [{ field: 'visible_from', seen: null, shop: moment }],
  });
  expect(await importing({ ...later, seen: { visible_from: minute } })).toMatchObject({
    conflicts: [],
    products: { changed: [{ changes: [{ was: moment }] }] },
  });
});
