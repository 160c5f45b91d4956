import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, type Reply } from '../support/call.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { loadCalls } from '#harness/function-server.ts';
import { feedFunction } from '../support/feed-records.ts';
import { openBackend } from '../support/open-backend.ts';
import { shopDatabase, type Sku } from '../support/shop-database.ts';
import { newShopper, type Shopper } from '../support/shopper.ts';

const { backend } = await openBackend();
const { origin, database } = backend;
const { sql } = database;
const shop = shopDatabase(database);

/** A word in every text of the drop. */
const secret = 'Zyzzyva';
/** The drop's unique price in pounds, and with tax. */
const price = 4321.09;
const charged = 4580.36;

let drop: Sku;
let category: number;
let shopper: Shopper;

async function opensIn(interval: string): Promise<void> {
  await sql`
    update products set visible_from = now() + ${interval}::interval where id = ${drop.product_id}`;
}

beforeEach(async () => {
  shopper = await newShopper(backend);
  drop = await shop.newSku(7, price * 100);
  [{ id: category }] = await sql<[{ id: number }]>`
    insert into categories (slug, name) values (${`z-${drop.product_id}`}, ${`${secret} Capsule`})
    returning id::int`;
  await sql`
    update products set name = ${`${secret} Parka`}, description = ${secret}, category_id = ${category}
    where id = ${drop.product_id}`;
  await sql`update color_variants set color_name = ${secret} where id = ${drop.variant_id}`;
  await sql`
    insert into variant_images (variant_id, path) values (${drop.variant_id}, ${`/${secret}.jpg`})`;
});
afterEach(async () => {
  await sql`update products set archived_at = now() where id = ${drop.product_id}`;
  await sql`update categories set name = 'Gone' where id = ${category}`;
});

const line = () => ({ productId: drop.product_id, selectedColorId: drop.variant_id });
const post = (path: string, json: unknown) =>
  call(origin + path, { json, from: newClientAddress() });

interface Surface {
  ask: () => Promise<Reply>;
  /** Expected responses before the opening, and from then on. */
  before: object;
  after: object;
}

const naming = expect.stringContaining(secret);
const listed = { name: naming };

/** A feed names its price with tax. */
function feed(address: string): Surface {
  // Google's delivery comes last.
  const named = new RegExp(`${secret} Parka – ${secret}.*${charged} GBP.*Standard delivery`, 's');
  return {
    ask: () => call(origin + feedFunction(address)),
    before: { status: 200 },
    after: { status: 200, body: expect.stringMatching(named) },
  };
}

/** Every call that returns data of products on sale. */
const surfaces = {
  'product-details-id': {
    ask: () =>
      call(`${origin}/.netlify/functions/product-pages/product-details/${drop.product_id}`),
    before: { status: 404 },
    after: { status: 200, body: naming },
  },
  'sitemap.xml': {
    ask: () => call(`${origin}/.netlify/functions/pages/sitemap.xml`),
    before: { body: '<urlset>\n</urlset>' },
    after: {
      body: expect.stringMatching(/<url><loc>.*Zyzzyva.jpg<\/image:loc>.*<\/url>\n<\/urlset>$/s),
    },
  },
  'merchant-feed.xml': feed('/merchant-feed.xml'),
  'feeds-meta.csv': feed('/feeds/meta.csv'),
  'feeds-pinterest.csv': feed('/feeds/pinterest.csv'),
  'feeds-tiktok.csv': feed('/feeds/tiktok.csv'),
  'listing-cartvalidate': {
    ask: () => post('/api/listing/cartvalidate/', { items: [line()] }),
    before: { body: [{ currentStock: 0 }] },
    after: { body: [{ currentStock: 7 }] },
  },
  'listing-destination': {
    ask: () =>
      post('/api/listing/destination/', {
        country: 'FR',
        items: [{ selectedColorId: drop.variant_id, quantity: 1 }],
      }),
    before: { body: { duties: expect.stringMatching(/each kind of goods\.$/) } },
    after: { body: { duties: expect.stringContaining('For this order') } },
  },
  'listing-categories': {
    ask: () => call(`${origin}/api/listing/categories/`),
    before: { status: 200 },
    after: { body: expect.arrayContaining([{ id: expect.any(Number), name: naming }]) },
  },
  'listing-productlisting-categoryid': {
    ask: () => call(`${origin}/api/listing/productListing/${category}/`),
    before: { status: 404 },
    after: { body: [listed] },
  },
  'listing-liveproducts': {
    ask: () => call(`${origin}/api/listing/liveProducts/?ids=${drop.product_id}`),
    before: { body: [] },
    after: { body: [listed] },
  },
  'listing-opened': {
    ask: () => call(`${origin}/api/listing/opened/`),
    before: { body: { products: [] } },
    after: { body: { products: [listed], until: null } },
  },
  'pages-all-products': {
    ask: () => call(`${origin}/.netlify/functions/filled-pages/pages/all-products`),
    before: { status: 200 },
    after: { body: naming },
  },
  'listing-productlisting': {
    ask: () => call(`${origin}/api/listing/productListing/?first=1`),
    before: { status: 200 },
    after: { body: [listed] },
  },
  'listing-stock-alert': {
    ask: () =>
      post('/api/listing/stock-alert/', {
        product: drop.product_id,
        colour: drop.variant_id,
        email: 'ada@example.com',
      }),
    before: { status: 404, body: { reason: 'colour_missing' } },
    after: { status: 409, body: { reason: 'in_stock' } },
  },
  // A wrong amount: neither the stock nor the price is told of what is not open.
  'stripe-create-stripe-session': {
    ask: () => shopper.checkOut([{ sku: drop, quantity: 1 }], { amount: 1 }),
    before: { status: 409, body: { items: [{ currentStock: 0 }] } },
    after: { status: 409, body: { amount: charged } },
  },
} satisfies Record<string, Surface>;

