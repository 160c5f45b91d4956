import { describe, expect, test } from 'vitest';
import { cachingOf, missing, notCached } from '../support/caching.ts';
import { openBackend } from '../support/open-backend.ts';
import { call, type CallOptions } from '../support/call.ts';
import { newClientAddress } from '#harness/client-address.ts';

const { backend } = await openBackend();

describe('an error response is not cached', () => {
  test.each<[number, string, CallOptions]>([
    [400, '/api/listing/liveProducts/?ids=hats', {}],
    [400, '/api/listing/additionalPays/?country=XX', {}],
    [400, '/api/listing/cartvalidate/', { json: {} }],
    [400, '/api/stripe/webhook/', { json: {} }],
    [401, '/api/account/orders', {}],
    [401, '/api/auth/login/', { json: { username: 'nobody', password: 'wrong' } }],
    [405, '/api/listing/productListing/', { method: 'POST' }],
    [405, '/api/listing/cartvalidate/', {}],
    [413, '/api/listing/cartvalidate/', { raw: 'x'.repeat(200_000) }],
    [415, '/api/listing/cartvalidate/', { raw: '{}', headers: { 'content-type': 'text/plain' } }],
  ])('%d of %s', async (status, path, options) => {
    const reply = await call(backend.origin + path, options);
    expect(reply.status).toBe(status);
    expect(cachingOf(reply)).toEqual(notCached);
  });

  test.each([
    '/api/listing/productListing/999999/',
    '/api/listing/productListing/hats/?first=12',
    '/.netlify/functions/product-pages/product-details/999999',
    '/.netlify/functions/product-pages/product-details/hats',
    '/.netlify/functions/product-pages/product-details/999999/part.html',
    '/.netlify/functions/product-pages/product-details/999999.md',
    '/.netlify/functions/product-pages/hats',
    '/.netlify/functions/pages/productlisting/999999',
    '/.netlify/functions/filled-pages/pages/productlisting/999999?page=2',
    '/.netlify/functions/filled-pages/order-terms/999999',
    '/.netlify/functions/feeds/feeds/hats.csv',
  ])(
    'except a 404 of %s: for a minute, whatever the query, until the catalogue changes',
    async (path) => {
      const reply = await call(backend.origin + path);
      expect(reply.status).toBe(404);
      expect(cachingOf(reply)).toEqual(missing);
    },
  );

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
    expect(cachingOf(reply)).toEqual(notCached);
  });

  test('500 while the database is away', async () => {
    const { sql } = backend.database;
    await sql`alter function category_listing rename to category_listing_away`;
    try {
      const reply = await call(`${backend.origin}/api/listing/productListing/1/`);
      expect(reply.status).toBe(500);
      expect(cachingOf(reply)).toEqual(notCached);
    } finally {
      await sql`alter function category_listing_away rename to category_listing`;
    }
  });
});
