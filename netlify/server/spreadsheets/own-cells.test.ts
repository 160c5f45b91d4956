import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkRows } from './check-rows.ts';
import { columnNames, columns, type ColumnName } from './columns.ts';
import { readFileRows } from './read-file.ts';

const categories = [
  { slug: 'beanies', name: 'Beanies' },
  { slug: 'caps', name: 'Caps' },
];
const collections = [
  { id: 'autumn', name: 'Autumn', in_menu: true, rule: null, products: [] },
  { id: 'gifts', name: 'Gifts', in_menu: true, rule: null, products: [] },
];

/** Values that the columns take, as people write them. */
const fitting: Partial<Record<ColumnName, readonly string[]>> = {
  weight_grams: ['85', '90 g'],
  hs_code: ['6505 00 90', '650500'],
  origin_country: ['PT', 'Portugal', 'it'],
  price: ['45', '£45.00', '39,50'],
  sale_price: ['30', '£31.00', 'none'],
  sale_from: ['2026-12-01 09:00', '02/12/2026 10:00'],
  sale_until: ['2026-12-24 09:00', '24/12/2026 18:00'],
  category: ['Beanies', 'caps'],
  collections: ['Autumn', 'Autumn | Gifts', 'none'],
  added: ['2024-03-14', '14/03/2024'],
  visible_from: ['2026-12-01 09:00', '2027-01-01 10:00'],
  swatch: ['#AA5533', '#101820'],
  stock: ['3', '0', '12'],
  share_picture: ['a.jpg', 'b.jpg'],
  worn: ['a.jpg', 'b.jpg'],
  film: ['/catalogue/a.mp4', '/catalogue/b.webm'],
  alts: ['Front', 'Front|Back', '|Back'],
};
const gtins = ['4006381333931', '5012345678900', '036000291452'];
const oddities = [
  '-3',
  "'7",
  '1.2E+3',
  'a|b',
  '&eacute;',
  '0',
  '\u200B',
  '2026-13-45',
  'none',
  '€20',
  ';',
  '<b>',
  'x',
];

const labels = [...columnNames.map((name) => columns[name].sheet), 'Notes', 'Prise'];

/** Outcome of a file, by its cells below the header. */
async function outcomeOf(rows: readonly (readonly string[])[]) {
  const lines = [labels, ...rows].map((row) => row.map((text) => `"${text}"`).join(','));
  const file = await readFileRows(Buffer.from(lines.join('\n')), 'catalogue.csv');
  const { catalogue, mistakes } = checkRows(file, categories, collections);
  return { catalogue, mistakes, aside: file.aside, notes: file.notes };
}

test('every cell of the shop’s own file changes the outcome, or is named', async () => {
  const row = fc
    .tuple(fc.constantFrom('cap', 'hat'), fc.array(fc.nat(5), { minLength: 40, maxLength: 40 }))
    .map(([slug, picks]) => ({ slug, picks }));
  const odd = fc.option(
    fc.record({
      line: fc.nat(2),
      place: fc.nat(labels.length - 1),
      text: fc.constantFrom(...oddities),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 3 }), odd, async (given, change) => {
      const table = given.map(({ slug, picks }, line) =>
        labels.map((label, place) => {
          if (change?.line === line && change.place === place) return change.text;
          const name = columnNames[place];
          if (label === 'slug') return slug;
          if (label === 'colour') return `Colour ${line}`;
          const pick = picks[place] ?? 0;
          const isShared = name !== undefined && columns[name].of === 'product';
          const first = given.findIndex((one) => one.slug === slug);
          if (isShared && first !== line) return '';
          if (name === 'sku') return `SKU-${line}`;
          if (name === 'gtin') return gtins[line] ?? '';
          if (name === 'pictures') return 'a.jpg | b.jpg';
          if (name !== undefined && columns[name].required)
            return fitting[name]?.[pick % 2] ?? `${label} ${line}`;
          if (pick === 0 || (label === 'Prise' && pick < 5)) return '';
          const choices = (name && fitting[name]) ?? [`${label} ${line}`];
          return choices[pick % choices.length] ?? '';
        }),
      );
      const outcome = await outcomeOf(table);
      const named = new Set([...outcome.mistakes, ...outcome.aside].map((one) => one.cell));
      expect(outcome.mistakes.filter(({ place }) => place === null)).toEqual([]);
      // A file with mistakes changes nothing in the shop.
      if (outcome.mistakes.length > 0) return;
      const lost: string[] = [];
      for (const [line, cells] of table.entries()) {
        for (const [place, text] of cells.entries()) {
          const label = labels[place] ?? '';
          const cell = `${place < 26 ? '' : 'A'}${String.fromCodePoint(65 + (place % 26))}${line + 2}`;
          if (text.trim() === '' || named.has(cell)) continue;
          if (outcome.notes.some((note) => note.includes(`“${label}”`))) continue;
          const without = table.map((other, at) =>
            at === line ? other.map((one, where) => (where === place ? '' : one)) : other,
          );
          if (JSON.stringify(await outcomeOf(without)) === JSON.stringify(outcome))
            lost.push(`${label}: ${text}`);
        }
      }
      expect(lost).toEqual([]);
    }),
    { seed: 16, numRuns: 60 },
  );
});
