import { describe, expect, test } from 'vitest';
import type { CartItem } from '#domain/cart/cart.ts';
import { countText, eachText, limitText, linePicture } from './cart-text.ts';

function line(quantity: number, images: { image: string }[] = []): CartItem {
  return {
    id: 1,
    name: 'Boss Beanie',
    description: '',
    price: 'Rs 1,234.5',
    category_name: 'Beanies',
    created_at: '2024-01-01',
    quantity,
    selectedColor: { id: 3, color_name: 'Rust', quantity: 4, images },
  };
}

describe('the number of units in the cart', () => {
  test.each([
    [[1], '1 item'],
    [[1, 2], '3 items'],
  ])('lines of %j are shown as %s', (quantities, text) => {
    expect(countText(quantities.map((quantity) => line(quantity)))).toBe(text);
  });
});

test('a line shows its unit price and stock', () => {
  expect(eachText(line(2), 0)).toBe('£1,234.50 each');
  expect(eachText(line(2), 6)).toBe('£1,234.50 (£1,308.57 with tax) each');
  expect(limitText(line(2))).toBe('Only 4 in stock');
});

test('a line has its colour’s first picture, or the placeholder', () => {
  expect(linePicture(line(1, [{ image: '/rust-1.jpg' }, { image: '/rust-2.jpg' }]), '')).toEqual({
    src: '/.netlify/images?fm=avif&q=60&url=%2Frust-1.jpg&w=320',
    srcSet: [160, 320, 480]
      .map((width) => `/.netlify/images?fm=avif&q=60&url=%2Frust-1.jpg&w=${width} ${width}w`)
      .join(', '),
  });
  expect(linePicture(line(1), '').src).toContain('placeholder');
});
