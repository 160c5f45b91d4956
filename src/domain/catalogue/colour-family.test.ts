import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { COLOUR_FAMILIES, colourFamilies, colourFamilyNamed } from './colour-family.ts';

const Catalogue = z.object({
  products: z.array(
    z.object({ color_variants: z.array(z.object({ color_name: z.string(), hex: z.string() })) }),
  ),
});

const seedColours = Catalogue.parse(
  JSON.parse(
    readFileSync(new URL('../../../supabase/seed/catalogue.json', import.meta.url), 'utf8'),
  ),
).products.flatMap(({ color_variants }) => color_variants);

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

  test('are known for every colour in the seed catalogue', () => {
    const names = seedColours.map(({ color_name }) => color_name);
    expect(names.filter((name) => colourFamilies(name).includes('Other'))).toEqual([]);
  });
});

describe('a colour whose name has no known word', () => {
  test.each([
    ['#101010', 'Black'],
    ['#808284', 'Grey'],
    ['#F4F1EA', 'White'],
    ['#C4B193', 'Beige'],
    ['#5E402D', 'Brown'],
    ['#B02A25', 'Red'],
    ['#E3A5B0', 'Pink'],
    ['#D2691E', 'Orange'],
    ['#E0B020', 'Yellow'],
    ['#20382D', 'Green'],
    ['#25314A', 'Blue'],
    ['#4A2A5D', 'Purple'],
  ])('takes its family from its swatch: %s is %s', (swatch, family) => {
    expect(colourFamilies('Aurora', swatch)).toEqual([family]);
  });

  test('is Other without a swatch', () => {
    expect(colourFamilies('Aurora', null)).toEqual(['Other']);
  });

  test('usually gets the family its name would give, in the seed catalogue', () => {
    const alike = seedColours.filter(({ color_name, hex }) =>
      colourFamilies(color_name).some((family) => colourFamilies('Aurora', hex).includes(family)),
    );
    expect(alike.length / seedColours.length).toBeGreaterThan(0.8);
  });
});

test('the name takes precedence over the swatch', () => {
  expect(colourFamilies('Bone / Cobalt', '#B02A25')).toEqual(['White', 'Blue']);
});

test('a family is found regardless of case', () => {
  expect(colourFamilyNamed('metallic')).toBe('Metallic');
  expect(colourFamilyNamed('mauve')).toBeUndefined();
  expect(new Set(COLOUR_FAMILIES).size).toBe(COLOUR_FAMILIES.length);
});
