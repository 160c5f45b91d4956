import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Product } from '#domain/catalogue/product.ts';
import { galleryPanels } from './gallery-panels.ts';
import ProductGallery from './ProductGallery.tsx';

const beanie: Product = {
  id: 7,
  name: 'Boss Beanie',
  description: '',
  price: 30,
  category_name: 'Beanies',
  created_at: '2024-01-01',
  color_variants: [
    { id: 1, color_name: 'Rust', quantity: 2, images: [{ image: 'a.jpg' }, { image: '/b.jpg' }] },
    { id: 2, color_name: 'Ink', quantity: 0, images: [] },
  ],
};

test('each colour has its pictures, or the placeholder', () => {
  expect(galleryPanels(beanie, '')).toEqual([
    { colour: 1, subject: 'Boss Beanie in Rust', pictures: ['/a.jpg', '/b.jpg'] },
    { colour: 2, subject: 'Boss Beanie in Ink', pictures: ['/placeholder.jpg'] },
  ]);
});

test.each([
  ['with colours', beanie],
  ['without colours', { ...beanie, color_variants: [] }],
])('a product %s is rendered without a warning of React', (_what, shown) => {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {});
  const panels = galleryPanels(shown, '');
  expect(renderToStaticMarkup(createElement(ProductGallery, { panels, chosen: 1 }))).toContain(
    'Boss Beanie',
  );
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test('described pictures have their alt texts; one that is worn says so, and may have a film', () => {
  const images = [
    { image: 'a.jpg' },
    { image: '/worn.jpg', worn: true, film: '/turn.mp4' },
    { image: '/b.jpg', alt: 'The cuff' },
  ];
  const color_variants = [{ id: 1, color_name: 'Rust', quantity: 2, images }];
  expect(galleryPanels({ ...beanie, color_variants }, '')).toEqual([
    {
      colour: 1,
      subject: 'Boss Beanie in Rust',
      pictures: ['/a.jpg', '/worn.jpg', '/b.jpg'],
      alts: ['', 'Boss Beanie in Rust, worn', 'The cuff'],
      film: { place: 1, address: '/turn.mp4' },
    },
  ]);
});

test('picture paths get the API’s host', () => {
  const [rust] = galleryPanels(beanie, 'https://api.example');
  expect(rust?.pictures).toEqual(['https://api.example/a.jpg', 'https://api.example/b.jpg']);
});

test('a product without colours has the placeholder', () => {
  expect(galleryPanels({ ...beanie, color_variants: [] }, '')).toEqual([
    { subject: 'Boss Beanie', pictures: ['/placeholder.jpg'] },
  ]);
});
