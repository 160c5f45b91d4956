import { describe, expect, test } from 'vitest';
import { cardFacts } from './card-view.ts';
import { pageSizes, paginate, sortProducts, toCards } from './listing.ts';
import { EVERYTHING, readListingState, writeListingState } from './listing-state.ts';
import { ignoredPriceText, parsePriceRange } from '../money/price-range.ts';
import type { ListingCard, SortKey } from './listing.ts';
import type { ListingState } from './listing-state.ts';
import { colour, product } from '#tests/support/sample-product.ts';

const old = product({ id: 1, price: '£20.00', created_at: '2024-01-01T00:00:00Z' });
const middle = product({ id: 2, price: 50, created_at: '2024-02-01T00:00:00Z' });
const recent = product({
  id: 3,
  price: 'Rs 20',
  created_at: '2024-03-01T00:00:00Z',
  category_name: 'Women',
});
const products = [middle, old, recent];

describe('a price range is two numbers separated by a hyphen', () => {
  test.each([
    ['20 - 50', { min: 20, max: 50 }],
    ['20-50', { min: 20, max: 50 }],
    [' 19.99 - 20.01 ', { min: 19.99, max: 20.01 }],
    ['£20 - £1,000', { min: 20, max: 1000 }],
    ['50 - 20', { min: 50, max: 20 }],
    ['10,50-20,50', { min: 10.5, max: 20.5 }],
    ['10,5 – 1.200,00', { min: 10.5, max: 1200 }],
    ['10£—50 GBP', { min: 10, max: 50 }],
    ['１０−５０', { min: 10, max: 50 }],
    ['1 000 - 2 000', { min: 1000, max: 2000 }],
  ])('%j', (text, range) => {
    expect(parsePriceRange(text)).toEqual(range);
    expect(ignoredPriceText(text)).toBe('');
  });

  test.each([
    '',
    '-',
    '20',
    '20 -',
    '- 50',
    'a - b',
    '20 - b',
    '10 - 20 - 30',
    '-5 - 20',
    '1 - Infinity',
    '1e1 - 20',
    '1.000 - 2.000',
    '20 to 50',
    '£10 to £50',
    '10 tons 20',
  ])('%j filters nothing', (text) => {
    expect(parsePriceRange(text)).toBeNull();
    expect(ignoredPriceText(text)).toBe(text && 'Not used: write it as min - max.');
  });
});

describe('sorting', () => {
  test.each<[SortKey, number[]]>([
    ['newest', [3, 2, 1]],
    ['price-asc', [3, 1, 2]],
    ['price-desc', [2, 3, 1]],
  ])('%s', (sort, ids) => {
    expect(sortProducts(products, sort).map(({ id }) => id)).toEqual(ids);
  });

  test('does not change the given list', () => {
    sortProducts(products, 'newest');
    expect(products.map(({ id }) => id)).toEqual([2, 1, 3]);
  });
});

test('a listing has one card per colour, and none for a product without colours', () => {
  const cards = toCards([old, product({ id: 9, color_variants: [] })]);
  expect(cards.map(({ key, price, href }) => ({ key, price, href }))).toEqual([
    { key: '1-11', price: 2000, href: '/product-details/1?colour=11' },
    { key: '1-12', price: 2000, href: '/product-details/1?colour=12' },
  ]);
});

/** The first picture on each card of a page of five. */
function firstOf(shown: readonly ListingCard[], page = 1) {
  const { cards } = paginate(shown, page, 5);
  return cards.map((card) => /back|front/.exec(cardFacts(card, 0).first.src)?.[0]);
}

describe('pages', () => {
  const cards = toCards([
    product({ color_variants: Array.from({ length: 25 }, (_, id) => colour(id, 1)) }),
  ]);

  test.each([
    [1, 12, 1, 12, 3],
    [3, 12, 3, 1, 3],
    [4, 12, 1, 12, 3],
    [0, 12, 1, 12, 3],
    [1.5, 12, 1, 12, 3],
    [3, 10, 3, 5, 3],
  ])(
    'page %d of %i cards each is page %i with %i cards of %i pages',
    (page, size, is, count, pages) => {
      const result = paginate(cards, page, size);
      expect(result).toMatchObject({ page: is, pages, total: 25 });
      expect(result.cards).toHaveLength(count);
    },
  );

  test('a card beside another colour of its product begins with its second picture, if it has one', () => {
    const images = [{ image: 'front.jpg' }, { image: 'back.jpg' }];
    const color_variants = [71, 72, 73].map((id) => Object.assign(colour(id, 1), { images }));
    const hat = product({ id: 7, color_variants });
    const beret = product({ id: 8, color_variants: [colour(81, 1), colour(82, 1)] });
    const all = toCards([hat, beret]);
    expect(firstOf(all)).toEqual(['front', 'back', 'back', undefined, undefined]);
    expect(firstOf(all.toSpliced(1, 1))).toEqual(['front', 'back', undefined, undefined]);
    expect(firstOf([...all.slice(3), ...all.slice(3), ...all], 2)).toEqual([
      'front',
      'back',
      undefined,
      undefined,
    ]);
  });

  test('an empty listing is one empty page', () => {
    expect(paginate([], 1, 12)).toEqual({ cards: [], page: 1, pages: 1, total: 0 });
  });

  test('a category has 10 cards a page, all products 12', () => {
    expect(pageSizes).toEqual({ category: 10, all: 12 });
  });
});

describe('the URL of a listing', () => {
  test.each<[string, Partial<ListingState>]>([
    ['', {}],
    ['page=3', { page: 3 }],
    ['sort=price-desc', { sort: 'price-desc' }],
    ['price=20+-+50', { price: '20 - 50' }],
    ['colour=Black', { colours: ['Black'] }],
    ['colour=Black&colour=Red&stock=in', { colours: ['Black', 'Red'], inStock: true }],
    [
      'category=Women&price=20+-+50&sort=price-asc&page=2',
      { category: 'Women', price: '20 - 50', sort: 'price-asc', page: 2 },
    ],
  ])('%j is read and written back', (query, changes) => {
    const state = { ...EVERYTHING, ...changes };
    expect(readListingState(new URLSearchParams(query))).toEqual(state);
    expect(writeListingState(state).toString()).toBe(query);
  });

  test('lists each colour once, whatever its case and order', () => {
    const { colours } = readListingState(new URLSearchParams('colour=red&colour=BLACK&colour=Red'));
    expect(colours).toEqual(['Black', 'Red']);
  });

  test.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'page=99999999',
    'sort=cheapest',
    'sort=',
    'colour=Vermilion',
    'stock=out',
    'q=1',
  ])('%j is the plain page', (query) => {
    expect(readListingState(new URLSearchParams(query))).toEqual(EVERYTHING);
  });
});
