import { expect } from 'vitest';
import type { Reply } from './call.ts';

/** Caching headers of a response, for the caller and the CDN. */
export function cachingOf({ headers }: Reply): Record<string, string | null> {
  const names = ['cache-control', 'netlify-cdn-cache-control', 'netlify-cache-tag', 'netlify-vary'];
  return Object.fromEntries(names.map((name) => [name, headers.get(name)]));
}

/** Never cached: stock, current prices, and everything personal. */
export const notCached = {
  'cache-control': 'no-store',
  'netlify-cdn-cache-control': null,
  'netlify-cache-tag': null,
  'netlify-vary': null,
};

/** Cached by the CDN for a minute, and served stale for ten more while it revalidates. */
const cachedByTheCdn = {
  'cache-control': 'public, max-age=0, must-revalidate',
  'netlify-cdn-cache-control': 'public, s-maxage=60, stale-while-revalidate=600',
  'netlify-cache-tag': 'catalogue',
  // One cached response for every query string: no call reads this parameter.
  'netlify-vary': 'query=none',
};

/** Cached until the catalogue changes, for the given time at most, by query parameter if it changes the response. */
function untilPurged(time?: unknown, parameter?: string) {
  return {
    ...cachedByTheCdn,
    ...(time !== undefined && { 'netlify-cdn-cache-control': time }),
    ...(parameter !== undefined && { 'netlify-vary': `query=${parameter}` }),
  };
}

/** Sums that anybody may read, the same for all. */
const forTenSeconds = {
  ...notCached,
  'netlify-cdn-cache-control': 'public, s-maxage=10',
  'netlify-vary': 'query=none',
};

const aMinute = 'public, s-maxage=60';

/** Caching headers of a 404 that anybody may cause. */
export const missing = untilPurged(aMinute);

/** Caching headers of the calls that are cached. */
export const cachedCalls: Readonly<Record<string, object>> = {
  'product-details-id': untilPurged('durable, public, s-maxage=3600'),
  'product-details-id-part.html': untilPurged('durable, public, s-maxage=3600'),
  // A page that has left the shop must not be shown stale.
  'productlisting-id': untilPurged(aMinute),
  'order-terms-version': untilPurged('durable, public, s-maxage=3600'),
  draw: untilPurged(aMinute, 'product'),
  'draw-record': untilPurged(aMinute, 'draw'),
  'sitemap.xml': untilPurged(),
  // Stock is at most a minute old.
  'merchant-feed.xml': untilPurged(aMinute),
  'feeds-google-reviews.xml': untilPurged(aMinute),
  'review-photo-photo-size': untilPurged(aMinute),
  'feeds-meta.csv': untilPurged(aMinute),
  'feeds-pinterest.csv': untilPurged(aMinute),
  'feeds-tiktok.csv': untilPurged(aMinute),
  'listing-additionalpays': untilPurged(undefined, 'country'),
  'listing-categories': untilPurged(),
  'listing-productlisting-categoryid': untilPurged(undefined, 'first'),
  // Shorter just before noon and midnight, when the promised days change.
  'listing-deliveries': untilPurged(
    expect.stringMatching(/^public, s-maxage=\d+(?:, stale-while-revalidate=\d+)?$/),
  ),
  'listing-opened': untilPurged(),
  'listing-productlisting': untilPurged(undefined, 'first'),
  'what-we-count': forTenSeconds,
  health: forTenSeconds,
};
