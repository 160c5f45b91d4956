import { beforeEach, describe, expect, test } from 'vitest';
import { WhatWeCount } from '#domain/contracts/what-we-count.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { call } from '../support/call.ts';
import { dice } from '../support/dice.ts';
import { runsWhole } from '../support/long-suites.ts';
import { openBackend } from '../support/open-backend.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { basketOf, newGuest } from '../support/shopper.ts';

// Counts of visits: docs/studio.md#visits.

const { backend, shop } = await openBackend();
const { sql } = backend.database;
const hat = await shop.newSku(1000);
const cap = await shop.newSku(1000);

const browser =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** A stock check of a page that has noted these acts. */
async function visit(
  counts: string,
  headers: Record<string, string> = {},
  from?: string,
): Promise<void> {
  const { status } = await call(`${backend.origin}/api/listing/cartvalidate/`, {
    json: { items: [] },
    headers: { 'user-agent': browser, counts, ...headers },
    ...(from !== undefined && { from }),
  });
  expect(status).toBe(200);
}

/** The sums of all days, as `kind key` to sum. */
async function sums(): Promise<Record<string, number>> {
  await afterwardsDone();
  const rows = await sql<{ name: string; sum: number }[]>`
    select kind || ' ' || key as name, sum::int from counts`;
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

beforeEach(async () => {
  await afterwardsDone();
  await sql`delete from counts where true`;
});

const seen = `seen ${hat.product_id}`;
const added = `added ${hat.product_id}`;

test('counts that a page sends are added to the sums of the day', async () => {
  const landing = 'from=www.Instagram.com&utm_source=news&utm_campaign=Autumn+Hats';
  await visit(`&seen=${hat.product_id}&arrived=1&${landing}`);
  await visit(`&searched=Velvet%20Hat&seen=${hat.product_id}&${landing}`);
  const shouted = landing.replace('utm_source', 'UTM_Source').replace('utm_c', 'Utm_C');
  await visit(`&added=${hat.product_id}&added=${hat.product_id}&in_vain=gloves&${shouted}`);
  await visit(`&seen=${cap.product_id}&arrived=1&from=`);
  await visit(`&seen=${cap.product_id}`);
  expect(await sums()).toEqual({
    [seen]: 2,
    [added]: 2,
    [`seen ${cap.product_id}`]: 2,
    'searched velvet hat': 1,
    'searched_in_vain gloves': 1,
    'referrer instagram.com': 1,
    'referrer direct': 1,
    'referrer_added instagram.com': 2,
    'campaign news/autumn hats': 1,
    'campaign_added news/autumn hats': 2,
  });
});

test.each<[who: string, headers: Record<string, string>]>([
  ['a bot', { 'user-agent': googlebot }],
  ['a program', { 'user-agent': 'curl/8.5.0' }],
  ['whoever hides the browser', { 'user-agent': '' }],
  ['Do Not Track', { dnt: '1' }],
  ['Global Privacy Control', { 'sec-gpc': '1' }],
  ['an objection', { cookie: 'a=b; countsOff=1' }],
])('%s is not counted', async (_, headers) => {
  await visit(`&seen=${hat.product_id}&arrived=1&from=`, headers);
  expect(await sums()).toEqual({});
  await visit(`&seen=${hat.product_id}`);
  expect(await sums()).toEqual({ [seen]: 1 });
});

test('a payment page is counted when it is opened, for browsers that do not object', async () => {
  const guest = await newGuest(backend);
  await guest.saveBilling();
  const open = (headers: Record<string, string>) =>
    call(`${backend.origin}/api/stripe/create-stripe-session/`, {
      token: guest.token,
      json: basketOf(guest.id, [{ sku: hat, quantity: 1 }]),
      headers: { 'user-agent': browser, ...headers },
    });
  expect((await open({ dnt: '1' })).status).toBe(200);
  expect(await sums()).toEqual({});
  expect((await open({})).status).toBe(200);
  expect(await sums()).toEqual({ 'checkout ': 1 });
});

test('nothing that might name a person is kept, and the shop is not defaced by it', async () => {
  await visit('&searched=ada%40example.com&in_vain=07700%20900%20123&arrived=1&from=evil%20<b>');
  await visit('&arrived=1&from=shop.example&utm_source=1234&utm_campaign=5678');
  await visit('&arrived=1&from=checkout.stripe.com');
  await visit(`&arrived=1&from=${new URL(backend.origin).host}`);
  expect(await sums()).toEqual({
    'searched ': 1,
    'searched_in_vain ': 1,
    'referrer ': 1,
    'referrer shop.example': 1,
    'campaign ': 1,
  });
});

test('the words of a search are kept once three networks have sent them, and no word of one visitor alone', async () => {
  const [first, second, third] = Array.from({ length: 3 }, () => newClientAddress());
  for (let time = 0; time < 4; time += 1)
    await visit('&in_vain=mary%20smith%2012%20high%20street', {}, first);
  await visit('&in_vain=wool%20gloves', {}, first);
  await visit('&in_vain=wool%20gloves', {}, second);
  expect(await sums()).toEqual({ 'searched_in_vain ': 6 });
  await visit('&in_vain=Wool%20Gloves', {}, third);
  await visit('&in_vain=wool%20gloves', {}, first);
  expect(await sums()).toEqual({ 'searched_in_vain ': 6, 'searched_in_vain wool gloves': 2 });
});

test('one visitor cannot use up the texts of a day', async () => {
  const from = newClientAddress();
  for (let junk = 0; junk < 25; junk += 1)
    await visit(`&arrived=1&from=junk-${junk}.example`, {}, from);
  for (let turn = 0; turn < 9; turn += 1)
    await visit(
      Array.from({ length: 29 }, (_, word) => `&searched=junk ${turn} ${word}`).join(''),
      {},
      from,
    );
  await visit('&arrived=1&from=instagram.com', {}, newClientAddress());
  await visit('&arrived=1&from=instagram.com', {}, from);
  const counted = await sums();
  expect(counted).toMatchObject({ 'referrer ': 5, 'referrer instagram.com': 2, 'searched ': 261 });
  expect(Object.keys(counted)).toHaveLength(23);
});

test.each([
  ['an unknown product', 'seen=999999999&added=999999999'],
  ['no product', 'seen=x&seen=-1&seen=1e3&added=&seen=99999999999999999999'],
  ['more acts than a visit has', `seen=${hat.product_id}&`.repeat(31)],
  ['a long header', `searched=${'x'.repeat(5000)}`],
  ['other kinds', 'checkout=1&bought=1&kind=seen&key=1'],
])('%s changes no sum', async (_, counts) => {
  await visit(counts);
  expect(await sums()).toEqual({});
});

test('everybody reads today’s sums and the SQL behind them, but not what others wrote', async () => {
  await visit(
    `&seen=${hat.product_id}&searched=buy%20at%20evil.example&arrived=1&from=evil.example`,
  );
  await visit('&searched=two');
  await sums();
  const { status, headers, body } = await call(`${backend.origin}/api/what-we-count`);
  expect(status).toBe(200);
  expect(headers.get('netlify-cdn-cache-control')).toBe('public, s-maxage=10');
  const { rows, reading, writing } = WhatWeCount.parse(body);
  const [{ name }] = await sql<[{ name: string }]>`
    select name from products where id = ${hat.product_id}`;
  expect(rows).toEqual([
    { kind: 'seen', which: name, sum: 1 },
    { kind: 'searched', which: '2 different texts', sum: 2 },
    { kind: 'referrer', which: '1 text', sum: 1 },
  ]);
  expect(JSON.stringify(body)).not.toContain('evil');
  const again = await sql.unsafe<{ sum: string }[]>(reading);
  expect(again.map((row) => Number(row.sum))).toEqual(rows.map((row) => row.sum));
  expect(writing).toContain('insert into public.counts');
});

function choose(json: unknown, headers: Record<string, string> = {}) {
  return call(`${backend.origin}/api/what-we-count`, { json, headers });
}

describe('the switch', () => {
  test('keeps the objection in a cookie, and removes it', async () => {
    const off = await choose({ counted: false });
    expect(off.body).toEqual({ counted: false });
    expect(off.headers.get('set-cookie')).toMatch(
      /^countsOff=1; Path=\/; Max-Age=34560000; SameSite=Lax/,
    );
    const on = await choose({ counted: true });
    expect(on.headers.get('set-cookie')).toMatch(/^countsOff=1; Path=\/; Max-Age=0;/);
  });

  test('is not for other sites, nor for anything but yes and no', async () => {
    const foreign = await choose({ counted: true }, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    const vague = await choose({ counted: 'perhaps' });
    expect(vague).toMatchObject({ status: 400, body: { counted: ['Say true or false.'] } });
    expect(vague.headers.get('set-cookie')).toBeNull();
  });
});

function isWord([name]: [string, number]): boolean {
  return name.startsWith('searched ');
}

function sumOf(all: readonly [string, number][]): number {
  return all.reduce((sum, [, times]) => sum + times, 0);
}

/** Visits that come in turns and all at once must give the same sums. */
const crowd = runsWhole ? 5000 : 200;

/** Random visits, of which every fifth objects or is a bot. */
function randomVisits(seed: number) {
  const roll = dice(seed);
  const products = [hat.product_id, cap.product_id];
  const unseen: Record<string, string>[] = [{ dnt: '1' }, { 'user-agent': googlebot }];
  return Array.from({ length: crowd }, () => ({
    headers: roll(5) === 0 ? (unseen[roll(2)] ?? {}) : {},
    acts: Array.from({ length: 1 + roll(4) }, (): [act: string, what: string] => {
      const product = String(products[roll(2)]);
      // More words than a day keeps.
      return roll(3) === 0
        ? ['searched', `word ${roll(3000)}`]
        : [roll(2) ? 'seen' : 'added', product];
    }),
  }));
}

test(`${crowd} visits at once give exactly the sums of their replay`, async () => {
  const visits = randomVisits(7);
  const waiting = [...visits];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: runsWhole ? 40 : 12 }, async () => {
      for (let one = waiting.pop(); one; one = waiting.pop())
        await visit(new URLSearchParams(one.acts).toString(), one.headers);
    }),
  );
  const counted = await sums();
  console.log(`${crowd} visits in ${Math.round(performance.now() - began)} ms`);
  const expected: Record<string, number> = {};
  for (const { headers, acts } of visits) {
    if (Object.keys(headers).length > 0) continue;
    for (const [act, what] of acts)
      expected[`${act} ${what}`] = (expected[`${act} ${what}`] ?? 0) + 1;
  }
  const products = (all: Record<string, number>) =>
    Object.fromEntries(Object.entries(all).filter((entry) => !isWord(entry)));
  expect(products(counted)).toEqual(products(expected));
  const words = Object.entries(counted).filter(isWord);
  expect(sumOf(words)).toBe(sumOf(Object.entries(expected).filter(isWord)));
  expect(words.length).toBeLessThanOrEqual(501);
});
