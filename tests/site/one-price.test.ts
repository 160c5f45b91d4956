import { expect, inject, test } from 'vitest';
import { feedAddresses } from '../support/feed-records.ts';
import { comparePrices, searchPrices, taxesOfPages } from '../support/shown-prices.ts';
import { siteFeeds } from '../support/site-feeds.ts';
import { catalogueColours } from '../support/site-pages.ts';

// A shop whose prices include tax; for added tax see tests/e2e/one-price.spec.ts.
const folder = inject('distFolder');
const colours = await catalogueColours();
const { differing, colours: told, products } = comparePrices(folder, await siteFeeds(), 0);

test('every file of the site and every feed has each colour’s price from the shop', () => {
  const inShop = new Map(colours.map(({ product, pence }) => [product, pence]));
  // The search also finds products without a colour.
  const found = [...searchPrices(folder)].filter(([id]) => inShop.has(id));
  expect(new Map(found)).toEqual(inShop);
  expect(differing).toEqual([]);
});

test('lists that contain every colour omit none', () => {
  const all = [...new Set(colours.map(({ product }) => product))];
  const places = ['page', 'open graph', 'share picture', 'structured data'];
  const missing = places.flatMap((place) => all.filter((id) => !products.get(place)?.has(id)));
  expect(missing).toEqual([]);
  expect(told.get('structured data')).toEqual(new Set(colours.map(({ variant }) => variant)));
  const pictured = colours.filter(({ pictures }) => pictures > 0);
  for (const feed of feedAddresses) {
    expect(told.get(`feed ${feed}`)).toEqual(new Set(pictured.map(({ variant }) => variant)));
  }
  expect(told.get('card')?.size).toBeGreaterThan(40);
});

test('no page makes its scripts add tax', () => {
  expect(taxesOfPages(folder)).toEqual(new Set([0]));
});
