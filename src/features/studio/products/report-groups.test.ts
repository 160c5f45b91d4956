import { expect, test } from 'vitest';
import { nothing } from '#tests/support/catalogue-report.ts';
import { editedProduct } from '#tests/support/edited-product.ts';
import type { CatalogueReport, ReleaseReport } from '#domain/contracts/staff-releases.ts';
import { productAfter } from './product-after.ts';
import { productGroups } from './report-groups.ts';
import { contentRelease } from '../content/pages/content-release.tsx';
import { productRelease } from './product-release.tsx';
import { productWarnings } from './product-warnings.ts';

const beanie = editedProduct({
  regular_since: null,
  colours: [
    {
      color_name: 'Rust',
      position: 1,
      sku: 'A-1',
      gtin: null,
      hex: null,
      worn: null,
      film: null,
      quantity: 3,
      archived: false,
      images: ['/a.webp', '/b.webp'],
      alts: [],
    },
    {
      color_name: 'Moss',
      position: 2,
      sku: 'A-1',
      gtin: null,
      hex: null,
      worn: null,
      film: null,
      quantity: 1,
      archived: false,
      images: [],
      alts: [],
    },
  ],
});

test('groups changes by product in the order of the form, each cell with its texts before and after', () => {
  const report: CatalogueReport = {
    ...nothing,
    renamed: [
      { slug: 'boss-beanie', colour: null, now: 'chief-beanie' },
      { slug: 'chief-beanie', colour: 'Rust', now: 'Ochre' },
    ],
    products: {
      added: [],
      changed: [
        {
          slug: 'chief-beanie',
          changes: [
            { field: 'care', was: null, now: 'Wash cold' },
            { field: 'price_pence', was: 4500, now: 3950 },
            { field: 'weight_grams', was: null, now: 80 },
            { field: 'name', was: 'Boss Beanie', now: 'Chief Beanie' },
          ],
        },
      ],
    },
    colours: {
      added: [],
      changed: [
        {
          slug: 'chief-beanie',
          colour: 'Ochre',
          changes: [
            { field: 'images', was: ['/a.webp', '/b.webp'], now: ['/b.webp', '/a.webp'] },
            { field: 'quantity', was: 3, now: 8, moves: true },
          ],
        },
      ],
    },
    archived: { products: [], colours: [{ slug: 'chief-beanie', colour: 'Moss' }] },
  };
  const [group, ...others] = productGroups(report, undefined);
  if (!group) throw new Error('No group');
  expect(others).toEqual([]);
  expect(group).toMatchObject({ slug: 'chief-beanie', oldSlug: 'boss-beanie', leaves: false });
  expect(group.cells.map(({ colour, name, was, now }) => [colour, name, was, now])).toEqual([
    [null, 'Name', 'Boss Beanie', 'Chief Beanie'],
    [null, 'Price', '£45.00', '£39.50'],
    ['Ochre', 'Colour', 'Rust', 'Ochre'],
    ['Ochre', 'Stock', '3', '8 (+5)'],
    ['Ochre', 'Pictures', '2 pictures', '2 pictures'],
    ['Moss', 'In the shop', 'on sale', 'archived'],
    [null, 'Care', '', 'Wash cold'],
    [null, 'Weight', '', '80 g'],
    [null, 'Slug', 'boss-beanie', 'chief-beanie'],
  ]);
  expect(productAfter(group, beanie, report, undefined)).toEqual({
    ...beanie,
    slug: 'chief-beanie',
    name: 'Chief Beanie',
    care: 'Wash cold',
    weight_grams: 80,
    price_pence: 3950,
    colours: [
      {
        color_name: 'Ochre',
        position: 1,
        sku: 'A-1',
        gtin: null,
        hex: null,
        worn: null,
        film: null,
        quantity: 8,
        archived: false,
        images: ['/b.webp', '/a.webp'],
        alts: [],
      },
      { ...beanie.colours[1], archived: true },
    ],
  });
});

test('omits the times of a missing sale', () => {
  const changes = [
    { field: 'sale_price_pence', was: 0, now: 3000 },
    { field: 'sale_from', was: '-infinity', now: '2026-11-27T09:00:00+00:00' },
    { field: 'sale_until', was: 'infinity', now: '2026-12-01T09:00:00+00:00' },
  ];
  const report = {
    ...nothing,
    products: { added: [], changed: [{ slug: 'boss-beanie', changes }] },
  };
  const [group] = productGroups(report, undefined);
  expect(group?.cells.map(({ was, now }) => [was, now])).toEqual([
    ['none', '£30.00'],
    ['', 'Friday 27 November 2026 at 09:00 GMT'],
    ['', 'Tuesday 1 December 2026 at 09:00 GMT'],
  ]);
});

