import { describe, expect, test } from 'vitest';
import { arranged, movedTo, placeText } from './product-order.ts';

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

test.each([
  ['c', 0, 'cab'],
  ['a', 1, 'bac'],
  ['a', 9, 'bca'],
  ['b', -1, 'bac'],
])('moving %s to %i makes it %s', (slug, to, text) => {
  expect(movedTo(['a', 'b', 'c'], slug, to).join('')).toBe(text);
});

test('places count from one', () => {
  expect(placeText(['a', 'b'], 'b')).toBe('place 2 of 2');
});
