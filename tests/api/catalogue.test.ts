import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listedFacts, pageFacts } from '#domain/catalogue/product-facts.ts';
import { eachOf } from '#domain/basics/each-of.ts';
import { openBackend } from '../support/open-backend.ts';
import { call } from '../support/call.ts';
import { newShopper } from '../support/shopper.ts';

const { backend, shop } = await openBackend();

const Listing = z.array(
  z.strictObject({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    ...eachOf(listedFacts, () => z.string().min(1).nullable()),
    price: z.number(),
    category_name: z.string(),
    created_at: z.iso.datetime({ offset: true }),
    color_variants: z.array(
      z.strictObject({
        id: z.int(),
        color_name: z.string(),
        hex: z
          .string()
          .regex(/^#[0-9A-F]{6}$/i)
          .nullable(),
        quantity: z.int().min(0),
        images: z.array(z.strictObject({ image: z.string(), worn: z.literal(true).optional() })),
      }),
    ),
  }),
);

function get(path: string) {
  return call(backend.origin + path);
}

/** Tax of a basket for a country. */
async function taxIn(country: string): Promise<unknown> {
  const { body } = await get(`/api/listing/additionalPays/?country=${country}`);
  return body;
}

const added = (tax: number) => ({ display: 'added', tax, inside: 0 });

function validate(items: unknown, token: string | null = null) {
  return call(`${backend.origin}/api/listing/cartvalidate/`, { json: { items }, token });
}

function subscribe(json: unknown) {
  return call(`${backend.origin}/api/listing/subscribe/`, { json });
}

describe('the catalogue', () => {
  test('the categories are those of the menu, in menu order', async () => {
    const { status, body } = await get('/api/listing/categories');
    expect(status).toBe(200);
    expect(body).toEqual(
      ['Women', 'Men', 'Bucket Hats', 'Trucker Hats', 'Beanies', 'Sunglasses'].map(
        (name, place) => ({ id: place + 1, name }),
      ),
    );
  });

  test('a listing can be limited to its newest products', async () => {
    const all = Listing.parse((await get('/api/listing/productListing/')).body);
    expect((await get('/api/listing/productListing/?first=60')).body).toEqual(all.slice(0, 60));
    const { status, body } = await get('/api/listing/productListing/?first=3');
    expect(status).toBe(200);
    expect(body).toEqual(all.slice(0, 3));
    const hats = Listing.parse((await get('/api/listing/productListing/3/')).body);
    expect(hats.length).toBeGreaterThan(2);
    expect((await get('/api/listing/productListing/3/?first=2')).body).toEqual(hats.slice(0, 2));
    expect((await get('/api/listing/productListing/99/?first=2')).status).toBe(404);
    for (const none of ['0', '-1', '1.5', 'x', '', '61', '999999999999999']) {
      expect((await get(`/api/listing/productListing/?first=${none}`)).status).toBe(400);
    }
  });

  test('all products come newest first, with prices in pounds', async () => {
    const { status, body } = await get('/api/listing/productListing/');
    expect(status).toBe(200);
    const products = Listing.parse(body);
    expect(products).toHaveLength(24);
    const dates = products.map(({ created_at }) => Date.parse(created_at));
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
    const [row] = await backend.database.sql`
      select * from products where id = ${products[0]?.id ?? 0}`;
    expect(products[0]?.price).toBe(row?.['price_pence'] / 100);
    expect(products[0]).toMatchObject(eachOf(listedFacts, (fact) => row?.['facts'][fact]));
    for (const key of ['attributes', 'hs_code', ...pageFacts]) {
      expect(JSON.stringify(body)).not.toContain(`"${key}"`);
    }
  });

  test('details for product pages are returned on request', async () => {
    const address = '/api/listing/liveProducts/?ids=14';
    const Described = z.array(z.object({ attributes: z.looseObject({}).optional() }));
    const [plain] = Described.parse((await get(address)).body);
    expect(plain).not.toHaveProperty('attributes');
    const { sql } = backend.database;
    const proven = { batch: 'A2611-04', environmental_proof: 'GOTS' };
    await sql`update products set facts = facts || ${sql.json(proven)} where id = 14`;
    const [described] = Described.parse((await get(`${address}&attributes=1`)).body);
    const keys = Object.keys(described?.attributes ?? {}).toSorted();
    expect(keys).toEqual([...pageFacts, 'codes', 'origin_country'].toSorted());
    expect(described?.attributes).toMatchObject({
      size: 'Medium to wide',
      measurements: 'Lens 55 mm, bridge 18 mm, temple 145 mm',
      care: 'Rinse, wipe with the cloth supplied and keep them in the case.',
      safety: expect.stringContaining('Filter category 3'),
      origin_country: 'IT',
      weight_grams: 140,
      batch: 'A2611-04',
    });
    await sql`update products set facts = facts - ${Object.keys(proven)}::text[] where id = 14`;
  });

  test('a category has only its own products', async () => {
    const { status, body } = await get('/api/listing/productListing/3/');
    expect(status).toBe(200);
    const products = Listing.parse(body);
    expect(products.length).toBeGreaterThan(0);
    expect(new Set(products.map(({ category_name }) => category_name))).toEqual(
      new Set(['Bucket Hats']),
    );
  });

  test.each([
    '0',
    '999',
    '-1',
    '1.5',
    'hats',
    '99999999999999999999',
    "1'--",
    '%00',
    '1%20or%201=1',
  ])('there is no category %s', async (id) => {
    const { status, body } = await get(`/api/listing/productListing/${id}/`);
    expect(status).toBe(404);
    expect(body).toEqual({ detail: 'There is no such category.' });
  });

  test('the tax is the setting in per cent, or 6 if there is none', async () => {
    expect(await get('/api/listing/additionalPays/')).toMatchObject({
      status: 200,
      body: { tax: 6 },
    });
    await backend.database.sql`update tax_settings set tax_basis_points = 1750`;
    expect((await get('/api/listing/additionalPays/')).body).toEqual(added(17.5));
    await backend.database.sql`delete from tax_settings`;
    expect((await get('/api/listing/additionalPays/')).body).toEqual(added(6));
    await backend.database.sql`insert into tax_settings (tax_basis_points) values (600)`;
  });

  test('the tax is that of the country’s zone, and 0 where prices include it', async () => {
    const { sql } = backend.database;
    await sql`insert into zone_tax_rates values ('world', 0)`;
    expect(await taxIn('FR')).toMatchObject({ tax: 6 });
    expect(await taxIn('NZ')).toMatchObject({ tax: 0, inside: 0 });
    await sql`update tax_settings set display = 'included', tax_basis_points = 2000`;
    expect(await taxIn('GB')).toEqual({ display: 'included', tax: 0, inside: 20 });
    expect(await taxIn('NZ')).toEqual({ display: 'included', tax: 0, inside: 0 });
    await sql`update tax_settings set display = 'added', tax_basis_points = 600`;
    await sql`delete from zone_tax_rates`;
  });

  test.each([
    '/api/listing/categories/',
    '/api/listing/productListing/',
    '/api/listing/productListing/1/',
    '/api/listing/additionalPays/',
  ])('the CDN caches %s under the tag “catalogue”, and browsers revalidate', async (path) => {
    const { headers } = await get(path);
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(headers.get('netlify-cdn-cache-control')).toMatch(/public.*s-maxage=\d+/);
    expect(headers.get('netlify-cache-tag')).toBe('catalogue');
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('HEAD is answered like GET, without a body', async () => {
    const { status, body } = await call(`${backend.origin}/api/listing/categories/`, {
      method: 'HEAD',
    });
    expect(status).toBe(200);
    expect(body).toBe('');
  });
});

describe('live products', () => {
  test('are fetched by id, are not cached, and unknown ids are left out', async () => {
    const { body: all } = await get('/api/listing/productListing/');
    const [first, second] = Listing.parse(all);
    const ids = [second?.id, 999_999, first?.id, first?.id].join(',');
    const { status, body, headers } = await get(`/api/listing/liveProducts/?ids=${ids}`);
    expect(status).toBe(200);
    expect(body).toEqual([first, second]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await get(`/api/listing/liveProducts?ids=${ids}`)).body).toEqual(body);
  });

  test('are also found by their colours, each product once', async () => {
    const all = Listing.parse((await get('/api/listing/productListing/')).body);
    const product = all.find(({ color_variants: colours }) => colours.length > 1);
    const variants = product?.color_variants.map(({ id }) => id).join() ?? '';
    const { body } = await get(`/api/listing/liveProducts/?variants=${variants},999999`);
    expect(body).toEqual([product]);
    expect((await get('/api/listing/liveProducts/?variants=999999')).body).toEqual([]);
    const refused = await get('/api/listing/liveProducts/?variants=1,hats');
    expect(refused).toMatchObject({ status: 400, body: { variants: ['Not a valid id.'] } });
  });

  test.each(['', '?ids=', '?ids=1,hats', '?ids=1.5', '?ids=-1', `?ids=${'1,'.repeat(201)}`])(
    'are refused for %j',
    async (query) => {
      const { status, body } = await get(`/api/listing/liveProducts/${query}`);
      expect(status).toBe(400);
      expect(body).toEqual({ ids: expect.arrayContaining([expect.any(String)]) });
    },
  );
});

/** Ids of a listing's products and of their colours. */
async function idsIn(path: string) {
  const products = Listing.parse((await get(path)).body);
  const colours = products.flatMap(({ color_variants }) => color_variants);
  return { products: products.map(({ id }) => id), colours: colours.map(({ id }) => id) };
}

describe('an archived product', () => {
  const everywhere = ['/api/listing/productListing/', '/api/listing/productListing/5/'];
  test('is in no listing, out of stock, and cannot be checked out', async () => {
    const { sql } = backend.database;
    const [sku, other] = [await shop.newSku(3), await shop.newSku(3)];
    await sql`update products set category_id = 5 where id in (${sku.product_id}, ${other.product_id})`;
    await sql`update products set archived_at = now() where id = ${sku.product_id}`;
    await sql`update color_variants set archived_at = now() where id = ${other.variant_id}`;
    for (const path of everywhere) {
      const { products, colours } = await idsIn(path);
      expect(products).not.toContain(sku.product_id);
      expect(products).toContain(other.product_id);
      expect(colours).not.toContain(other.variant_id);
    }
    expect((await get(`/api/listing/liveProducts/?ids=${sku.product_id}`)).body).toEqual([]);
    const byColour = `/api/listing/liveProducts/?variants=${sku.variant_id}`;
    expect((await get(byColour)).body).toEqual([]);

    const shopper = await newShopper(backend);
    for (const gone of [sku, other]) {
      const line = { productId: gone.product_id, selectedColorId: gone.variant_id };
      expect((await validate([line])).body).toEqual([{ ...line, currentStock: 0 }]);
      expect(await shopper.checkOut([{ sku: gone, quantity: 1 }])).toMatchObject({
        status: 409,
        body: { items: [{ ...line, currentStock: 0 }] },
      });
    }
  });

  test('has left the shop, and its page says so, also in Markdown', async () => {
    const sku = await shop.newSku(3);
    const page = `/.netlify/functions/product-pages/product-details/${sku.product_id}`;
    const { sql } = backend.database;
    const { status, body, headers } = await get(`${page}.md`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('netlify-cdn-cache-control')).toMatch(/^public, s-maxage=\d+$/);
    expect(body).toContain(`, variant ${sku.variant_id}: in stock, [add one to a cart](`);
    expect(body).toMatch(/^# .+\n\nPrice: £[\d.]+ \(£[\d.]+ with tax\)\n/);
    await sql`update products set archived_at = now() where id = ${sku.product_id}`;
    expect((await get(page)).status).toBe(410);
    const left = await get(`${page}.md`);
    expect(left.status).toBe(410);
    expect(left.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(left.body).toMatch(
      /^# This piece has left the shop\n.+\[See .+\]\(http.+\/productListing\/\d+\)\n$/s,
    );
  });

  test('links to all products if its category is empty', async () => {
    const sku = await shop.newSku(3);
    await backend.database.sql`
      with empty as (
        insert into categories (slug, name) values ('left-' || gen_random_uuid(), 'Left') returning id)
      update products set archived_at = now(), category_id = (select id from empty)
      where id = ${sku.product_id}`;
    const page = `/.netlify/functions/product-pages/product-details/${sku.product_id}.md`;
    expect((await get(page)).body).toMatch(/\[See all products\]\(http.+\/all-products\)\n$/);
  });

  test('is unknown if shoppers never saw it', async () => {
    const sku = await shop.newSku(3);
    await backend.database.sql`
      update products set visible_from = now() + interval '1 hour', archived_at = now()
      where id = ${sku.product_id}`;
    for (const end of ['', '.md']) {
      const page = `/.netlify/functions/product-pages/product-details/${sku.product_id}${end}`;
      expect((await get(page)).status).toBe(404);
    }
  });
});

describe('the stock check', () => {
  test('responds in the order requested, including repeats, with 0 for unknown colours', async () => {
    const [few, none] = [await shop.newSku(3), await shop.newSku(0)];
    const price = none.price / 100;
    const stocked = [
      { productId: none.product_id, selectedColorId: none.variant_id, currentStock: 0, price },
      { productId: few.product_id, selectedColorId: few.variant_id, currentStock: 3, price: 7.5 },
      { productId: few.product_id, selectedColorId: none.variant_id, currentStock: 0 },
      { productId: 999_999, selectedColorId: 999_999, currentStock: 0 },
      { productId: few.product_id, selectedColorId: few.variant_id, currentStock: 3, price: 7.5 },
    ];
    // A running sale sets the price; a future one is not visible yet.
    await backend.database.sql`
      insert into sale_prices (product_id, price_pence, starts_at)
      values (${few.product_id}, 750, now()), (${none.product_id}, 1, now() + interval '1 hour')`;
    const asked = stocked.map(({ productId, selectedColorId }) => ({ productId, selectedColorId }));
    const { status, body, headers } = await validate(asked);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual(stocked);
  });

  test('an empty cart has nothing to check', async () => {
    expect(await validate([])).toMatchObject({ status: 200, body: [] });
  });

  test('payments 19: a shopper’s held units are free only for them', async () => {
    const sku = await shop.newSku(2);
    const [buyer, other] = [await newShopper(backend), await newShopper(backend)];
    await buyer.paymentPage([{ sku, quantity: 2 }]);
    const item = { productId: sku.product_id, selectedColorId: sku.variant_id };
    const stockFor = async (token?: string) => (await validate([item], token)).body;
    expect(await stockFor(buyer.token)).toMatchObject([{ ...item, currentStock: 2 }]);
    for (const token of [other.token, undefined, 'not.a.token']) {
      expect(await stockFor(token)).toMatchObject([{ ...item, currentStock: 0 }]);
    }
  });

  test.each([
    ['no list', 'hats'],
    ['null', null],
    ['a null item', [null]],
    ['no colour', [{ productId: 1 }]],
    ['an id that is text', [{ productId: '1', selectedColorId: 1 }]],
    ['a fraction', [{ productId: 1.5, selectedColorId: 1 }]],
    ['a negative id', [{ productId: -1, selectedColorId: 1 }]],
    ['an id beyond all numbers', [{ productId: 1e300, selectedColorId: 1 }]],
    ['too many', Array.from({ length: 201 }, () => ({ productId: 1, selectedColorId: 1 }))],
  ])('refuses %s', async (_name, items) => {
    const { status, body } = await validate(items);
    expect(status).toBe(400);
    expect(body).toEqual({ items: expect.arrayContaining([expect.any(String)]) });
  });
});

describe('subscribing', () => {
  test('records an address once, ignoring case, without revealing that it exists', async () => {
    for (const email of ['fan@example.com', 'FAN@example.com', '  fan@example.com ']) {
      const { status, body, headers } = await subscribe({ email });
      expect(status).toBe(201);
      expect(body).toEqual({ email: email.trim() });
      expect(headers.get('cache-control')).toBe('no-store');
    }
    const [fans] = await backend.database.sql`
      select count(*)::int as total from subscriptions where lower(email) = 'fan@example.com'`;
    expect(fans).toEqual({ total: 1 });
  });

  test('records where an address was entered last', async () => {
    for (const place of ['footer', 'account page']) {
      await subscribe({ email: 'placed@example.com', place });
    }
    const rows = await backend.database.sql`
      select asked_from from subscriptions where email = 'placed@example.com'`;
    expect(rows).toEqual([{ asked_from: 'account page' }]);
    expect(await subscribe({ email: 'placed@example.com', place: 'moon' })).toMatchObject({
      status: 400,
      body: { place: [expect.any(String)] },
    });
  });

  test.each(['', '   ', 'nobody', 'a@', '@b.c', 'a b@c.d', 'a@-b.c', null, 5, [], {}])(
    'refuses %j with a list of messages',
    async (email) => {
      const { status, body } = await subscribe({ email });
      expect(status).toBe(400);
      expect(body).toEqual({ email: expect.arrayContaining([expect.any(String)]) });
    },
  );

  test('refuses an address longer than mail servers accept', async () => {
    expect(await subscribe({ email: `${'a'.repeat(250)}@example.com` })).toMatchObject({
      status: 400,
    });
  });
});
