import { describe, expect, test } from 'vitest';
import { editedProduct } from '#tests/support/edited-product.ts';
import { type Change, lookAt, timesOf } from './looks.ts';
import { shopProduct } from './shop-product.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const categories = new Map([['beanies', 'Beanies']]);

const rust = {
  color_name: 'Rust',
  position: 1,
  sku: 'BB-1',
  gtin: null,
  hex: '#A53',
  quantity: 3,
  archived: false,
  images: ['/a.webp', '/b.webp', '/worn.webp'],
  worn: '/worn.webp',
  film: '/turn.mp4',
  alts: ['On a plinth'],
};
const beanie = editedProduct({
  care: 'Wash cold.',
  colours: [rust, { ...rust, color_name: 'Moss', archived: true }],
});
const inSale = {
  sale_price_pence: 3000,
  sale_from: '2026-11-27T09:00:00Z',
  sale_until: '2026-12-01T00:00:00Z',
};

function shown(change: Change, when: 'Before' | 'After' | 'In the sale') {
  const look = lookAt(change, when, now, categories);
  return look && shopProduct(look);
}

describe('a product for the shop’s components', () => {
  test('has the category’s name, alt texts, the picture worn second, and only colours in the shop', () => {
    expect(shown({ slug: beanie.slug, before: undefined, after: beanie }, 'After')).toMatchObject({
      price: 45,
      sale: null,
      category_name: 'Beanies',
      attributes: { care: 'Wash cold.', origin_country: null },
      color_variants: [
        {
          color_name: 'Rust',
          images: [
            { image: '/a.webp', alt: 'On a plinth' },
            { image: '/worn.webp', alt: '', worn: true, film: '/turn.mp4' },
            { image: '/b.webp', alt: '' },
          ],
        },
      ],
    });
  });

  test('has the price before, after and in a later sale, with the former price where allowed', () => {
    const change = { slug: beanie.slug, before: beanie, after: { ...beanie, ...inSale } };
    expect(timesOf([change], now)).toEqual(['Before', 'After', 'In the sale']);
    expect(shown(change, 'Before')).toMatchObject({ price: 45, sale: null });
    expect(shown(change, 'After')).toMatchObject({ price: 45, sale: null });
    expect(shown(change, 'In the sale')).toMatchObject({
      price: 30,
      sale: { regular: 45, was: true, from: inSale.sale_from },
    });
    const dearer = { ...change.after, price_pence: 5000 };
    expect(shown({ ...change, after: dearer }, 'In the sale')?.sale).toMatchObject({ was: false });
  });

  test('shows a sale without a start as beginning with the release', () => {
    const after = { ...beanie, ...inSale, sale_from: '-infinity' };
    const change = { slug: beanie.slug, before: beanie, after };
    expect(timesOf([change], now)).toEqual(['Before', 'After']);
    expect(shown(change, 'After')).toMatchObject({ price: 30, sale: { was: true, from: null } });
  });

  test('is null while hidden', () => {
    const hidden = { ...beanie, visible_from: '9999-01-01T00:00:00Z' };
    const change = { slug: beanie.slug, before: hidden, after: hidden };
    expect(timesOf([change], now)).toEqual(['After']);
    expect(shown(change, 'Before')).toBeNull();
    expect(shown(change, 'After')).toMatchObject({ price: 45 });
  });

  test('is null before it is added and after it is removed', () => {
    expect(timesOf([{ slug: 'new', before: undefined, after: beanie }], now)).toEqual(['After']);
    expect(shown({ slug: 'new', before: undefined, after: beanie }, 'Before')).toBeNull();
    expect(shown({ slug: beanie.slug, before: beanie, after: null }, 'After')).toBeNull();
  });
});
