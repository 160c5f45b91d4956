import { describe, expect, test } from 'vitest';
import { listedProduct } from '#tests/support/edited-product.ts';
import { bulkChanges, bulkTitle } from './bulk-changes.ts';
import { dearerFor, dearerLines, formerPrices, reduced } from './bulk-sale.ts';
import { filtersIn, listPlace, nextSort } from '../catalogue/product-filters.ts';

const beanie = listedProduct();
const cap = listedProduct({ slug: 'cap', archived: true, sale_price_pence: 100, category: 'caps' });

test('several products are archived, moved and reduced by one release, those alone that change', () => {
  const both = [beanie, cap];
  expect(bulkChanges(both, { kind: 'archive' })?.catalogue?.products).toEqual([
    { slug: 'boss-beanie', archived: true, seen: {} },
  ]);
  expect(bulkChanges(both, { kind: 'restore' })?.catalogue?.products).toEqual([
    { slug: 'cap', archived: false, seen: {} },
  ]);
  const toCaps = { kind: 'category', category: 'caps', name: 'Caps' } as const;
  expect(bulkChanges(both, toCaps)?.catalogue?.products).toEqual([
    { slug: 'boss-beanie', category: 'caps', seen: { category: 'beanies' } },
  ]);
  expect(bulkChanges([cap], toCaps)).toBeNull();
  expect(bulkChanges(both, { kind: 'no sale' })?.catalogue?.products).toEqual([
    { slug: 'cap', sale_price_pence: 0, seen: { sale_price_pence: 100 } },
  ]);
  const sale = {
    kind: 'sale',
    percent: 15,
    from: null,
    until: '2027-01-01T00:00:00Z',
    except: ['cap'],
  } as const;
  expect(bulkChanges(both, sale)?.catalogue?.products).toEqual([
    {
      slug: 'boss-beanie',
      sale_price_pence: 3825,
      sale_from: '-infinity',
      sale_until: '2027-01-01T00:00:00Z',
      seen: { sale_price_pence: 0, sale_from: '-infinity', sale_until: 'infinity' },
    },
  ]);
  expect(bulkTitle(2, sale)).toBe('15 % off 2 products');
  expect(bulkTitle(1, toCaps)).toBe('Move 1 product to Caps');
  expect([reduced(3999, 33), reduced(1, 99)]).toEqual([2679, 1]);
});

describe('a sale of several products', () => {
  const now = Date.parse('2026-11-28T12:00:00Z');
  const [friday, sunday] = ['2026-12-04T18:00:00Z', '2026-12-06T18:00:00Z'];
  const sale = { percent: 15, from: null, until: sunday };

  test.each<[name: string, reducedTo: Parameters<typeof listedProduct>[0], isDearer: boolean]>([
    ['replaces none', {}, false],
    ['replaces a lower price', { sale_price_pence: 3800, sale_until: friday }, true],
    [
      'replaces a higher price that ends earlier',
      { sale_price_pence: 3900, sale_until: friday },
      false,
    ],
    ['replaces a higher price that lasts longer', { sale_price_pence: 3900 }, true],
    [
      'replaces a planned one',
      { sale_price_pence: 3800, sale_from: friday, sale_until: sunday },
      true,
    ],
    [
      'replaces one that is over',
      { sale_price_pence: 3800, sale_until: '2026-11-01T00:00:00Z' },
      false,
    ],
  ])('that %s', (_, product, isDearer) => {
    expect(dearerFor([listedProduct(product)], sale, now)).toHaveLength(Number(isDearer));
  });

  test('that begins later than a running one is dearer until then', () => {
    const running = listedProduct({ sale_price_pence: 4000, sale_until: sunday });
    expect(dearerFor([running], { ...sale, from: friday }, now)).toEqual([running]);
    expect(dearerFor([running], sale, now)).toEqual([]);
  });

  test('names what becomes dearer, and what shows no former price and why', () => {
    const dear = listedProduct({ name: 'Cap', price_pence: 4800, sale_price_pence: 3900 });
    expect(dearerLines([dear], 15)).toEqual(['Cap: £39.00 → £40.80']);
    expect(dearerLines([listedProduct({ sale_price_pence: 3825 })], 15)).toEqual([
      'Boss Beanie: £38.25, at other times',
    ]);
    expect(
      dearerLines(
        Array.from({ length: 8 }, () => dear),
        15,
      )[5],
    ).toBe('and 3 more');
    const fresh = listedProduct({ name: 'Cap', regular_since: '2026-11-20T00:00:00Z' });
    expect(formerPrices([beanie], sale, now).text).toMatch(/crossed out beside each/);
    expect(formerPrices([beanie, fresh], sale, now)).toEqual({
      text: 'Shoppers see the former price crossed out beside 1 of 2.',
      lines: [
        expect.stringMatching(/^Cap: Shoppers see only the sale price: £45\.00 must have been/),
      ],
    });
    expect(formerPrices([beanie], { ...sale, until: null }, now).text).toMatch(/needs an end/);
  });
});

test('a list’s filters are in its URL, unknown ones left out', () => {
  const query = { q: 'cap', state: 'live', stock: 'empty', sort: 'price_back', after: '50' };
  const filters = filtersIn({ at: 'catalogue', page: 'products', query });
  expect(filters).toMatchObject({ q: 'cap', state: 'live', sort: 'price_back', after: 50 });
  const { stock: _, ...kept } = query;
  expect(listPlace(filters).query).toEqual(kept);
  expect([nextSort('newest', 'price'), nextSort('price', 'price')]).toEqual([
    'price',
    'price_back',
  ]);
  expect(nextSort('price_back', 'price')).toBe('newest');
});
