import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { ownPagePictures, ownPageSlugs } from '../support/awkward-pages.ts';
import { siteUrl } from '../support/awkward-site.ts';
import { builtFile, builtPages, catalogueColours } from '../support/site-pages.ts';
import { textsOf, xmlDocument } from '../support/xml-document.ts';

const sitemap = xmlDocument(path.join(inject('distFolder'), 'arrivals/sitemap.xml'));
const urls = sitemap.children.map((url) => ({
  address: textsOf(url, 'loc'),
  lastChange: textsOf(url, 'lastmod'),
  pictures: url.children.filter(({ name }) => name === 'image'),
}));
const addresses = urls.flatMap(({ address }) => address);
const robots = readFileSync(path.join(inject('distFolder'), 'robots.txt'), 'utf8');

test('the sitemap follows the rules of sitemaps.org', () => {
  const { uri, name, children } = sitemap;
  expect({ uri, name }).toEqual({
    uri: 'http://www.sitemaps.org/schemas/sitemap/0.9',
    name: 'urlset',
  });
  expect(new Set(children.map((child) => child.name))).toEqual(new Set(['url']));
  expect(children.length).toBeLessThanOrEqual(50_000);
  expect(urls.filter(({ address }) => address.length !== 1)).toEqual([]);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('the sitemap has the canonical URL of every public page, and no other', () => {
  const canonical = builtPages().flatMap(({ isPrivate, links }) =>
    isPrivate ? [] : links('canonical'),
  );
  expect(addresses.toSorted()).toEqual(canonical.toSorted());
  expect(addresses.filter((address) => !builtFile(address))).toEqual([]);
});

test('the sitemap has every picture of every product and own page once', async () => {
  const colours = await catalogueColours();
  for (const { address, pictures } of urls) {
    const id = Number(address[0]?.match(/\/product-details\/(\d+)$/)?.[1]);
    const ofPages = ownPagePictures.get(address[0]?.slice(siteUrl.length + 1) ?? '') ?? 0;
    const expected = colours
      .filter(({ product }) => product === id)
      .reduce((sum, colour) => sum + colour.pictures, ofPages);
    const found = pictures.flatMap((picture) => textsOf(picture, 'loc'));
    expect(found).toHaveLength(expected);
    expect(new Set(found).size).toBe(expected);
    for (const picture of found) expect(picture).toMatch(/^https:\/\/shop\.example\/catalogue\//);
    for (const { uri } of pictures) {
      expect(uri).toBe('http://www.google.com/schemas/sitemap-image/1.1');
    }
  }
});

test('products, listings and own pages have a last modification date, texts do not', () => {
  const isCatalogue = ({ address: [address = ''] }: (typeof urls)[number]) =>
    /product/i.test(address) ||
    [...ownPageSlugs, 'journal'].some((slug) => address.endsWith(`/${slug}`));
  const dates = urls.filter(isCatalogue).map(({ lastChange }) => lastChange);
  expect(dates.length).toBeGreaterThan(30);
  for (const [date = '', ...more] of dates) {
    expect(more).toEqual([]);
    expect(new Date(date).toISOString()).toBe(date);
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
  }
  const texts = urls.filter((url) => !isCatalogue(url));
  expect(texts.flatMap(({ lastChange }) => lastChange)).toEqual([]);
});

test('robots.txt excludes private pages and names the sitemap', () => {
  const lines = robots.trim().split('\n');
  expect(lines[0]).toBe('User-agent: *');
  expect(lines.at(-1)).toBe(`Sitemap: ${siteUrl}/sitemap.xml`);
  const closed = lines
    .filter((line) => line.startsWith('Disallow: '))
    .map((line) => line.slice('Disallow: '.length));
  expect(closed).toEqual(
    expect.arrayContaining([
      '/api/',
      '/arrivals/',
      '/billing',
      '/cart',
      '/launch',
      '/login',
      '/stripesuccess',
      '/studio',
    ]),
  );
  const open = addresses.map((address) => new URL(address).pathname);
  expect(open.filter((page) => closed.some((prefix) => page.startsWith(prefix)))).toEqual([]);
});
