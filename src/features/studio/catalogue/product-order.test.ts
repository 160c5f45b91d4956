import { describe, expect, test } from 'vitest';
import { arranged } from './product-order.ts';

const products = ['new', 'older', 'old'].map((slug) => ({
  slug,
  name: slug,
  opens_at: null,
  image: null,
  colours: 1,
  sold_out: false,
}));

describe('the products of a category', () => {
  test.each([
    [[], ['new', 'older', 'old']],
    [
      ['old', 'older', 'new'],
      ['old', 'older', 'new'],
    ],
    [['older'], ['new', 'old', 'older']],
    [
      ['archived', 'old', 'older'],
      ['new', 'old', 'older'],
    ],
  ])('with the order %j are listed as %j', (order, slugs) => {
    expect(arranged(products, order).map(({ slug }) => slug)).toEqual(slugs);
  });
});
