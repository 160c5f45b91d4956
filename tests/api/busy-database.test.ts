import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withAddresses } from '#server/returns/photo-storage.ts';
import { callMs } from '#server/timed-fetch.ts';
import { call, type Reply } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { newShopper } from '../support/shopper.ts';

const { backend, shop } = await openBackend({ lockTimeouts: true });
const { sql } = backend.database;
const realFetch = globalThis.fetch;
const realTimeout = globalThis.setTimeout;

/** Part of the URLs whose requests never get a response. */
let silent: string | undefined;

beforeEach(async () => {
  await backend.stripe.reset();
  silent = undefined;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { url } = new Request(input);
    const answer = await realFetch(input, init);
    if (!silent || !url.includes(silent)) return answer;
    return new Promise<Response>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  });
  // A twentieth of the timeouts suffices.
  const sooner = (act: () => void, ms?: number) =>
    realTimeout(act, silent && ms === callMs ? callMs / 20 : ms);
  vi.stubGlobal('setTimeout', Object.assign(sooner, realTimeout));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const busy = {
  status: 503,
  retryAfter: '2',
  kept: 'no-store',
  body: { detail: 'The shop is very busy. Please try again in a moment.' },
};

function factsOf({ status, headers, body }: Reply) {
  const [retryAfter, kept] = [headers.get('retry-after'), headers.get('cache-control')];
  return { status, retryAfter, kept, body };
}

test('a shopper who waits too long for a contested colour is asked to try again, and then gets it', async () => {
  const sku = await shop.newSku(5);
  const shopper = await newShopper(backend);
  const wanted = [{ sku, quantity: 2 }];
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`select from color_variants where id = ${sku.variant_id} for update`;
  try {
    const began = performance.now();
    expect(factsOf(await shopper.checkOut(wanted))).toEqual(busy);
    expect(performance.now() - began).toBeGreaterThan(1900);
  } finally {
    await holder`rollback`;
    holder.release();
  }
  expect(await shop.freeUnitsOf(sku)).toBe(5);
  expect((await shopper.checkOut(wanted)).status).toBe(200);
  expect(await shop.freeUnitsOf(sku)).toBe(3);
});

test('a call to a hanging database times out, and a retry duplicates nothing', async () => {
  const sku = await shop.newSku(5);
  const shopper = await newShopper(backend);
  const wanted = [{ sku, quantity: 2 }];
  silent = '/rpc/open_checkout';
  expect(factsOf(await shopper.checkOut(wanted))).toEqual(busy);
  silent = undefined;
  expect((await shopper.checkOut(wanted)).status).toBe(200);
  expect(await shop.freeUnitsOf(sku)).toBe(3);
  const checkouts = await sql`select from checkouts where user_id = ${shopper.id}`;
  expect(checkouts).toHaveLength(1);
  expect(await backend.stripe.sessions()).toHaveLength(1);
});

test.each<[string, string, () => Promise<Reply>]>([
  ['the database', '/rest/v1/', () => call(`${backend.origin}/api/listing/categories/`)],
  [
    'Auth',
    '/auth/v1/',
    () =>
      call(`${backend.origin}/api/auth/login/`, {
        json: { username: 'ada', password: 'correct horse' },
      }),
  ],
  [
    'the site',
    '/arrivals/sitemap.xml',
    () => call(`${backend.origin}/.netlify/functions/pages/sitemap.xml`),
  ],
])('a call times out when %s never responds', async (_service, address, ask) => {
  silent = address;
  expect(factsOf(await ask())).toEqual(busy);
});

test('does not wait for photos when Storage never responds', async () => {
  silent = '/storage/v1/';
  const shown = withAddresses('return-photos', [{ id: 'a' }], () => 1);
  await expect(shown).rejects.toMatchObject({ status: 503 });
});
