import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hostileText } from '../support/awkward-products.ts';
import { siteUrl } from '../support/built-site.ts';
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
  test('has one title and one description, short enough to be shown', () => {
    expect(title).not.toBe('');
    expect(meta('description')).toHaveLength(1);
    const [description = ''] = meta('description');
    expect(description.length).toBeGreaterThan(5);
    expect(description.length).toBeLessThanOrEqual(160);
  });

  test('shows a picture of 1200 × 630 where its link is shared', async () => {
    const [picture = ''] = meta('og:image');
    const file = builtFile(picture);
    expect(file).toBeDefined();
    const { width, height, format } = await sharp(file).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' });
    expect([...meta('og:image:width'), ...meta('og:image:height')]).toEqual(['1200', '630']);
    expect(meta('og:image:alt')[0]).not.toBe('');
    expect(meta('twitter:card')).toEqual(['summary_large_image']);
  });

  test('says the same to those who share it as to those who search', () => {
    expect(meta('og:title')).toEqual([title]);
    expect(meta('og:description')).toEqual(meta('description'));
    expect(['website', 'product']).toContain(meta('og:type')[0]);
  });
});

test.each(publicPages)('$path names its one address, where it is', ({ path, meta, links }) => {
  const address = siteUrl + path;
  expect(links('canonical')).toEqual([address]);
  expect(meta('og:url')).toEqual([address]);
  expect(builtFile(address)).toBeDefined();
});

test.each(privatePages)('$path is private and claims no address', ({ meta, links }) => {
  expect([...links('canonical'), ...meta('og:url')]).toEqual([]);
});

test('no two public pages have one title or one picture of a product', () => {
  const titles = publicPages.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  const pictures = publicPages
    .filter(({ path }) => path.startsWith('/product-details/'))
    .flatMap(({ meta }) => meta('og:image'));
  expect(new Set(pictures).size).toBe(pictures.length);
});

test('pages that are private, or stand in for what is younger than the build, are kept out', () => {
  const kept = privatePages.map(({ path }) => path);
  expect(kept).toEqual(
    expect.arrayContaining([
      '/cart',
      '/billing',
      '/login',
      '/stripesuccess',
      '/launch',
      '/arrivals/product',
      '/arrivals/category',
      '/404.html',
    ]),
  );
});

test('a hostile name is a text, and runs nothing', () => {
  const page = publicPages.find(({ title }) => title.includes('alert(1)'));
  expect(page?.title).toBe(`Hat ${hostileText} – Minicia`);
  expect(page?.meta('og:title')).toEqual([page?.title]);
  expect(page?.scripts().filter((script) => script.trim() === 'alert(1)')).toEqual([]);
});
