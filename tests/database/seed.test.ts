import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectFolder } from '#local/settings.ts';
import { seedSql } from '../../supabase/seed/make-seed.ts';
import { openDatabase } from '../support/open-database.ts';

const { sql } = await openDatabase();

function seedFile(name: string): string {
  return readFileSync(path.join(projectFolder, 'supabase/seed', name), 'utf8');
}

const Counted = z.object({
  categories: z.array(z.unknown()),
  products: z.array(
    z.object({
      color_variants: z.array(z.object({ quantity: z.int(), images: z.array(z.string()) })),
    }),
  ),
});

/** Counts in the catalogue file, to compare with the database. */
function catalogueCounts() {
  const { categories, products } = Counted.parse(JSON.parse(seedFile('catalogue.json')));
  const variants = products.flatMap((product) => product.color_variants);
  return {
    categories: categories.length,
    products: products.length,
    variants: variants.length,
    images: variants.flatMap((variant) => variant.images).length,
    units: variants.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

async function databaseCounts() {
  const [counts] = await sql`
    select (select count(*)::int from categories) as categories,
           (select count(*)::int from products) as products,
           (select count(*)::int from color_variants) as variants,
           (select count(*)::int from variant_images) as images,
           (select sum(quantity)::int from color_variants) as units`;
  return counts;
}

test('the seed matches the current catalogue', () => {
  expect(seedSql(seedFile('catalogue.json'))).toBe(seedFile('catalogue.sql'));
});

test('a seeded shop has the whole catalogue', async () => {
  expect(await databaseCounts()).toEqual(catalogueCounts());
});

test('seeding again changes nothing, not even stock sold meanwhile', async () => {
  await sql`update color_variants set quantity = quantity - 1 where id = 1`;
  const before = await sql`select * from color_variants order by id`;
  await sql.unsafe(seedFile('catalogue.sql'));
  expect([...(await sql`select * from color_variants order by id`)]).toEqual([...before]);
  const counts = catalogueCounts();
  expect(await databaseCounts()).toEqual({ ...counts, units: counts.units - 1 });
});

test('every colour has a picture and every product a colour', async () => {
  const bare = await sql`
    select v.id from color_variants v
    where not exists (select from variant_images i where i.variant_id = v.id)
    union all
    select p.id from products p
    where not exists (select from color_variants v where v.product_id = p.id)`;
  expect([...bare]).toEqual([]);
});

test('every picture of the catalogue is served by the shop', async () => {
  const pictures = await sql<{ path: string }[]>`select distinct path from variant_images`;
  const missing = pictures.filter(({ path: served }) => {
    try {
      readFileSync(path.join(projectFolder, 'public', served));
      return false;
    } catch {
      return true;
    }
  });
  expect(missing).toEqual([]);
});
