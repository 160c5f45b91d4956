import { describe, expect, test } from 'vitest';
import { firstAvailableColour, remainingStock, withLiveStock } from './stock.ts';
import { cartOf, colour, product } from '#tests/support/sample-product.ts';

const beanie = product();

test.each([
  [0, 3],
  [2, 1],
  [3, 0],
  [5, 0],
])('with %i of 3 in the cart, %i remain', (inCart, remaining) => {
  expect(remainingStock(colour(11, 3), cartOf(beanie, inCart, [colour(11, 9)]))).toBe(remaining);
});

describe('the initial colour of a product page', () => {
  test('is the first with remaining stock', () => {
    const sample = product({ color_variants: [colour(11, 0), colour(12, 1), colour(13, 5)] });
    expect(firstAvailableColour(sample, [])?.id).toBe(12);
    expect(firstAvailableColour(sample, cartOf(sample, 1, [colour(12, 1)]))?.id).toBe(13);
  });

  test('is the first when all are sold out', () => {
    const sample = product({ color_variants: [colour(11, 0), colour(12, 0)] });
    expect(firstAvailableColour(sample, [])?.id).toBe(11);
  });

  test('is none when there are no colours', () => {
    expect(firstAvailableColour(product({ color_variants: [] }), [])).toBeUndefined();
  });
});

test('a stock check replaces the stock of the colours it names, and of this product only', () => {
  const live = withLiveStock(beanie, [
    { productId: 1, selectedColorId: 11, currentStock: 0 },
    { productId: 2, selectedColorId: 12, currentStock: 0 },
  ]);
  expect(live.color_variants.map(({ quantity }) => quantity)).toEqual([0, 20]);
});
