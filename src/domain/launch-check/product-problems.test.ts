import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { productProblems, type SoldProduct } from './product-problems.ts';

const beanie: SoldProduct = {
  name: 'Boss Beanie',
  category_name: 'Beanies',
  material: '60% wool, 40% acrylic',
  safety: null,
  customs: { weight_grams: 85, hs_code: '65050090', origin_country: 'PT' },
};
const shades = { ...beanie, name: 'Shades', category_name: 'Sunglasses', material: 'Nylon' };

const missing = (product: SoldProduct) => productProblems([product]).map(({ field }) => field);

test('the first catalogue has the facts required by law and customs', () => {
  const Product = z.object({
    name: z.string(),
    category: z.string(),
    material: z.string(),
    safety: z.string().default(''),
    weight_grams: z.int(),
    hs_code: z.string(),
    origin_country: z.string(),
  });
  const file = new URL('../../../supabase/seed/catalogue.json', import.meta.url);
  const { products } = z
    .object({ products: z.array(Product) })
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(products.length).toBeGreaterThan(20);
  expect(
    productProblems(
      products.map(({ name, category, material, safety, ...customs }) => ({
        name,
        category_name: category,
        material,
        safety: safety || null,
        customs,
      })),
    ),
  ).toEqual([]);
});

test.each([
  '100% merino wool',
  '100 % Baumwolle cotton',
  'Shell: 100% recycled nylon. Lining: 52,5% polyester, 47.5% cotton',
  'Full-grain cowhide, solid brass buckle',
  'Outside: 80% wool, 20% polyamide; lining: 100% viscose.',
])('the material %j has the shares required by law', (material) => {
  expect(missing({ ...beanie, material })).toEqual([]);
});

test.each([
  null,
  'Wool blend',
  '60% wool, acrylic',
  '60% wool, 30% acrylic',
  'Shell: 100% cotton. Lining: silk',
])('the material %j lacks them', (material) => {
  expect(missing({ ...beanie, material })).toEqual([
    'Products without material with the share of each fibre: Boss Beanie',
  ]);
});

test.each([
  [shades, 'Products without safety text: Shades'],
  [
    { ...beanie, customs: { weight_grams: 85, hs_code: null, origin_country: 'PT' } },
    'Products without commodity code: Boss Beanie',
  ],
  [
    { ...beanie, customs: { weight_grams: 85, hs_code: '650500', origin_country: null } },
    'Products without country of origin: Boss Beanie',
  ],
  [
    { ...beanie, customs: { weight_grams: null, hs_code: '650500', origin_country: 'PT' } },
    'Products without weight: Boss Beanie',
  ],
])('missing facts are reported with the product: %j', (product, field) => {
  expect(missing(product)).toEqual([field]);
  const { customs: _, ...known } = product;
  expect(missing({ ...known, safety: 'Filter category 3.' })).toEqual([]);
});

test('a problem of many products names only the first twenty', () => {
  const [problem] = productProblems(Array.from({ length: 23 }, () => shades));
  expect(problem?.field).toMatch(/^Products without safety text: (Shades, ){20}and 3 more$/);
});
