import { expect, test } from 'vitest';
import { Category, Product } from '../catalogue/product.ts';
import { isCategory, isProduct } from '../catalogue/product-shape.ts';
import { isInteger, isText, listOf, nullish, shape } from './shape.ts';
import { product } from '#tests/support/sample-product.ts';

const isPoint = shape<{ x: number; label?: string | null | undefined }>({
  x: isInteger,
  label: nullish(isText),
});

test.each([
  [{ x: 1 }, true],
  [{ x: 1, label: 'A', more: true }, true],
  [{ x: 1, label: null }, true],
  [{ x: 1, label: 2 }, false],
  [{ x: 1.5 }, false],
  [{ label: 'A' }, false],
  [[1], false],
  [null, false],
])('whether %j matches a shape: %s', (value, fits) => {
  expect(isPoint(value)).toBe(fits);
  expect(listOf(isPoint)([value])).toBe(fits);
});

/** A valid product, and one with each field broken in turn. */
const whole = product();
const broken = Object.keys(whole).map((field) => Object.assign(product(), { [field]: {} }));

test('the browser’s guards and the server’s schema agree on products', () => {
  expect([isProduct(whole), Product.safeParse(whole).success]).toEqual([true, true]);
  for (const value of [...broken, {}, null, []]) {
    expect([value, isProduct(value), Product.safeParse(value).success]).toEqual([
      value,
      false,
      false,
    ]);
  }
});

test('the compiler and the guard agree on categories', () => {
  for (const [value, fits] of [
    [{ id: 1, name: 'Women' }, true],
    [{ id: '1', name: 'Women' }, false],
    [{ id: 1 }, false],
  ] as const) {
    expect([isCategory(value), Category.safeParse(value).success]).toEqual([fits, fits]);
  }
});
