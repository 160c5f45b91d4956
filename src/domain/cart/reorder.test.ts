import { describe, expect, test } from 'vitest';
import type { CartItem } from './cart.ts';
import { orderDate, statusText } from '../orders/order.ts';
import { describeShortfall, reorder, type ReorderLine } from './reorder.ts';
import { colour, product } from '#tests/support/sample-product.ts';

function line(changes: Partial<ReorderLine> = {}): ReorderLine {
  return {
    name: 'Boss Beanie',
    colour: 'Rust',
    variantId: 11,
    quantity: 2,
    stock: 3,
    product: product(),
    ...changes,
  };
}

function quantities(items: readonly CartItem[]) {
  return items.map(({ selectedColor, quantity }) => [selectedColor.id, quantity]);
}

describe('ordering again', () => {
  test('adds every unit to the cart at today’s price', () => {
    const lines = [line(), line({ variantId: 12, colour: 'Bone', quantity: 15, stock: 20 })];
    const { items, added, shortfalls } = reorder([], lines);
    expect(quantities(items)).toEqual([
      [11, 2],
      [12, 15],
    ]);
    expect({ added, shortfalls }).toEqual({ added: 17, shortfalls: [] });
    expect(items[0]).toMatchObject({ name: 'Boss Beanie', price: 45 });
  });

  test('counts units already in the cart', () => {
    const { items } = reorder([], [line({ quantity: 1 })]);
    const again = reorder(items, [line()]);
    expect(quantities(again.items)).toEqual([[11, 3]]);
    const full = reorder(again.items, [line()]);
    expect(full.items).toBe(again.items);
    expect(full.added).toBe(0);
    expect(full.shortfalls.map(describeShortfall)).toEqual([
      'Boss Beanie (Rust) could not be added: no more in stock.',
    ]);
  });

  test('uses the current stock, not the listing’s', () => {
    const sample = product({ color_variants: [colour(11, 50)] });
    const { items, shortfalls } = reorder([], [line({ product: sample, stock: 1 })]);
    expect(quantities(items)).toEqual([[11, 1]]);
    expect(shortfalls.map(describeShortfall)).toEqual([
      'Boss Beanie (Rust): only 1 of 2 could be added, no more in stock.',
    ]);
  });

  test.each([
    ['product', line({ product: null })],
    ['colour', line({ variantId: 99 })],
  ])('leaves out a %s that is no longer sold', (_what, gone) => {
    const { items, added, shortfalls } = reorder([], [gone, line({ variantId: 12, stock: 9 })]);
    expect(quantities(items)).toEqual([[12, 2]]);
    expect(added).toBe(2);
    expect(shortfalls.map(describeShortfall)).toEqual(['Boss Beanie (Rust) is no longer sold.']);
  });
});

test('an order’s date is the date in the shop’s time zone', () => {
  expect(orderDate('2026-06-30T23:30:00.000Z')).toBe('1 July 2026');
});

test('a status is shown in words', () => {
  expect(statusText('processing')).toBe('Processing');
  expect(statusText('out_for_delivery')).toBe('Out for delivery');
});
