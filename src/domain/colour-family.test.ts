import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { COLOUR_FAMILIES, colourFamilies, colourFamilyNamed } from './colour-family.ts';

const Catalogue = z.object({
  products: z.array(z.object({ color_variants: z.array(z.object({ color_name: z.string() })) })),
});

describe('the families of a colour', () => {
  test.each([
    ['Noir', ['Black']],
    ['Washed Black', ['Black']],
    ['Ink Navy', ['Blue']],
    ['Bottle Green', ['Green']],
    ['Bone / Oxblood', ['White', 'Red']],
    ['Black and Ink', ['Black']],
    ['Silver/Smoke', ['Metallic', 'Grey']],
    ['ANTIQUE ROSE', ['Pink']],
    ['Camel Check', ['Beige']],
    ['Redwood', ['Other']],
    ['', ['Other']],
  ])('%s', (name, families) => {
    expect(colourFamilies(name)).toEqual(families);
  });

  test('are known for every colour of the seed catalogue', () => {
    const file = new URL('../../supabase/seed/catalogue.json', import.meta.url);
    const { products } = Catalogue.parse(JSON.parse(readFileSync(file, 'utf8')));
    const names = products.flatMap(({ color_variants }) =>
      color_variants.map(({ color_name }) => color_name),
    );
    expect(names.filter((name) => colourFamilies(name).includes('Other'))).toEqual([]);
  });
});

test('a family is named whatever its case', () => {
  expect(colourFamilyNamed('metallic')).toBe('Metallic');
  expect(colourFamilyNamed('mauve')).toBeUndefined();
  expect(new Set(COLOUR_FAMILIES).size).toBe(COLOUR_FAMILIES.length);
});
