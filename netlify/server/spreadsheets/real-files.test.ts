import { zipSync } from 'fflate';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { factNames } from '#domain/product-facts.ts';
import { eachOf } from '#domain/each-of.ts';
import { changesOf } from './changes.ts';
import { checkRows } from './check-rows.ts';
import { csvOf } from './export-catalogue.ts';
import type { Exported, ExportedProduct } from './exported-catalogue.ts';
import { describeMistakes } from './mistake.ts';
import { readFileRows } from './read-file.ts';
import { workbookOf } from './write-workbook.ts';

const categories = [
  { slug: 'beanies', name: 'Beanies' },
  { slug: 'bucket-hats', name: 'Bucket Hats' },
];

/** What an import of a file would ask of the database. */
async function changesIn(bytes: Uint8Array, name: string) {
  const rows = await readFileRows(bytes, name);
  const { catalogue, mistakes } = checkRows(rows, categories);
  return {
    mistakes: describeMistakes(mistakes),
    notes: rows.notes,
    given: changesOf(catalogue, rows.memory, [], (_slug, picture) => picture),
  };
}

/** Stock is always told, with what the export saw. */
function counted(quantity: number) {
  return { quantity, seen: { quantity }, export: expect.any(String) };
}

function fixture(name: string): Buffer {
  return readFileSync(path.join(import.meta.dirname, 'fixtures', name));
}

describe('an exported file that was edited', () => {
  const old =
    'The file is not in UTF-8; it was read as Windows-1252. Check these letters in the preview: £ è “ ”';
  const days = 'Days are read as in Britain, day first: “03/04/2024” in J3 is 3 April 2024.';
  const aside = 'This column is left aside: P “Notes”.';

  test.each([
    ['libreoffice.xlsx', [aside]],
    ['libreoffice.ods', [aside]],
    ['libreoffice-comma-utf8.csv', [aside]],
    ['libreoffice-semicolon-1252.csv', [old, aside]],
    ['libreoffice-tab-utf16.csv', [aside]],
    ['excel.xlsx', [aside]],
    ['excel-sep-1252.csv', [old, aside, days]],
  ])('is read from %s, and only what was edited counts', async (name, notes) => {
    expect(await changesIn(fixture(name), name)).toEqual({
      mistakes: [],
      notes,
      given: {
        renames: [],
        categories: [{ slug: 'gloves', name: 'Gloves' }],
        products: [
          { slug: 'mob-cap', category: 'gloves', seen: { category: 'bucket-hats' } },
          {
            slug: 'boss-beanie',
            price_pence: 3900,
            created_at: '2024-03-15',
            seen: { price_pence: 3800, created_at: '2024-03-14T00:00:00+00:00' },
          },
        ],
        colours: [
          { slug: 'mob-cap', color_name: 'Ink', ...counted(0) },
          { slug: 'boss-beanie', color_name: 'Rust', ...counted(24), quantity: 30 },
          { slug: 'boss-beanie', color_name: 'Bone', ...counted(12) },
        ],
      },
    });
  });

  test('is read whatever its ending says', async () => {
    const { mistakes } = await changesIn(fixture('libreoffice.ods'), 'catalogue.csv');
    expect(mistakes).toEqual([]);
  });
});

/** A workbook of which the directory promises four gigabytes. */
function bomb(): Buffer {
  const bytes = Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(1024) }));
  bytes.writeUInt32LE(0xf0000000, bytes.lastIndexOf('PK\u0001\u0002', undefined, 'latin1') + 24);
  return bytes;
}

describe('what is no spreadsheet', () => {
  test.each([
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'This is an old Excel file'],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]), 'This is not a spreadsheet.'],
    ['a web page', Buffer.from('<html><table>'), 'This is a web page, not a spreadsheet.'],
    [
      'another archive',
      Buffer.from(zipSync({ 'a.txt': new Uint8Array(3) })),
      'This is not a spreadsheet that can be read.',
    ],
    ['half a workbook', fixture('excel.xlsx').subarray(0, 3000), 'The spreadsheet is damaged'],
    ['a workbook that unpacks to gigabytes', bomb(), 'The file is far too large'],
  ])('is refused: %s', async (_name, bytes, message) => {
    const { mistakes } = await readFileRows(bytes, 'catalogue.xlsx');
    expect(mistakes.map((mistake) => mistake.message)).toEqual([expect.stringContaining(message)]);
  });
});

