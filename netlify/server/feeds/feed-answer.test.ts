import { expect, test } from 'vitest';
import { feedItems } from '#domain/feeds/feed-item.ts';
import { product } from '#tests/support/sample-product.ts';
import { feedAnswer } from './feed-answer.ts';
import type { FeedFile } from './feed-files.ts';

/** Ninety kilobytes for each item. */
const file: FeedFile = {
  type: 'text/plain',
  start: () => '',
  write: (items) => 'x'.repeat(90_000 * items.length),
  end: '',
};
const site = new URL('https://shop.example');

/** The response with a feed of so many megabytes. */
function answerOf(megabytes: number, encoding: string): Response {
  const [item] = feedItems(product(), { site, tax: 6, delivery: null });
  if (!item) throw new Error('The product has no colour.');
  const headers = { 'accept-encoding': encoding };
  return feedAnswer(new Request(`${site.href}meta.csv`, { headers }), file, site, {
    until: null,
    *items() {
      for (let written = 0; written < megabytes; written += 0.09) yield item;
    },
  });
}

test('a feed of up to 18 MB is sent in full without gzip', async () => {
  const sent = await answerOf(17.9, 'identity').text();
  expect(sent.length).toBeGreaterThan(17_900_000);
});

test('a larger feed is refused without gzip, and sent with it', () => {
  // Half a feed would take the rest of the products off the platform.
  expect(() => answerOf(18.1, 'identity')).toThrow(expect.objectContaining({ status: 406 }));
  expect(answerOf(18.1, 'gzip').headers.get('content-encoding')).toBe('gzip');
});
