import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';

const { shop, sql } = await openDatabase();

async function newCollection(rule: object | null, products: readonly number[] = []) {
  const slug = `c-${randomUUID()}`;
  const [{ id }] = await sql<[{ id: number }]>`
    insert into categories (slug, name, kind, rule)
    values (${slug}, ${slug}, 'collection', ${rule && sql.json(rule as never)}) returning id::int`;
  for (const [index, product] of products.entries())
    await sql`insert into product_order values (${id}, ${product}, ${index + 1})`;
  return id;
}

/** Ids of a listing's products, or null if shoppers have no such page. */
async function listed(id: number): Promise<number[] | null> {
  const [{ products }] = await sql<[{ products: { id: number }[] | null }]>`
    select category_listing(${id}) as products`;
  return products && products.map((product) => product.id);
}

async function isInMenu(id: number): Promise<boolean> {
  const [{ menu }] = await sql<[{ menu: { id: number }[] }]>`
    select categories_until() -> 'categories' as menu`;
  return menu.some((category) => category.id === id);
}

async function productOf(category: string, pence: number): Promise<number> {
  const { product_id } = await shop.newSku(3);
  await sql`
    update products set price_pence = ${pence}, created_at = now(),
      category_id = (select id from categories where slug = ${category})
    where id = ${product_id}`;
  return product_id;
}

test('a collection chosen by hand has its products in their order, whatever their categories', async () => {
  const [hat, cap] = [await productOf('beanies', 900_000), await productOf('women', 900_100)];
  const id = await newCollection(null, [cap, hat]);
  expect(await listed(id)).toEqual([cap, hat]);
  const [{ first }] = await sql<[{ first: { id: number }[] }]>`
    select category_listing(${id}, 1) as first`;
  expect(first.map((product) => product.id)).toEqual([cap]);
  const [{ products }] = await sql<[{ products: string[] }]>`
    select products from listed_categories where id = ${id}`;
  expect(products.map(Number)).toEqual([cap, hat]);
  await sql`update products set archived_at = now() where id = ${cap}`;
  expect(await listed(id)).toEqual([hat]);
  expect(await isInMenu(id)).toBe(true);
});

test('a rule compares the price that is charged, with the tax that is added to it', async () => {
  const hat = await productOf('women', 600_000);
  const under = await newCollection({ price_under: 636_001, price_over: 599_999 });
  const notUnder = await newCollection({ price_under: 636_000, price_over: 599_999 });
  const over = await newCollection({ price_under: 700_000, price_over: 635_999 });
  const lists = () => Promise.all([under, notUnder, over].map(listed));
  expect(await lists()).toEqual([[hat], [], [hat]]);
  await sql`insert into tax_settings (tax_basis_points, display) values (600, 'included')
    on conflict (only_row) do update set display = 'included'`;
  expect(await lists()).toEqual([[hat], [hat], []]);
  await sql`update tax_settings set display = 'added' where true`;
});

test('all conditions of a rule must hold, at the current price, and newest applies last', async () => {
  const cheap = await productOf('beanies', 800_000);
  const limit = await productOf('beanies', 800_100);
  const other = await productOf('women', 800_050);
  // With 6 % tax.
  const range = { price_under: 848_106, price_over: 847_999 };
  const all = await newCollection(range);
  const beanies = await newCollection({ ...range, categories: ['beanies'] });
  const newest = await newCollection({ ...range, newest: 1 });
  const reduced = await newCollection({ ...range, on_sale: true });
  expect(await listed(all)).toEqual([other, cheap]);
  expect(await listed(beanies)).toEqual([cheap]);
  expect(await listed(newest)).toEqual([other]);
  expect(await listed(reduced)).toEqual([]);
  // A sale that begins brings it below the limit; one that has not begun does not.
  await sql`
    insert into sale_prices (product_id, price_pence, starts_at) values (${limit}, 800_001, now() + interval '1 hour')`;
  expect(await listed(beanies)).toEqual([cheap]);
  const [{ until }] = await sql<[{ until: boolean }]>`
    select (listing_until(${beanies}) ->> 'until')::timestamptz <= now() + interval '1 hour' as until`;
  expect(until).toBe(true);
  await sql`update sale_prices set starts_at = now() where product_id = ${limit}`;
  expect(await listed(beanies)).toEqual([limit, cheap]);
  expect(await listed(reduced)).toEqual([limit]);
});