/** Texts that spreadsheets like to make something else of. */
const text = fc
  .oneof(
    fc.constantFrom(
      '=1+1',
      '1-2',
      '007',
      '12/03',
      'TRUE',
      'a\nb',
      '“x” | y',
      "'quoted",
      '1e5',
      '£',
    ),
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
  )
  .map((words) => words.replaceAll(/[\p{C}\u2028\u2029\uFFFD]/gu, '').trim())
  .filter((words) => words !== '' && !/^#[A-Z]/.test(words));
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const line = text.map((words) => words.replaceAll('\n', ' '));

const product: fc.Arbitrary<ExportedProduct> = fc.record({
  slug: fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8})?$/),
  name: line,
  description: fc.oneof(text, fc.constant('')),
  ...eachOf(factNames, () => orNull(line)),
  weight_grams: orNull(fc.integer({ min: 1, max: 30_000 })),
  hs_code: orNull(fc.stringMatching(/^\d{6}(\d\d)?$/)),
  origin_country: orNull(fc.constantFrom('PT', 'GB')),
  price_pence: fc.integer({ min: 2, max: 9_999_999 }),
  sale_price_pence: fc.constantFrom(0, 1),
  sale_from: fc.constantFrom('-infinity', '2026-07-01T08:00:00+00:00'),
  sale_until: fc.constantFrom('infinity', '2026-12-01T00:00:00+00:00'),
  category: fc.constantFrom('beanies', 'bucket-hats'),
  created_at: fc.constantFrom('2024-03-04T00:00:00+00:00', '2025-12-31T23:59:59.999999+00:00'),
  // On either side of the clock's changes.
  visible_from: fc.constantFrom(null, '2026-12-04T18:00:00+00:00', '2026-07-01T17:00:00+00:00'),
  color_variants: fc.uniqueArray(
    fc.record({
      color_name: line,
      hex: orNull(fc.stringMatching(/^#[0-9A-F]{6}$/)),
      quantity: fc.nat(1_000_000),
      images: fc.uniqueArray(fc.stringMatching(/^\/[a-z ]{0,4}[a-z]\.jpg$/), {
        minLength: 2,
        maxLength: 3,
      }),
      alts: fc.constantFrom([], ['', 'The back'], ['The front', 'The “back”, with a label']),
    }),
    { minLength: 1, maxLength: 3, selector: ({ color_name }) => color_name.toLowerCase() },
  ),
});
const shop: fc.Arbitrary<Exported> = fc.record({
  categories: fc.constant(categories.map(({ slug, name }) => ({ id: slug, name }))),
  products: fc.uniqueArray(product, { minLength: 1, maxLength: 4, selector: ({ slug }) => slug }),
});

describe('of any catalogue', () => {
  test.each([
    ['workbook', 'all.xlsx', workbookOf],
    ['CSV file', 'all.csv', csvOf],
  ])('an exported %s is read without a mistake or a change', async (_kind, name, write) => {
    await fc.assert(
      fc.asyncProperty(shop, async (exported) => {
        const written = await write(exported);
        const bytes = typeof written === 'string' ? Buffer.from(written) : written;
        const { given, mistakes } = await changesIn(bytes, name);
        expect(mistakes).toEqual([]);
        expect(given).toEqual({
          renames: [],
          categories: [],
          products: exported.products.map(({ slug }) => ({ slug, seen: {} })),
          colours: exported.products.flatMap(({ slug, color_variants }) =>
            color_variants.map(({ color_name, quantity }) =>
              Object.assign(counted(quantity), { slug, color_name }),
            ),
          ),
        });
      }),
      { seed: 16, numRuns: 25 },
    );
  });
});
