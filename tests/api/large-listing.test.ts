import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import listing from '#handlers/catalogue/products.ts';
import feed from '#handlers/pages/product-feed.ts';
import { openBackend } from '../support/open-backend.ts';

const { backend } = await openBackend();

const products = 10_000;
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

test('all of 10,000 products are listed in a stream within Netlify’s limit', async () => {
  const answer = await listing(new Request(`${backend.origin}/api/listing/productListing/`));
  expect(answer.status).toBe(200);
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body ?? []) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(bytes.length).toBeGreaterThan(inOnePiece);
  expect(bytes.length).toBeLessThan(streamed);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(inOnePiece / 4);
  const listed: unknown[] = JSON.parse(bytes.toString());
  expect(listed.length).toBeGreaterThanOrEqual(products);
  expect(new Set(listed.map((product) => JSON.stringify(product))).size).toBe(listed.length);
});

function askFeed(encoding: string, name = 'merchant-feed.xml'): Promise<Response> {
  const headers = { 'accept-encoding': encoding };
  return feed(new Request(`${backend.origin}/${name}`, { headers }));
}

test('a feed with their 30,000 colours is within it in gzip, and refused without', async () => {
  const zipped = Buffer.from(await (await askFeed('gzip')).arrayBuffer());
  expect(zipped.length).toBeLessThan(streamed / 2);
  const xml = gunzipSync(zipped).toString();
  expect(xml.length).toBeGreaterThan(streamed);
  expect(xml.split('<item>').length - 1).toBeGreaterThanOrEqual(3 * products);
  expect(xml).toMatch(/<\/item>\n<\/channel>\n<\/rss>\n$/);
  // Half a feed would take the rest of the products off the platform.
  await expect(askFeed('identity')).rejects.toMatchObject({ status: 406 });
});
