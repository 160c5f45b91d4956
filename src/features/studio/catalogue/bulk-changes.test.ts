import { expect, test } from 'vitest';
import { listedProduct } from '#tests/support/edited-product.ts';
import { bulkChanges, bulkTitle, reduced } from './bulk-changes.ts';
import { filtersIn, listPlace, nextSort } from './product-filters.ts';

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
  const sale = { kind: 'sale', percent: 15, from: null, until: '2027-01-01T00:00:00Z' } as const;
  expect(bulkChanges([beanie], sale)?.catalogue?.products).toEqual([
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
