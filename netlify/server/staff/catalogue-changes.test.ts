import { expect, test } from 'vitest';
import { requireCatalogue } from './catalogue-changes.ts';

const hat = { slug: 'dawn-hat', name: 'Dawn Hat', price_pence: 4500, category: 'beanies' };
const rust = { slug: 'dawn-hat', color_name: 'Rust', quantity: 3, images: ['/catalogue/a.jpg'] };

const product = (fields: object) => ({ products: [{ ...hat, ...fields }] });
const colour = (fields: object) => ({ colours: [{ ...rust, ...fields }] });

test('changes as forms and spreadsheets make them are kept', async () => {
  const changes = {
    renames: [{ slug: 'dawn-hat', colour: 'Red', now: 'Rust' }],
    categories: [{ slug: 'gloves', name: 'Gloves' }],
    products: [
      {
        ...hat,
        description: 'One.\n\nTwo.',
        sale_price_pence: 0,
        sale_from: '-infinity',
        sale_until: '2026-12-01T00:00:00+00:00',
        created_at: '2026-03-14',
        visible_from: null,
        seen: { visible_from: '9999-01-01', old: 1 },
        clears: ['material'],
        archived: false,
      },
    ],
    colours: [
      { ...rust, images: ['/catalogue/a.jpg', '/catalogue/b.jpg'], alts: ['', 'Its back'] },
    ],
  };
  expect(await requireCatalogue(changes)).toEqual(changes);
});

test.each([
  [product({ name: 'x'.repeat(121) }), 'products, 0, name: At most 120 characters'],
  [product({ name: 'Dawn\u0007Hat' }), 'products, 0, name: The text must be on one line'],
  [product({ name: 'Dawn\u202EHat' }), 'products, 0, name: The text must be on one line'],
  [product({ name: 'Dawn\r\nHat' }), 'products, 0, name: The text must be on one line'],
  [product({ name: '\tDawn Hat' }), 'products, 0, name: Remove the spaces'],
  [product({ description: 'One.\u200B' }), 'products, 0, description: The text contains'],
  [product({ care: 'x'.repeat(301) }), 'products, 0, care: At most 300 characters'],
  [product({ created_at: '9999-01-01' }), 'products, 0, created_at: Choose a day'],
  [product({ visible_from: 'infinity' }), 'products, 0, visible_from: Choose a day'],
  [product({ sale_until: '-infinity' }), 'products, 0, sale_until'],
  [product({ slug: 'Dawn Hat' }), 'products, 0, slug: Not a valid slug.'],
  [product({ comes_with: '1' }), 'products, 0'],
  [colour({ color_name: 'x'.repeat(61) }), 'colours, 0, color_name: At most 60 characters'],
  [colour({ alts: ['x'.repeat(201)] }), 'colours, 0, alts, 0'],
  [{ categories: [{ slug: 'hats', name: 'Ha\nts' }] }, 'categories, 0, name: The text must'],
  [{ renames: [{ slug: 'a', colour: null, now: 'B c' }] }, 'renames, 0'],
  ['all of it', 'expected object'],
])('%j is refused in words', async (changes, detail) => {
  await expect(requireCatalogue(changes)).rejects.toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining(detail), reason: 'changes_invalid' },
  });
});
