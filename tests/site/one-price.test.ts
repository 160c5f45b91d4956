import { expect, inject, test } from 'vitest';
import { comparePrices, searchPrices, taxesOfPages } from '../support/shown-prices.ts';
import { catalogueColours } from '../support/site-pages.ts';

// Of a shop whose prices include tax; where it is added: tests/e2e/one-price.spec.ts.
const folder = inject('distFolder');
const colours = await catalogueColours();
const { differing, colours: told, products } = comparePrices(folder, 0);

test('every file of the site tells of every colour the price that it has in the shop', () => {
  const inShop = new Map(colours.map(({ product, pence }) => [product, pence]));
  // A product without a colour is found by the search, too.
  const found = [...searchPrices(folder)].filter(([id]) => inShop.has(id));
  expect(new Map(found)).toEqual(inShop);
  expect(differing).toEqual([]);
});

test('none is left out where all are told', () => {
  const all = [...new Set(colours.map(({ product }) => product))];
  const places = ['page', 'open graph', 'share picture', 'structured data'];
  const missing = places.flatMap((place) => all.filter((id) => !products.get(place)?.has(id)));
  expect(missing).toEqual([]);
  expect(told.get('structured data')).toEqual(new Set(colours.map(({ variant }) => variant)));
  const pictured = colours.filter(({ pictures }) => pictures > 0);
  expect(told.get('feed')).toEqual(new Set(pictured.map(({ variant }) => variant)));
  expect(told.get('card')?.size).toBeGreaterThan(40);
});

test('no page has its scripts add tax', () => {
  expect(taxesOfPages(folder)).toEqual(new Set([0]));
});
