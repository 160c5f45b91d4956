import { expect, test } from 'vitest';
import { colourRules } from './colour-rules.ts';

const colour = (id: number) => ({ id, color_name: `Colour ${id}`, quantity: 1, images: [] });

test('a colour’s elements are hidden unless that colour is checked, the first’s only once one is', () => {
  expect(colourRules({ color_variants: [colour(3), colour(14)] })).toBe(
    '.product-picker:has([value]:checked:not([value="3"])) [data-of-colour="3"]{display:none}' +
      '.product-picker:not(:has([value="14"]:checked)) [data-of-colour="14"]{display:none}',
  );
});

test('a product without colours hides nothing', () => {
  expect(colourRules({ color_variants: [] })).toBe('');
});
