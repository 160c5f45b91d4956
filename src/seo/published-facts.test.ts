import { expect, test } from 'vitest';
import { colour, product } from '#tests/support/sample-product.ts';
import { ONLY_COLOUR } from '#domain/names/only-colour.ts';
import { csvFeeds } from '#domain/feeds/csv-feeds.ts';
import { feedItems } from '#domain/feeds/feed-item.ts';
import { googleItem } from '#domain/feeds/google-feed.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { productFacts } from './product-json-ld.ts';

const site = new URL('https://shop.example');
const times = { from: '2026-11-20T00:00:00+00:00', until: '2026-12-01T00:00:00+00:00' };
const terms = { delivery: undefined, returns: { '@type': 'MerchantReturnPolicy', '@id': 'r' } };

/** The structured data and feeds of a product. */
function toldOf(one: Product) {
  const [item] = feedItems(one, { site, tax: 6, delivery: null });
  if (!item) throw new Error('The sample has no colour.');
  return {
    facts: productFacts(one, { site, tax: 6, terms, reviews: null }),
    google: googleItem(item),
    cells: Object.values(csvFeeds).map(({ cells }) => cells(item)),
  };
}

/** Sold at £30 instead of £45. */
function reduced(was: boolean): Product {
  return product({ price: 30, sale: { regular: 45, was, ...times } });
}

test('the placeholder of a product without a colour is not published as one', () => {
  const told = toldOf(product({ color_variants: [colour(11, 3, ONLY_COLOUR)] }));
  expect(JSON.stringify(told)).not.toMatch(/One colour|color/);
  expect(told.google).toContain('<g:title>Boss Beanie</g:title>');
});

test('a sale price is published with its end, and the former price crossed out', () => {
  const { facts, google, cells } = toldOf(reduced(true));
  expect(facts['hasVariant']).toHaveLength(2);
  expect(facts['hasVariant']).toContainEqual(
    expect.objectContaining({
      sku: '1-11',
      offers: expect.objectContaining({
        price: '31.80',
        priceValidUntil: times.until,
        priceSpecification: [
          expect.not.objectContaining({ priceType: expect.anything() }),
          expect.objectContaining({
            price: '47.70',
            priceType: 'https://schema.org/StrikethroughPrice',
          }),
        ],
      }),
    }),
  );
  expect(google).toContain('<g:price>47.70 GBP</g:price><g:sale_price>31.80 GBP</g:sale_price>');
  expect(google).toContain(
    '<g:sale_price_effective_date>2026-11-20T00:00Z/2026-12-01T00:00Z</g:sale_price_effective_date>',
  );
  expect(cells).toHaveLength(3);
  for (const row of cells) expect(row).toEqual(expect.arrayContaining(['47.70 GBP', '31.80 GBP']));
  const dated = cells.filter((row) =>
    row.includes('2026-11-20T00:00+00:00/2026-12-01T00:00+00:00'),
  );
  // Pinterest knows no times.
  expect(dated).toHaveLength(2);
});

test('a price that may not be shown as the former one is not published', () => {
  const { facts, google, cells } = toldOf(reduced(false));
  expect(JSON.stringify([facts, google, cells])).not.toMatch(/45\.00|47\.70|sale_price/);
  expect(google).toContain('<g:price>31.80 GBP</g:price>');
  for (const row of cells)
    expect(row.filter((cell) => / GBP|2026/.test(cell))).toEqual(['31.80 GBP']);
});
