import { expect, test } from 'vitest';
import { editedProduct } from '#tests/support/edited-product.ts';
import { attributeFault } from './attribute-fault.ts';
import { sortFiles } from './dropped-files.ts';
import { changesWithPictures } from './given-changes.ts';
import { changesOfProduct, moved } from './product-edit.ts';

const rust = {
  color_name: 'Rust',
  hex: null,
  quantity: 3,
  archived: false,
  images: ['/a', '/b'],
  alts: [],
};
const moss = { color_name: 'Moss', hex: null, quantity: 1, archived: true, images: [], alts: [] };
const beanie = editedProduct({
  material: 'Wool',
  care: 'Hand wash.',
  weight_grams: 85,
  origin_country: 'PT',
  colours: [rust, moss],
});

test('sale and opening times change in import format, and an equal moment is no change', () => {
  const was = { ...beanie, visible_from: '2026-12-04T18:00:00+00:00' };
  const sale = {
    sale_price_pence: 3000,
    sale_from: '2026-12-05T09:00:00.000Z',
    sale_until: '2026-12-09T09:00:00.000Z',
  };
  expect(
    changesOfProduct(was, { ...was, visible_from: '2026-12-04T18:00:00.000Z' }, 'form'),
  ).toBeNull();
  expect(changesOfProduct(was, { ...was, ...sale, visible_from: null }, 'form')).toEqual({
    catalogue: {
      products: [
        {
          slug: 'boss-beanie',
          ...sale,
          clears: ['visible_from'],
          seen: {
            sale_price_pence: 0,
            sale_from: '-infinity',
            sale_until: 'infinity',
            visible_from: was.visible_from,
          },
        },
      ],
      colours: [],
    },
  });
});

test('a form yields its changed fields with their previous values, and no others', () => {
  expect(changesOfProduct(beanie, { ...beanie, colours: [{ ...rust }, moss] }, 'form')).toBeNull();
  const now = {
    ...beanie,
    price_pence: 3950,
    material: null,
    care: 'Dry clean.',
    weight_grams: null,
    hs_code: '65050090',
    colours: [
      { ...rust, quantity: 5, images: moved(rust.images, 0, 1) },
      { ...moss, archived: false },
    ],
  };
  expect(changesOfProduct(beanie, now, 'form')).toEqual({
    catalogue: {
      products: [
        {
          slug: 'boss-beanie',
          price_pence: 3950,
          care: 'Dry clean.',
          hs_code: '65050090',
          clears: ['material', 'weight_grams'],
          seen: {
            price_pence: 4500,
            material: 'Wool',
            care: 'Hand wash.',
            weight_grams: 85,
            hs_code: null,
          },
        },
      ],
      colours: [
        {
          slug: 'boss-beanie',
          color_name: 'Rust',
          quantity: 5,
          images: ['/b', '/a'],
          seen: { quantity: 3, images: ['/a', '/b'] },
          export: 'form',
        },
        { slug: 'boss-beanie', color_name: 'Moss', archived: false, seen: {} },
      ],
    },
  });
});

test.each([
  [{ weight_grams: 30_000, hs_code: '6505009000' }, null],
  [{ weight_grams: null, hs_code: null }, null],
  [{ weight_grams: 30_001 }, 'The weight must be at most 30000 grams.'],
  [{ hs_code: '6505009' }, 'A commodity code has 6, 8 or 10 digits, such as 6505 00 90.'],
])('of facts that a form may have, %j is answered with %j', (facts, fault) => {
  expect(attributeFault({ ...beanie, ...facts })).toBe(fault);
});

test('sorts files into spreadsheets and pictures, and finds pictures by name', () => {
  const files = ['A.xlsx', '~$A.xlsx', 'IMG 1.JPG', 'note.txt', 'old.xls', 'b.webp', '.DS_Store'];
  const { sheets, pictures } = sortFiles(files.map((name) => new File([''], name)));
  expect(sheets.map(({ name }) => name)).toEqual(['A.xlsx', 'old.xls']);
  expect([...pictures.keys()]).toEqual(['img 1.jpg', 'b.webp']);
});

test('replaces a file’s picture names by their URLs, each once', () => {
  const given = {
    renames: [],
    categories: [],
    products: [],
    colours: [{ slug: 'cap', color_name: 'Red', images: ['a.jpg', 'copy of a.jpg', '/old.webp'] }],
  };
  const sent = ['a.jpg', 'copy of a.jpg'].map((name) => ({
    slug: 'cap',
    name,
    file: undefined,
    address: 'https://pictures.example/a.webp',
  }));
  expect(changesWithPictures(given, sent).catalogue?.colours?.[0]?.images).toEqual([
    'https://pictures.example/a.webp',
    '/old.webp',
  ]);
});