/** Reasons why the other calls reveal nothing before the opening. `account-reorder` has its own test. */
const silent: [RegExp, string][] = [
  [/^staff-|^mailing-preview$/, 'answers staff, who prepare drops'],
  [/^auth-/, 'knows no products'],
  [
    /^account-(?!reorder)|^order-(?:link$|terms-)|^withdraw$|^return-(?:photos|label)|^review/,
    'knows what was bought',
  ],
  [/^(?:listing-(?:ordercreatation|reducequantity)|stripe-)/, 'knows what a checkout holds'],
  [
    /^listing-(?:additionalpays|deliveries|(?:un)?subscribe|confirm-|end-)|^(?:mail-webhook|shippo-webhook|complaint|health|browser-error)$/,
    'knows no products',
  ],
  [/^feeds-google-reviews\.xml$/, 'knows what was bought'],
  [/^listing-discount$/, 'knows ids of products, and what the cart’s cost'],
  [/^gift-card$/, 'knows no products'],
  [/^draw(?:-|$)/, 'of products that are open: tests/api/draws.test.ts'],
  [/^what-we-count$/, 'names products that are listed'],
  [/^account-reorder$/, 'below'],
  [/^(?:pages-)?productlisting-id$/, 'as the page of all products, and the page of a product'],
  [/^product-details-id-part/, 'the page of a product'],
];

test('every call is looked at here', async () => {
  const names = (await loadCalls()).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(40);
  const forgotten = names.filter(
    (name) => !(name in surfaces) && !silent.some(([pattern]) => pattern.test(name)),
  );
  expect(forgotten).toEqual([]);
});

describe('a product that opens later', () => {
  test.each<[string, Surface]>(Object.entries(surfaces))(
    '%s knows nothing of it before its minute',
    async (_name, { ask, before, after }) => {
      await opensIn('1 hour');
      const early = await ask();
      expect(early).toMatchObject(before);
      expect(JSON.stringify(early.body)).not.toMatch(new RegExp(`${secret}|${price}|${charged}`));
      await opensIn('0 s');
      expect(await ask()).toMatchObject(after);
    },
  );

  test('is not offered for reorder to earlier buyers while hidden', async () => {
    const { checkout_id } = await shop.open(shopper.id, [{ sku: drop, quantity: 1 }]);
    const { order_id } = await shop.complete(checkout_id);
    await opensIn('1 hour');
    const again = await call(`${origin}/api/account/reorder?order=${order_id}`, {
      token: shopper.token,
    });
    expect(again.status).toBe(200);
    expect(JSON.stringify(again.body)).not.toContain(`"name":"${secret}`);
  });

  test('no catalogue response is cached beyond the opening', async () => {
    await opensIn('90 s');
    for (const name of [
      'listing-opened',
      'listing-productlisting',
      'listing-categories',
    ] as const) {
      const { headers } = await surfaces[name].ask();
      const kept = headers.get('netlify-cdn-cache-control') ?? '';
      const seconds = [...kept.matchAll(/=(\d+)/g)].reduce(
        (sum, [, many]) => sum + Number(many),
        0,
      );
      expect({ name, fresh: kept.startsWith('public, s-maxage=60,'), seconds }).toEqual({
        name,
        fresh: true,
        seconds: expect.toSatisfy((many: number) => many > 85 && many <= 90),
      });
    }
    await opensIn('3 s');
    for (const name of ['listing-productlisting', 'feeds-meta.csv'] as const) {
      const { headers } = await surfaces[name].ask();
      expect(headers.get('netlify-cdn-cache-control')).toMatch(/^public, s-maxage=[23]$/);
    }
  });
});
