import { afterEach, expect, test, vi } from 'vitest';
import { listedFacts, pageFacts } from '#domain/catalogue/product-facts.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { sampleFacts } from '#tests/support/sample-facts.ts';
import { product } from '#tests/support/sample-product.ts';

function initialBuild() {
  return {
    code: 'digest of the code',
    categories: [{ id: 1, name: 'Hats' }],
    related: [product({ id: 2 })],
    rate: { amount_pence: 0 },
    tax: 6,
    reviews: { count: 1 },
    attributes: { care: 'Wipe clean.' },
    announced: { text: '' },
    search: { search_title: '', search_description: '', share_picture: '/shared.jpg' },
    links: { menu: [], footer: [{ href: '/about', text: 'About' }] },
  };
}

/** The data read by a build. */
let build = initialBuild();

vi.mock('#integrations/code-digest.ts', () => ({ codeDigest: () => build.code }));
vi.mock('#content/built-catalogue.ts', () => ({
  menuCategories: async () => build.categories,
  relatedProducts: async () => build.related,
  reviewsOfProduct: async () => build.reviews,
  searchWordsOfProduct: async () => build.search,
  withAttributes: async (shown: Product) => ({ ...shown, attributes: build.attributes }),
}));
vi.mock('#content/built-charges.ts', () => ({
  domesticRate: async () => build.rate,
  taxPercent: async () => build.tax,
}));

vi.mock('#content/built-content.ts', () => ({ announcement: async () => build.announced }));
vi.mock('#content/built-own-pages.ts', () => ({ pageLinks: async () => build.links }));

/** The key in a new build. */
async function keyOf(shown = product()): Promise<string> {
  vi.resetModules();
  const { productPageKey } = await import('./product-page.ts');
  return productPageKey(shown);
}

afterEach(() => {
  build = initialBuild();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test('a product’s page has the same cache key in every build', async () => {
  expect(await keyOf()).toBe(await keyOf());
});

test.each([
  ['the code', { code: 'another' }],
  ['a category', { categories: [...initialBuild().categories, { id: 2, name: 'Gloves' }] }],
  ['a related product’s price', { related: [product({ id: 2, price: 46 })] }],
  ['the delivery rate', { rate: { amount_pence: 777 } }],
  ['the tax', { tax: 0 }],
  ['a review', { reviews: { count: 2 } }],
  ['the announcement', { announced: { text: 'Sale' } }],
  [
    'its picture of shared links',
    { search: { ...initialBuild().search, share_picture: '/a.jpg' } },
  ],
  [
    'a page in the footer',
    { links: { menu: [], footer: [{ href: '/size-guide', text: 'Sizes' }] } },
  ],
])('%s is part of the key', async (_what, change) => {
  const before = await keyOf();
  build = { ...build, ...change };
  expect(await keyOf()).not.toBe(before);
});

test.each([
  ['price', { price: 123.45 }],
  ['stock', { color_variants: [] }],
])('the product’s %s is part of the key', async (_what, change) => {
  expect(await keyOf(product(change))).not.toBe(await keyOf());
});

test.each(listedFacts)('the product’s %s is part of the key', async (fact) => {
  expect(await keyOf(product({ [fact]: 'Spun moonlight' }))).not.toBe(await keyOf());
});

test.each(pageFacts)('the page-only fact %s is part of the key', async (fact) => {
  const before = await keyOf();
  build = { ...build, attributes: { ...build.attributes, [fact]: sampleFacts[fact] } };
  expect(await keyOf()).not.toBe(before);
});

test.each(['SITE', 'SUPABASE_URL'])('the host in %s is part of the key', async (name) => {
  vi.stubEnv(name, 'https://one.example');
  const before = await keyOf();
  vi.stubEnv(name, 'https://other.example');
  expect(await keyOf()).not.toBe(before);
});

test('the footer’s year is part of the key', async () => {
  vi.useFakeTimers({ now: new Date('2026-06-01'), toFake: ['Date'] });
  const before = await keyOf();
  vi.setSystemTime(new Date('2027-06-01'));
  expect(await keyOf()).not.toBe(before);
});
