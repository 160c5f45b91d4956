import { beforeEach, describe, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import {
  feedAddresses,
  feedFunction,
  type FeedRecord,
  feedRecords,
  idOf,
} from '../support/feed-records.ts';
import { openBackend } from '../support/open-backend.ts';
import type { Sku } from '../support/shop-database.ts';

const { backend, shop } = await openBackend();
const { sql } = backend.database;

let sku: Sku;
beforeEach(async () => {
  sku = await shop.newSku(2, 5000);
  await sql`insert into variant_images (variant_id, path) values (${sku.variant_id}, '/ink.webp')`;
  // The regular price has been charged for long enough to be shown as the former one.
  await sql`
    update price_history set noted_at = noted_at - interval '60 days' where product_id = ${sku.product_id}`;
});

async function recordIn(feed: string): Promise<FeedRecord> {
  const { body } = await call(backend.origin + feedFunction(feed));
  const found = feedRecords(String(body)).filter(
    (record) => idOf(record) === `${sku.product_id}-${sku.variant_id}`,
  );
  expect(found).toHaveLength(1);
  return found[0] ?? {};
}

/** The CDN's tag and time of a feed. */
async function kept(feed: string): Promise<(string | null)[]> {
  const { headers } = await call(backend.origin + feedFunction(feed));
  return ['netlify-cache-tag', 'netlify-cdn-cache-control'].map((name) => headers.get(name));
}

describe.each(feedAddresses)('%s', (feed) => {
  const spelled = (words: string) => (feed.endsWith('.xml') ? words.replaceAll(' ', '_') : words);
  const salePrice = async () => (await recordIn(feed))['sale_price'] || undefined;

  test('changes at once when a sale begins and ends, and expires then', async () => {
    await sql`
      insert into sale_prices (product_id, price_pence, starts_at, ends_at)
      values (${sku.product_id}, 4000, now() + interval '50 s', now() + interval '1 day')`;
    try {
      expect(await salePrice()).toBeUndefined();
      expect(await kept(feed)).toEqual([
        'catalogue',
        expect.stringMatching(/^public, s-maxage=(?:[1-4]?\d|50)$/),
      ]);
      await sql`update sale_prices set starts_at = now() where product_id = ${sku.product_id}`;
      expect(await recordIn(feed)).toMatchObject({ price: '53.00 GBP', sale_price: '42.40 GBP' });
      await sql`
        update sale_prices set ends_at = now() + interval '50 s' where product_id = ${sku.product_id}`;
      expect(await kept(feed)).toEqual([
        'catalogue',
        expect.stringMatching(/^public, s-maxage=(?:[1-4]?\d|50)$/),
      ]);
      await sql`update sale_prices set ends_at = now() where product_id = ${sku.product_id}`;
      expect(await salePrice()).toBeUndefined();
      expect(await recordIn(feed)).toMatchObject({ price: '53.00 GBP' });
    } finally {
      await sql`delete from sale_prices where product_id = ${sku.product_id}`;
    }
  });

  test('has the present stock', async () => {
    expect(await recordIn(feed)).toMatchObject({ availability: spelled('in stock') });
    await sql`update color_variants set quantity = 0 where id = ${sku.variant_id}`;
    try {
      expect(await recordIn(feed)).toMatchObject({ availability: spelled('out of stock') });
    } finally {
      await sql`update color_variants set quantity = 2 where id = ${sku.variant_id}`;
    }
  });

  test.each([
    ['gzip, deflate, br', 'gzip'],
    ['br, GZIP;q=0.5', 'gzip'],
    ['*', 'gzip'],
    ['identity', null],
    ['br, gzip;q=0', null],
    ['x-gzip-other', null],
  ])('to a client that accepts %j it is sent as %j', async (accepted, encoding) => {
    const { status, headers } = await call(backend.origin + feedFunction(feed), {
      headers: { 'accept-encoding': accepted },
    });
    expect([status, headers.get('content-encoding'), headers.get('vary')]).toEqual([
      200,
      encoding,
      'Accept-Encoding',
    ]);
    expect(headers.get('x-robots-tag')).toBe('noindex');
  });
});

test('pictures are JPEG or PNG for platforms that take nothing else', async () => {
  const uploaded = 'https://abc.supabase.co/storage/v1/object/public/catalogue/ink.webp';
  await sql`
    insert into variant_images (variant_id, path, position) values (${sku.variant_id}, ${uploaded}, 1)`;
  const links = await Promise.all(
    feedAddresses.map(async (feed) => {
      const record = await recordIn(feed);
      return [record['image_link'], record['additional_image_link']];
    }),
  );
  const jpeg = ['/ink.webp', uploaded].map(
    (path) => `${backend.origin}/.netlify/images?url=${encodeURIComponent(path)}&w=1440&fm=jpg`,
  );
  expect(links).toEqual([[`${backend.origin}/ink.webp`, uploaded], jpeg, jpeg, jpeg]);
});
