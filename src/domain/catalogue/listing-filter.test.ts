import { describe, expect, test } from 'vitest';
import { countCards, filterCards } from './listing-filter.ts';
import type { ListingFilter } from './listing-filter.ts';
import { toCards } from './listing.ts';
import { EVERYTHING } from './listing-state.ts';
import { colour, product } from '#tests/support/sample-product.ts';

const cards = toCards([
  product({ id: 1, price: 50, color_variants: [colour(11, 3, 'Noir'), colour(12, 0, 'Bordeaux')] }),
  product({
    id: 2,
    price: '£20.00',
    category_name: 'Women',
    color_variants: [colour(21, 1, 'Bone / Oxblood'), colour(22, 2, 'Sparkle')],
  }),
]);

/** The ids of the colours that pass a filter. */
function left(filter: Partial<ListingFilter>): number[] {
  return filterCards(cards, { ...EVERYTHING, ...filter }).map(({ variant }) => variant.id);
}

describe('a filter passes', () => {
  test.each<[string, Partial<ListingFilter>, number[]]>([
    ['everything without criteria', {}, [11, 12, 21, 22]],
    ['prices between two bounds, both included', { price: '20 - 50' }, [11, 12, 21, 22]],
    ['prices down to the lower bound only', { price: '20.01 - 50' }, [11, 12]],
    ['prices up to the upper bound only', { price: '0 - 49.99' }, [21, 22]],
    ['no price in a reversed range', { price: '50 - 20' }, []],
    ['every price if the text is not a range', { price: 'cheap - 20' }, [11, 12, 21, 22]],
    ['a category regardless of case', { category: 'wOmen' }, [21, 22]],
    ['nothing in an unknown category', { category: 'Hats' }, []],
    ['one colour', { colours: ['Black'] }, [11]],
    ['a two-tone product under each tone', { colours: ['White'] }, [21]],
    ['any of several colours', { colours: ['Black', 'Red'] }, [11, 12, 21]],
    ['colours without a family under Other', { colours: ['Other'] }, [22]],
    ['products in stock', { inStock: true }, [11, 21, 22]],
    ['all criteria combined', { colours: ['Red'], inStock: true, price: '0 - 30' }, [21]],
  ])('%s', (_, filter, ids) => {
    expect(left(filter)).toEqual(ids);
  });
});

describe('the counts', () => {
  test('show the result of each choice with all other filters unchanged', () => {
    const counts = countCards(cards, { ...EVERYTHING, colours: ['Red'], inStock: true });
    expect(counts.total).toBe(1);
    expect(Object.fromEntries(counts.categories)).toEqual({ Women: 1 });
    expect(Object.fromEntries(counts.colours)).toEqual({ Black: 1, White: 1, Red: 1, Other: 1 });
    expect(counts.inStock).toBe(1);
  });

  test('include the in-stock count beside an unticked box', () => {
    expect(countCards(cards, EVERYTHING)).toMatchObject({ inStock: 3, total: 4 });
  });
});

test('a colour whose name has no known word is filtered by its swatch', () => {
  const aurora = { ...colour(31, 1, 'Aurora'), hex: '#25314A' };
  const swatched = toCards([product({ id: 3, color_variants: [aurora] })]);
  const filter: ListingFilter = { ...EVERYTHING, colours: ['Blue'] };
  expect(filterCards(swatched, filter)).toHaveLength(1);
  expect(countCards(swatched, filter).colours.get('Blue')).toBe(1);
});
