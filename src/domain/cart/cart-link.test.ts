import { describe, expect, test } from 'vitest';
import { cartLink, fillCart, parseCartLink } from './cart-link.ts';
import type { CartItem } from './cart.ts';
import type { Product } from '../catalogue/product.ts';

const beanie: Product = {
  id: 7,
  name: 'Boss Beanie',
  description: '',
  price: 45,
  category_name: 'Beanies',
  created_at: '2026-01-01T00:00:00Z',
  color_variants: [
    { id: 12, color_name: 'Rust', quantity: 30, images: [] },
    { id: 15, color_name: 'Ink', quantity: 30, images: [] },
  ],
};
const level = (selectedColorId: number, currentStock: number) => ({
  productId: 7,
  selectedColorId,
  currentStock,
});
const plenty = { products: [beanie], levels: [level(12, 30), level(15, 30)] };
const quantities = (items: readonly CartItem[]) =>
  items.map(({ selectedColor, quantity }) => [selectedColor.id, quantity]);

describe('a link that fills a cart', () => {
  test.each([
    ['12:1', [[12, 1]]],
    [
      '12:1,15:2',
      [
        [12, 1],
        [15, 2],
      ],
    ],
    [
      '12%3A1%2C15%3A2',
      [
        [12, 1],
        [15, 2],
      ],
    ],
    [
      '12:1,15:1,12:3',
      [
        [12, 4],
        [15, 1],
      ],
    ],
  ])('%s names its colours', (text, wanted) => {
    expect(parseCartLink(text)?.map(({ variantId, quantity }) => [variantId, quantity])).toEqual(
      wanted,
    );
  });

  test.each([
    '',
    '12',
    '12:',
    '12:0',
    '12:-1',
    '12:1.5',
    '12:1000',
    '0:1',
    '12:1,',
    '12:1;15:2',
    '12:1,hats:1',
    '９:1',
    '%',
    '12:1%00',
    '<script>',
    '../cart',
    '9'.repeat(16) + ':1',
    Array.from({ length: 21 }, (_, index) => `${index + 1}:1`).join(),
  ])('%j is not such a link', (text) => {
    expect(parseCartLink(text)).toBeNull();
  });

  test('is recognised in the shop’s texts', () => {
    expect(parseCartLink(cartLink(12).replace('/buy/', ''))).toEqual([
      { variantId: 12, quantity: 1 },
    ]);
  });
});

describe('a cart filled by a link', () => {
  test('contains the link’s colours; lines it already has grow', () => {
    const once = fillCart([], [{ variantId: 12, quantity: 2 }], plenty);
    expect(once.news).toEqual(['2 items were added to your cart.']);
    const lines = [
      { variantId: 15, quantity: 1 },
      { variantId: 12, quantity: 3 },
    ];
    const twice = fillCart(once.items, lines, plenty);
    expect(quantities(twice.items)).toEqual([
      [12, 5],
      [15, 1],
    ]);
    expect(twice.news).toEqual(['4 items were added to your cart.']);
  });

  test('takes at most ten of a colour, with a message', () => {
    const { items, news } = fillCart([], [{ variantId: 12, quantity: 999 }], plenty);
    expect(quantities(items)).toEqual([[12, 10]]);
    expect(news).toEqual([
      '10 items were added to your cart.',
      'Boss Beanie (Rust): your cart holds 10, and takes at most 10.',
    ]);
    const again = fillCart(items, [{ variantId: 12, quantity: 1 }], plenty);
    expect(again.items).toBe(items);
    expect(again.news[0]).toBe('Nothing was added.');
  });

  test('takes no more than the stock', () => {
    const offer = { products: [beanie], levels: [level(12, 3), level(15, 0)] };
    const lines = [
      { variantId: 12, quantity: 5 },
      { variantId: 15, quantity: 1 },
    ];
    const { items, news } = fillCart([], lines, offer);
    expect(quantities(items)).toEqual([[12, 3]]);
    expect(news).toEqual([
      '3 items were added to your cart.',
      'Boss Beanie (Rust): only 3 of 5 could be added, no more in stock.',
      'Boss Beanie (Ink): Out of Stock.',
    ]);
  });

  test('is unchanged if nothing in the link is sold', () => {
    const lines = [
      { variantId: 98, quantity: 1 },
      { variantId: 99, quantity: 1 },
    ];
    const { items, news } = fillCart([], lines, plenty);
    expect(items).toEqual([]);
    expect(news).toEqual(['Nothing was added.', 'A piece of this link is not sold here.']);
  });
});
