import { expect, test } from 'vitest';
import { openDatabase } from '../support/open-database.ts';
import type { Sku } from '../support/shop-database.ts';

const { shop, sql } = await openDatabase(2);

const longAgo = '2020-01-01T00:00:00Z';

/** A product unchanged for years. */
async function oldSku(quantity: number): Promise<Sku> {
  const sku = await shop.newSku(quantity);
  await age(sku);
  return sku;
}

/** Makes a product's recorded changes years old. */
async function age(sku: Sku): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`update products set updated_at = ${longAgo} where id = ${sku.product_id}`;
    await transaction`
      update color_variants set updated_at = ${longAgo} where id = ${sku.variant_id}`;
  });
}

/** Whether the sitemap has a new date for the product's page. */
async function isDatedAnew({ product_id }: Sku): Promise<boolean> {
  const [row] = await sql<[{ anew: boolean }]>`
    select last_change > ${longAgo} as anew from listed_products where id = ${product_id}`;
  return row.anew;
}

test('changing a price, a colour’s name or a picture updates the page’s date', async () => {
  const dearer = await oldSku(3);
  await sql`update products set price_pence = 5000 where id = ${dearer.product_id}`;
  const renamed = await oldSku(3);
  await sql`update color_variants set color_name = 'Soot' where id = ${renamed.variant_id}`;
  const pictured = await oldSku(3);
  await sql`insert into variant_images (variant_id, path) values (${pictured.variant_id}, '/a.jpg')`;
  const joined = await oldSku(3);
  await sql`insert into color_variants (product_id, color_name) values (${joined.product_id}, 'Fog')`;
  for (const sku of [dearer, renamed, pictured, joined]) {
    expect(await isDatedAnew(sku)).toBe(true);
  }
});

test('removing a picture updates the page’s date', async () => {
  const sku = await oldSku(3);
  await sql`insert into variant_images (variant_id, path) values (${sku.variant_id}, '/b.jpg')`;
  await age(sku);
  expect(await isDatedAnew(sku)).toBe(false);
  await sql`delete from variant_images where variant_id = ${sku.variant_id}`;
  expect(await isDatedAnew(sku)).toBe(true);
});

test('a sale changes no date, but selling out and restocking do, on the colour’s own row', async () => {
  const sku = await oldSku(2);
  await sql`update color_variants set quantity = 1 where id = ${sku.variant_id}`;
  expect(await isDatedAnew(sku)).toBe(false);
  await sql`update color_variants set quantity = 0 where id = ${sku.variant_id}`;
  expect(await isDatedAnew(sku)).toBe(true);
  // Two baskets that sell out colours of the same products must not block each other.
  const [product] = await sql`
    select updated_at = ${longAgo} as untouched from products where id = ${sku.product_id}`;
  expect(product).toEqual({ untouched: true });
});

test('an update that changes nothing changes no date', async () => {
  const sku = await oldSku(2);
  await sql`update products set name = name, price_pence = price_pence where id = ${sku.product_id}`;
  await sql`update color_variants set color_name = color_name where id = ${sku.variant_id}`;
  expect(await isDatedAnew(sku)).toBe(false);
});