test('an empty collection has a page but no place in the menu', async () => {
  const id = await newCollection({ price_over: 9_999_998 });
  expect(await listed(id)).toEqual([]);
  expect(await isInMenu(id)).toBe(false);
  const [{ address }] = await sql<[{ address: { listed: boolean; collection: string } }]>`
    select address_until(p_category => ${id}) as address`;
  expect(address).toMatchObject({ listed: true, collection: expect.stringMatching(/^c-/) });
  await sql`update categories set archived_at = now() where id = ${id}`;
  expect(await listed(id)).toBeNull();
});

test('a collection of products that open later is secret until one does', async () => {
  const drop = await productOf('women', 700_000);
  await sql`update products set visible_from = now() + interval '1 hour' where id = ${drop}`;
  const id = await newCollection(null, [drop]);
  expect(await listed(id)).toBeNull();
  await sql`update products set visible_from = now() where id = ${drop}`;
  expect(await listed(id)).toEqual([drop]);
});

test.each<[object, string]>([
  [{}, 'no condition'],
  [{ price_under: 0 }, 'a price of nothing'],
  [{ price_under: '50' }, 'a text for a price'],
  [{ newest: 1.5 }, 'half a product'],
  [{ on_sale: false }, 'a condition that is off'],
  [{ categories: [] }, 'no category'],
  [{ categories: [1] }, 'a number for a slug'],
  [{ colour: 'red' }, 'an unknown condition'],
])('a rule cannot be %j: %s', async (rule) => {
  await expect(newCollection(rule)).rejects.toThrow('categories_rule_form');
});

async function importing(categories: object[], products: object[] = []) {
  const given = { categories, products, colours: [] };
  return sql`select import_catalogue(${sql.json(given as never)})`;
}

test('a name is taken once, by a category or a collection, and a file cannot turn one into the other', async () => {
  const gifts = { slug: 'gifts', name: 'Gifts', kind: 'collection' };
  await importing([gifts]);
  const taken = { code: 'PT409', reason: 'category_name_taken' };
  for (const other of [
    { slug: 'gifts-2', name: 'GIFTS' },
    { slug: 'gifts', name: 'Gifts' },
    { slug: 'beanies', name: 'gifts' },
    { ...gifts, name: 'More gifts', new: true },
  ])
    expect(await refusalOf(importing([other]))).toMatchObject(taken);
  const inIt = { slug: 'in-gifts', name: 'A gift', price_pence: 500, category: 'gifts' };
  expect(await refusalOf(importing([], [inIt]))).toMatchObject({ reason: 'category_unknown' });
});

test('a category is archived once its products have gone elsewhere, in the same release too', async () => {
  await importing([{ slug: 'caps', name: 'Caps' }]);
  const cap = await productOf('caps', 600_000);
  const [{ slug }] = await sql<[{ slug: string }]>`select slug from products where id = ${cap}`;
  const archived = { slug: 'caps', archived: true };
  expect(await refusalOf(importing([archived]))).toEqual({
    code: 'PT409',
    reason: 'category_archived',
    detail: { category: 'Caps', products: [slug] },
  });
  await importing([archived], [{ slug, category: 'beanies', seen: { category: 'caps' } }]);
  const [row] = await sql`select archived_at from categories where slug = 'caps'`;
  expect(row?.['archived_at']).not.toBeNull();
  const back = { slug, category: 'caps', seen: { category: 'beanies' } };
  expect(await refusalOf(importing([], [back]))).toMatchObject({ reason: 'category_archived' });
});
