import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';
import { shopDatabase, type Ware } from '../support/shop-database.ts';

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase(2);
});
afterAll(() => database.drop());

const longAgo = '2020-01-01T00:00:00Z';

/** A product that nobody has touched for years. */
async function oldWare(quantity: number): Promise<Ware> {
  const ware = await shopDatabase(database).newWare(quantity);
  await age(ware);
  return ware;
}

/** Makes all that is noted of a product years old. */
async function age(ware: Ware): Promise<void> {
  await database.sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`update products set updated_at = ${longAgo} where id = ${ware.product_id}`;
    await transaction`
      update color_variants set updated_at = ${longAgo} where id = ${ware.variant_id}`;
  });
}

/** Whether the site map dates the product's page anew. */
async function isDatedAnew({ product_id }: Ware): Promise<boolean> {
  const [row] = await database.sql<[{ anew: boolean }]>`
    select last_change > ${longAgo} as anew from listed_products where id = ${product_id}`;
  return row.anew;
}

test('a price, a colour’s name and a picture date the page anew', async () => {
  const { sql } = database;
  const dearer = await oldWare(3);
  await sql`update products set price_pence = 5000 where id = ${dearer.product_id}`;
  const renamed = await oldWare(3);
  await sql`update color_variants set color_name = 'Soot' where id = ${renamed.variant_id}`;
  const pictured = await oldWare(3);
  await sql`insert into variant_images (variant_id, path) values (${pictured.variant_id}, '/a.jpg')`;
  const joined = await oldWare(3);
  await sql`insert into color_variants (product_id, color_name) values (${joined.product_id}, 'Fog')`;
  for (const ware of [dearer, renamed, pictured, joined]) {
    expect(await isDatedAnew(ware)).toBe(true);
  }
});

test('a picture that goes dates the page anew', async () => {
  const { sql } = database;
  const ware = await oldWare(3);
  await sql`insert into variant_images (variant_id, path) values (${ware.variant_id}, '/b.jpg')`;
  await age(ware);
  expect(await isDatedAnew(ware)).toBe(false);
  await sql`delete from variant_images where variant_id = ${ware.variant_id}`;
  expect(await isDatedAnew(ware)).toBe(true);
});

test('a sale dates nothing, selling out and coming back do, on the colour’s own row', async () => {
  const { sql } = database;
  const ware = await oldWare(2);
  await sql`update color_variants set quantity = 1 where id = ${ware.variant_id}`;
  expect(await isDatedAnew(ware)).toBe(false);
  await sql`update color_variants set quantity = 0 where id = ${ware.variant_id}`;
  expect(await isDatedAnew(ware)).toBe(true);
  // Two baskets that sell out colours of the same products must not wait for each other.
  const [product] = await sql`
    select updated_at = ${longAgo} as untouched from products where id = ${ware.product_id}`;
  expect(product).toEqual({ untouched: true });
});

test('a change that changes nothing dates nothing', async () => {
  const { sql } = database;
  const ware = await oldWare(2);
  await sql`update products set name = name, price_pence = price_pence where id = ${ware.product_id}`;
  await sql`update color_variants set color_name = color_name where id = ${ware.variant_id}`;
  expect(await isDatedAnew(ware)).toBe(false);
});
