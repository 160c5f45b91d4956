import { expect, test } from 'vitest';
import { product } from '#tests/support/sample-product.ts';
import { merchantItem } from '#domain/feeds/merchant-item.ts';
import { productFacts } from './product-json-ld.ts';

const site = new URL('https://shop.example');
const times = { from: '2026-11-20T00:00:00+00:00', until: '2026-12-01T00:00:00+00:00' };
const terms = { delivery: undefined, returns: { '@type': 'MerchantReturnPolicy', '@id': 'r' } };

/** The structured data and merchant feed of a product at £30 instead of £45. */
function toldOf(was: boolean) {
  const reduced = product({ price: 30, sale: { regular: 45, was, ...times } });
  const [variant] = reduced.color_variants;
  if (!variant) throw new Error('The sample has no colour.');
  return {
    facts: productFacts(reduced, { site, tax: 6, terms }),
    item: merchantItem(reduced, variant, { site, tax: 6, delivery: undefined }),
  };
}

test('a sale price is published with its end, and the former price crossed out', () => {
  const { facts, item } = toldOf(true);
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
  expect(item).toContain('<g:price>47.70 GBP</g:price><g:sale_price>31.80 GBP</g:sale_price>');
  expect(item).toContain(
    `<g:sale_price_effective_date>${times.from}/${times.until}</g:sale_price_effective_date>`,
  );
});

test('a price that may not be shown as the former one is not published', () => {
  const { facts, item } = toldOf(false);
  expect(JSON.stringify([facts, item])).not.toMatch(/45\.00|47\.70|sale_price/);
  expect(item).toContain('<g:price>31.80 GBP</g:price>');
});
