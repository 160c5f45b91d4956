import { describe, expect, test } from 'vitest';
import {
  addToCart,
  itemCount,
  lineIdOf,
  lineKey,
  lineTotal,
  readCartItems,
  removeLine,
  setQuantity,
  subtotalOf,
} from './cart.ts';
import type { CartItem } from './cart.ts';
import { pence } from '../money/money.ts';
import { describePriceChange, reprice } from './reprice.ts';
import { describeStockChange, syncStock } from './stock-sync.ts';
import { cartOf, colour, product } from '#tests/support/sample-product.ts';

const beanie = product();
const rust = colour(11, 3, 'Rust');
const rustLine = { productId: 1, selectedColorId: 11 };
const boneLine = { productId: 1, selectedColorId: 12 };

function quantities(items: readonly CartItem[]): Record<string, number> {
  return Object.fromEntries(items.map((item) => [lineKey(lineIdOf(item)), item.quantity]));
}

describe('adding to the cart', () => {
  test('a new colour becomes a line of one', () => {
    const cart = addToCart([], beanie, rust);
    expect(quantities(cart)).toEqual({ '1-11': 1 });
    expect(cart[0]).not.toHaveProperty('color_variants');
  });

  test('a colour in the cart gets one more unit', () => {
    expect(quantities(addToCart(cartOf(beanie, 1), beanie, rust))).toEqual({
      '1-11': 2,
      '1-12': 1,
    });
  });

  test('another colour, and another product with the same colour id, get their own lines', () => {
    const cap = product({ id: 2, color_variants: [colour(11, 5)] });
    const cart = addToCart(addToCart([], beanie, rust), cap, colour(11, 5));
    expect(quantities(cart)).toEqual({ '1-11': 1, '2-11': 1 });
  });

  test('a sold-out colour cannot be added', () => {
    const cart = cartOf(beanie, 1);
    expect(addToCart(cart, beanie, colour(13, 0))).toBe(cart);
  });

  test('a sum above the stock changes nothing', () => {
    const cart = cartOf(beanie, 3, [rust]);
    expect(addToCart(cart, beanie, rust)).toBe(cart);
  });

  test('a line takes on the latest known stock', () => {
    const cart = addToCart(cartOf(beanie, 1, [rust]), beanie, { ...rust, quantity: 2 });
    expect(cart[0]?.selectedColor.quantity).toBe(2);
  });
});

describe('setting a quantity', () => {
  test.each([1, 2, 3])('%i of 3 in stock is accepted', (quantity) => {
    expect(quantities(setQuantity(cartOf(beanie, 2), rustLine, quantity))['1-11']).toBe(quantity);
  });

  test.each([4, 10, 0, -1, 1.5, Number.NaN])('%d of 3 in stock changes nothing', (quantity) => {
    const cart = cartOf(beanie, 2);
    expect(setQuantity(cart, rustLine, quantity)).toBe(cart);
  });

  test('an unknown line changes nothing', () => {
    const cart = cartOf(beanie, 2);
    expect(setQuantity(cart, { productId: 9, selectedColorId: 11 }, 1)).toBe(cart);
  });
});

test('removing a line leaves the others', () => {
  expect(quantities(removeLine(cartOf(beanie, 2), rustLine))).toEqual({ '1-12': 2 });
});

test('the subtotal is every line’s price times its quantity', () => {
  const cap = product({ id: 2, price: '£19.99', color_variants: [colour(21, 9)] });
  const cart = [...cartOf(beanie, 2), ...cartOf(cap, 3)];
  expect(cart.map(lineTotal)).toEqual([9000, 9000, 5997]);
  expect(subtotalOf(cart)).toBe(23_997);
  expect(itemCount(cart)).toBe(7);
  expect(subtotalOf([])).toBe(0);
});

describe('a stock check', () => {
  test('removes lines without stock and reduces lines above it', () => {
    const { items, changes } = syncStock(cartOf(beanie, 3), [
      { ...rustLine, currentStock: 0 },
      { ...boneLine, currentStock: 2 },
    ]);
    expect(quantities(items)).toEqual({ '1-12': 2 });
    expect(changes).toEqual([
      { name: 'Boss Beanie', colour: 'Rust', was: 3, now: 0 },
      { name: 'Boss Beanie', colour: 'Bone', was: 3, now: 2 },
    ]);
  });

  test('keeps lines within it and remembers the stock', () => {
    const { items, changes } = syncStock(cartOf(beanie, 2), [{ ...boneLine, currentStock: 5 }]);
    expect(quantities(items)).toEqual({ '1-11': 2, '1-12': 2 });
    expect(items.map((item) => item.selectedColor.quantity)).toEqual([3, 5]);
    expect(changes).toEqual([]);
  });

  test('negative stock counts as none', () => {
    expect(syncStock(cartOf(beanie, 1, [rust]), [{ ...rustLine, currentStock: -4 }]).items).toEqual(
      [],
    );
  });

  test.each([
    [0, 'Boss Beanie (Rust) is out of stock and was removed from your cart.'],
    [2, 'Boss Beanie (Rust): only 2 left, so your cart now holds 2.'],
  ])('reports it when %i are left', (now, text) => {
    expect(describeStockChange({ name: 'Boss Beanie', colour: 'Rust', was: 3, now })).toBe(text);
  });
});

describe('new prices', () => {
  const cap = product({ id: 2, name: 'Cap', color_variants: [colour(21, 9), colour(22, 9)] });
  const cart = [...cartOf(beanie, 1, [rust]), ...cartOf(cap, 1)];

  test('apply to the lines of their products, and each is reported once', () => {
    const { items, changes } = reprice(cart, [beanie, { ...cap, price: '£50.00' }]);
    expect(items.map(({ price }) => price)).toEqual([45, '£50.00', '£50.00']);
    expect(changes).toEqual([{ name: 'Cap', was: 4500, now: 5000 }]);
  });

  test.each([
    ['the same amount in another format', [{ ...cap, price: 'Rs 45' }]],
    ['missing, for products no longer sold', []],
  ])('that are %s change nothing', (_, products) => {
    expect(reprice(cart, products)).toEqual({ items: cart, changes: [] });
  });

  test('are reported with the old and the new value', () => {
    const change = { name: 'Cap', was: pence(4500), now: pence(123400) };
    expect(describePriceChange(change, 0)).toBe(
      'The price of Cap has changed from £45.00 to £1,234.00.',
    );
    expect(describePriceChange(change, 6)).toBe(
      'The price of Cap has changed from £45.00 (£47.70 with tax) to £1,234.00 (£1,308.04 with tax).',
    );
  });
});

test.each([undefined, {}, 7])('a stored cart that is %j has no lines', (damaged) => {
  expect(readCartItems(damaged)).toEqual([]);
});

describe('a stored line', () => {
  const [line] = cartOf(beanie, 1, [rust]);

  test('is read when complete', () => {
    expect(readCartItems([line])).toEqual([line]);
  });

  test.each([
    ['an invalid price', { ...line, price: 'free' }],
    ['no colour', { ...line, selectedColor: undefined }],
    ['a colour without pictures', { ...line, selectedColor: { ...rust, images: undefined } }],
    ['quantity 0', { ...line, quantity: 0 }],
    ['half a unit', { ...line, quantity: 1.5 }],
    ['a text id', { ...line, id: '1' }],
  ])('is dropped with %s', (_, damaged) => {
    expect(readCartItems([damaged, line])).toEqual([line]);
  });
});
