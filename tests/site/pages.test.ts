import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hostileText } from '../support/awkward-products.ts';
import { siteUrl } from '../support/awkward-site.ts';
import { builtFile, builtPages, catalogueColours } from '../support/site-pages.ts';

const pages = builtPages();
const publicPages = pages.filter(({ isPrivate }) => !isPrivate);
const privatePages = pages.filter(({ isPrivate }) => isPrivate);

test('every product of the catalogue has a page', async () => {
  const products = new Set((await catalogueColours()).map(({ product }) => product));
  expect(products.size).toBeGreaterThanOrEqual(24);
  const paths = publicPages.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([...products].map((id) => `/product-details/${id}`)),
  );
  expect(pages.filter(({ title }) => title.startsWith('Not in the shop'))).toEqual([]);
});

describe.each(pages)('$path', ({ title, meta }) => {
  test('has one title and one description, short enough for search results', () => {
    expect(title).not.toBe('');
    expect(meta('description')).toHaveLength(1);
    const [description = ''] = meta('description');
    expect(description.length).toBeGreaterThan(5);
    expect(description.length).toBeLessThanOrEqual(160);
  });

  test('has a 1200 × 630 picture for shared links', async () => {
    const [picture = ''] = meta('og:image');
    const file = builtFile(picture);
    expect(file).toBeDefined();
    const { width, height, format } = await sharp(file).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' });
    expect([...meta('og:image:width'), ...meta('og:image:height')]).toEqual(['1200', '630']);
    expect(meta('og:image:alt')[0]).not.toBe('');
    expect(meta('twitter:card')).toEqual(['summary_large_image']);
  });

  test('has the same title and description for shared links as for search engines', () => {
    expect(meta('og:title')).toEqual([title]);
    expect(meta('og:description')).toEqual(meta('description'));
    expect(['website', 'product']).toContain(meta('og:type')[0]);
  });
});

test.each(publicPages)('$path has the canonical URL it is served at', ({ path, meta, links }) => {
  const address = siteUrl + path;
  expect(links('canonical')).toEqual([address]);
  expect(meta('og:url')).toEqual([address]);
  expect(builtFile(address)).toBeDefined();
});

test.each(privatePages)('$path is private and has no canonical URL', ({ meta, links }) => {
  expect([...links('canonical'), ...meta('og:url')]).toEqual([]);
});

test('no two public pages share a title or a product’s picture', () => {
  const titles = publicPages.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  const pictures = publicPages
    .filter(({ path }) => path.startsWith('/product-details/'))
    .flatMap(({ meta }) => meta('og:image'));
  expect(new Set(pictures).size).toBe(pictures.length);
});

test('private pages, and pages for products added since the build, are not indexed', () => {
  const kept = privatePages.map(({ path }) => path);
  expect(kept).toEqual(
    expect.arrayContaining([
      '/cart',
      '/billing',
      '/login',
      '/stripesuccess',
      '/studio',
      '/launch',
      '/arrivals/product',
      '/arrivals/category',
      '/arrivals/all',
      '/arrivals/left',
      '/arrivals/terms',
      '/404.html',
    ]),
  );
});

test('a hostile name is rendered as text and runs nothing', () => {
  const page = publicPages.find(({ title }) => title.includes('alert(1)'));
  expect(page?.title).toBe(`Hat ${hostileText} – Minicia`);
  expect(page?.meta('og:title')).toEqual([page?.title]);
  expect(page?.scripts().filter((script) => script.trim() === 'alert(1)')).toEqual([]);
});
