import { describe, expect, test } from 'vitest';
import { apiActs } from '../support/acts/api-acts.ts';
import { openBackend } from '../support/open-backend.ts';
import { call, type CallOptions, type Reply } from '../support/call.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { loadCalls } from '#harness/function-server.ts';

const { backend } = await openBackend({ mails: true });
const acts = apiActs(backend);

/** Caching headers of a response, for the caller and the CDN. */
function keeping({ headers }: Reply): Record<string, string | null> {
  const names = ['cache-control', 'netlify-cdn-cache-control', 'netlify-cache-tag', 'netlify-vary'];
  return Object.fromEntries(names.map((name) => [name, headers.get(name)]));
}

/** Cached by the CDN for a minute, and served stale for ten more while it revalidates. */
const keptByTheCdn = {
  'cache-control': 'public, max-age=0, must-revalidate',
  'netlify-cdn-cache-control': 'public, s-maxage=60, stale-while-revalidate=600',
  'netlify-cache-tag': 'catalogue',
  // One cached response for every query string: no call reads this parameter.
  'netlify-vary': 'query=none',
};
/** Never cached: stock, current prices, and everything personal. */
const keptByNobody = {
  'cache-control': 'no-store',
  'netlify-cdn-cache-control': null,
  'netlify-cache-tag': null,
  'netlify-vary': null,
};

const publicReads = [
  'product-details-id',
  'product-details-id-part.html',
  'productlisting-id',
  'sitemap.xml',
  'merchant-feed.xml',
  'feeds-meta.csv',
  'feeds-pinterest.csv',
  'feeds-tiktok.csv',
  'listing-additionalpays',
  'listing-categories',
  'listing-productlisting-categoryid',
  'listing-deliveries',
  'listing-opened',
  'listing-productlisting',
];
const others = (await loadCalls())
  .map(({ name }) => name)
  .filter((name) => !['health', 'what-we-count', ...publicReads].includes(name));

/** The only query parameter that changes a response. */
const parameters: Readonly<Record<string, string>> = {
  'listing-additionalpays': 'country',
  'listing-productlisting-categoryid': 'first',
  'listing-productlisting': 'first',
};

async function answerOf(name: string): Promise<Reply> {
  const act = await acts[name]?.();
  if (!act) throw new Error(`Nobody calls ${name}`);
  const reply = await act();
  expect(reply.status).toBeLessThan(400);
  return reply;
}

test.each(publicReads)('%s is cached by the CDN until it is purged', async (name) => {
  const parameter = parameters[name];
  const vary = parameter === undefined ? {} : { 'netlify-vary': `query=${parameter}` };
  // Shorter just before noon and midnight, when the promised days change.
  const until = expect.stringMatching(/^public, s-maxage=\d+(?:, stale-while-revalidate=\d+)?$/);
  const fresh: Record<string, unknown> = {
    'listing-deliveries': until,
    // Stock is at most a minute old.
    'merchant-feed.xml': 'public, s-maxage=60',
    'feeds-meta.csv': 'public, s-maxage=60',
    'feeds-pinterest.csv': 'public, s-maxage=60',
    'feeds-tiktok.csv': 'public, s-maxage=60',
    // A page that has left the shop must not be shown stale.
    'productlisting-id': 'public, s-maxage=60',
    'product-details-id': 'durable, public, s-maxage=3600',
    'product-details-id-part.html': 'durable, public, s-maxage=3600',
  };
  const kept = name in fresh ? { 'netlify-cdn-cache-control': fresh[name] } : {};
  expect(keeping(await answerOf(name))).toEqual({ ...keptByTheCdn, ...vary, ...kept });
});

test('the sums of visits are cached by the CDN for ten seconds', async () => {
  expect(keeping(await answerOf('what-we-count'))).toEqual({
    ...keptByNobody,
    'netlify-cdn-cache-control': 'public, s-maxage=10',
    'netlify-vary': 'query=none',
  });
});

test.each(others)('%s is not cached', async (name) => {
  expect(keeping(await answerOf(name))).toEqual(keptByNobody);
});

describe('an error response is not cached', () => {
  test.each<[number, string, CallOptions]>([
    [400, '/api/listing/liveProducts/?ids=hats', {}],
    [400, '/api/listing/additionalPays/?country=XX', {}],
    [400, '/api/listing/cartvalidate/', { json: {} }],
    [400, '/api/stripe/webhook/', { json: {} }],
    [401, '/api/account/orders', {}],
    [401, '/api/auth/login/', { json: { username: 'nobody', password: 'wrong' } }],
    [404, '/api/listing/productListing/999999/', {}],
    [404, '/api/listing/productListing/hats/', {}],
    [404, '/.netlify/functions/product-pages/product-details/999999', {}],
    [405, '/api/listing/productListing/', { method: 'POST' }],
    [405, '/api/listing/cartvalidate/', {}],
    [413, '/api/listing/cartvalidate/', { raw: 'x'.repeat(200_000) }],
    [415, '/api/listing/cartvalidate/', { raw: '{}', headers: { 'content-type': 'text/plain' } }],
  ])('%d of %s', async (status, path, options) => {
    const reply = await call(backend.origin + path, options);
    expect(reply.status).toBe(status);
    expect(keeping(reply)).toEqual(keptByNobody);
  });

  test('429 after too many logins', async () => {
    const from = newClientAddress();
    const logIn = () =>
      call(`${backend.origin}/api/auth/login/`, {
        json: { username: 'eager', password: 'wrong' },
        from,
      });
    for (let tries = 0; tries < 10; tries += 1) await logIn();
    const reply = await logIn();
    expect(reply.status).toBe(429);
    expect(keeping(reply)).toEqual(keptByNobody);
  });

  test('500 while the database is away', async () => {
    const { sql } = backend.database;
    await sql`alter function category_listing rename to category_listing_away`;
    try {
      const reply = await call(`${backend.origin}/api/listing/productListing/1/`);
      expect(reply.status).toBe(500);
      expect(keeping(reply)).toEqual(keptByNobody);
    } finally {
      await sql`alter function category_listing_away rename to category_listing`;
    }
  });
});

test('the health is cached by the CDN for ten seconds, whatever happens', async () => {
  expect(keeping(await answerOf('health'))).toEqual({
    ...keptByNobody,
    'netlify-cdn-cache-control': 'public, s-maxage=10',
    'netlify-vary': 'query=none',
  });
});
