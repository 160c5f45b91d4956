import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import listing from '#handlers/catalogue/products.ts';
import feed from '#handlers/pages/product-feed.ts';
import { runsWhole } from '../support/long-suites.ts';
import { openBackend } from '../support/open-backend.ts';

const { backend } = await openBackend();

/** Every product has as many bytes as the others, so that a sample shows what all of them have. */
const products = runsWhole ? 10_000 : 2000;
const share = products / 10_000;
/** Netlify's limits for responses: https://docs.netlify.com/build/functions/configuration/ */
const [inOnePiece, streamed] = [6_000_000, 20_000_000];

const bucket = 'https://abcdefghijklmnopqrst.supabase.co/storage/v1/object/public/catalogue';

/** Adds products with three colours of two imported pictures each. */
async function fill(): Promise<void> {
  await backend.database.sql.begin(async (sql) => {
    // Skips the triggers that record each row's change.
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into products (slug, name, description, price_pence, category_id)
      select 'made-up-' || n, 'Made Up Cap ' || n, repeat('A line about the cap. ', 12), 1000 + n % 9000, 1 + n % 6
      from generate_series(1, ${products}) n`;
    await sql`
      insert into color_variants (product_id, color_name, hex, sku, quantity, position)
      select p.id, 'Colour ' || n, '#102030', 'MADE-UP-' || p.id || '-' || n, 5, n
      from products p, generate_series(1, 3) n where p.slug like 'made-up-%'`;
    await sql`
      insert into stock_movements (variant_id, moved, stock, why)
      select id, quantity, quantity, 'first' from color_variants where color_name like 'Colour %'`;
    await sql`
      insert into variant_images (variant_id, path, position)
      select v.id, ${bucket} || '/' || md5(v.id::text || n) || '.jpg', n
      from color_variants v, generate_series(1, 2) n where v.color_name like 'Colour %'`;
  });
  await backend.database.sql`analyze`;
}

await fill();

test('10,000 products are listed in a stream within Netlify’s limit', async () => {
  const answer = await listing(new Request(`${backend.origin}/api/listing/productListing/`));
  expect(answer.status).toBe(200);
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body ?? []) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(bytes.length).toBeGreaterThan(inOnePiece * share);
  expect(bytes.length).toBeLessThan(streamed * share);
  expect(pieces.length).toBeGreaterThan(1);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(inOnePiece / 4);
  const listed: unknown[] = JSON.parse(bytes.toString());
  expect(listed.length).toBeGreaterThanOrEqual(products);
  expect(new Set(listed.map((product) => JSON.stringify(product))).size).toBe(listed.length);
});

test('a feed with their 30,000 colours is within it in gzip, and not without', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const answer = await feed(new Request(`${backend.origin}/merchant-feed.xml`, { headers }));
  const zipped = Buffer.from(await answer.arrayBuffer());
  expect(zipped.length).toBeLessThan((streamed * share) / 2);
  const xml = gunzipSync(zipped).toString();
  expect(xml.length).toBeGreaterThan(streamed * share);
  expect(xml.split('<item>').length - 1).toBeGreaterThanOrEqual(3 * products);
  expect(xml).toMatch(/<\/item>\n<\/channel>\n<\/rss>\n$/);
});
