import path from 'node:path';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { comparePrices, taxesOfPages } from '../support/shown-prices.ts';
import { expect, test } from './shop-test.ts';

// Checks the built files, before any script runs. For prices that include tax see
// tests/site/one-price.test.ts, for calls and feeds tests/api/one-price.test.ts.
test('every file of the site has the same price of each colour, with tax', () => {
  const folder = path.join(readE2eSettings().project ?? '', 'dist');
  const { differing, products } = comparePrices(folder, new Map(), 6);
  expect(differing).toEqual([]);
  for (const place of ['page', 'structured data', 'card']) {
    expect(products.get(place)?.size, place).toBeGreaterThanOrEqual(24);
  }
  expect(taxesOfPages(folder)).toEqual(new Set([6]));
});