test('a new product has its file’s values, and likely mistakes need confirmation', () => {
  const report: CatalogueReport = {
    ...nothing,
    products: { added: ['cap'], changed: [] },
    colours: { added: [{ slug: 'cap', colour: 'Red' }], changed: [] },
    price_jumps: [{ slug: 'boss-beanie', was: 4500, now: 450_000 }],
    mass_archive: 12,
    oversold: [{ slug: 'boss-beanie', colour: 'Rust', quantity: 1, held: 2 }],
  };
  const given = {
    products: [
      { slug: 'cap', care: 'Net-zero washing', name: 'Cap', category: 'caps', price_pence: 2000 },
    ],
    colours: [{ slug: 'cap', color_name: 'red', quantity: 4, position: 1 }],
  };
  const groups = productGroups(report, given);
  expect(groups[0]).toMatchObject({ slug: 'cap', isNew: true });
  expect(groups[0]?.cells.map(({ name, was, now }) => [name, was, now])).toEqual([
    ['Name', '', 'Cap'],
    ['Price', '', '£20.00'],
    ['Category', '', 'caps'],
    ['Colour', '', 'Red'],
    ['Stock', '', '4'],
    ['Care', '', 'Net-zero washing'],
  ]);
  const [group] = groups;
  expect(group && productAfter(group, undefined, report, given)).toMatchObject({
    name: 'Cap',
    price_pence: 2000,
    colours: [{ color_name: 'red', quantity: 4, images: [] }],
  });
  const preview = {
    report: {
      catalogue: report,
      content: null,
      pages: null,
      redirects: null,
      order: null,
      menu: null,
    },
  };
  expect(productWarnings(preview, { catalogue: given }).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^cap: “Net-zero”: the EU bans/),
    'boss-beanie: the price goes from £45.00 to £4,500.00 (+9900 %).',
    'This archives 12 products: more than a fifth of the shop.',
    'cap has no picture.',
    'boss-beanie / Rust: open checkouts hold 2, the stock becomes 1. Shoppers who pay for a missing piece are refunded.',
  ]);
});

test('problems that would fail the build cannot be confirmed away', () => {
  const report: CatalogueReport = {
    ...nothing,
    lacking: [
      { slug: 'cap', facts: ['material'] },
      { slug: 'shades', facts: ['safety'] },
    ],
  };
  const content = {
    changed: [
      { key: 'terms', was: null, now: { text: '' } },
      { key: 'faq', was: null, now: [] },
    ],
    conflicts: [],
  };
  const preview = {
    report: { catalogue: report, content, pages: null, redirects: null, order: null, menu: null },
  };
  const blockersOf = (of: typeof preview) =>
    [productRelease, contentRelease].flatMap(({ blockers }) => blockers?.(of) ?? []);
  expect(productWarnings(preview, {})).toEqual([]);
  expect(blockersOf(preview)).toEqual([
    'cap has no material with the share of each fibre.',
    'shades has no safety text.',
    'Terms lacks the company’s name (2015 Regulations, reg. 25; E-Commerce Regulations 2002, reg. 6).',
    ...Array.from({ length: 8 }, () => expect.stringMatching(/^Terms lacks /)),
  ]);
});

test('a release of which nothing can be applied any more changes nothing', () => {
  const none = { pages: null, redirects: null, order: null, menu: null };
  const change = { key: 'terms', was: null, now: { text: '' } };
  const conflict = { key: 'terms', seen: null, shop: null, file: { text: '' } };
  const isIn = (of: Partial<ReleaseReport>) =>
    [productRelease, contentRelease].some((kind) =>
      kind.isIn({ ...none, catalogue: nothing, content: null, ...of }),
    );
  expect(isIn({ content: { changed: [], conflicts: [conflict] } })).toBe(false);
  expect(isIn({ content: { changed: [change], conflicts: [] } })).toBe(true);
  const archived = { products: ['cap'], colours: [] };
  expect(isIn({ catalogue: { ...nothing, archived } })).toBe(true);
});
