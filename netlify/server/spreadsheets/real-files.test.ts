import { zipSync } from 'fflate';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { eachFact, facts } from '#domain/catalogue/product-facts.ts';
import { changesOf } from './changes.ts';
import { checkRows } from './check-rows.ts';
import { collectionOrders } from './collections-of-products.ts';
import { csvOf } from './export-catalogue.ts';
import type { Exported, ExportedProduct } from './exported-catalogue.ts';
import { describeMistakes } from './mistake.ts';
import { readFileRows } from './read-file.ts';
import type { Cell } from './table.ts';
import { tableRows } from './table-rows.ts';
import { workbookTables } from './workbook-tables.ts';
import { workbookOf } from './write-workbook.ts';

const categories = [
  { slug: 'beanies', name: 'Beanies' },
  { slug: 'bucket-hats', name: 'Bucket Hats' },
];

const collections: Exported['collections'] = [
  { id: 'autumn', name: 'Autumn Drop', in_menu: true, rule: null, products: ['mob-cap', 'hat'] },
  { id: 'none', name: 'None', in_menu: false, rule: null, products: [] },
  { id: 'or', name: 'This | That', in_menu: true, rule: null, products: [] },
  { id: 'gifts', name: '-5° Gifts', in_menu: true, rule: { price_under: 5000 }, products: [] },
  {
    id: 'news',
    name: 'News',
    in_menu: true,
    rule: { categories: ['bucket-hats', 'gone'], price_over: 1050, on_sale: true, newest: 12 },
    products: ['hat'],
  },
];
const inShop: Exported = {
  categories: categories.map(({ slug, name }) => ({ id: slug, name })),
  collections,
  products: [],
};

/** Arguments of a file's import to the database. */
async function changesIn(bytes: Uint8Array, name: string) {
  const rows = await readFileRows(bytes, name);
  const { catalogue, mistakes } = checkRows(rows, categories, collections);
  return {
    order: collectionOrders(catalogue, rows.memory, [], inShop),
    mistakes: describeMistakes(mistakes),
    notes: rows.notes,
    given: changesOf(catalogue, rows.memory, []),
  };
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
      order: {},
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
          { slug: 'mob-cap', color_name: 'Ink', seen: {} },
          {
            slug: 'boss-beanie',
            color_name: 'Rust',
            quantity: 30,
            seen: { quantity: 24 },
            export: expect.any(String),
          },
          { slug: 'boss-beanie', color_name: 'Bone', seen: {} },
        ],
      },
    });
  });

  test('is read whatever its ending says', async () => {
    const { mistakes } = await changesIn(fixture('libreoffice.ods'), 'catalogue.csv');
    expect(mistakes).toEqual([]);
  });
});

function links(...all: string[]): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
}

/** An Excel workbook with one sheet, whose styles are plain, 0%, and £. */
function workbook(rows: string): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const related = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${kind}" Target="${target}"/>`;
  const files = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': links(related('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': links(
      related('r1', 'worksheet', 'worksheets/sheet1.xml'),
      related('r2', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="170" formatCode="[$€-2] 0.00"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="9" applyNumberFormat="1"/><xf numFmtId="170" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  };
  return Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, Buffer.from(xml)])),
    ),
  );
}

const labels = ['slug', 'name', 'price', 'category', 'colour', 'stock', 'sale price'];

function excelText(text: string): string {
  return `<c t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** An OpenDocument sheet with a row for each list of cells. */
function openDocument(...rows: string[][]): Buffer {
  const [office, table, text] = ['office', 'table', 'text'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const lines = rows.map((cells) => `<table:table-row>${cells.join('')}</table:table-row>`);
  const xml = `<office:document-content ${office} ${table} ${text}><office:body><office:spreadsheet><table:table table:name="S">${lines.join('')}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const mimetype = Buffer.from('application/vnd.oasis.opendocument.spreadsheet');
  return Buffer.from(zipSync({ mimetype, 'content.xml': Buffer.from(xml) }));
}

function openText(words: string): string {
  return `<table:table-cell office:value-type="string"><text:p>${words}</text:p></table:table-cell>`;
}

function openFormula(attributes: string, shown: string): string {
  return `<table:table-cell table:formula="of:=[.A1]" ${attributes}>${shown}</table:table-cell>`;
}

describe('a cell that has no value of its own', () => {
  const words = ['boss-beanie', 'Boss Beanie', '45', 'Beanies', 'Rust', '5', ''];

  /** The mistakes of a file of one product, with one cell replaced. */
  async function mistakesWith(column: string, cell: string, kind: 'xlsx' | 'ods') {
    const place = labels.indexOf(column);
    const textOf = kind === 'xlsx' ? excelText : openText;
    const row = words.map((word, index) => (index === place ? cell : textOf(word)));
    const bytes =
      kind === 'xlsx'
        ? workbook(
            [labels.map(excelText), row].map((cells) => `<row>${cells.join('')}</row>`).join(''),
          )
        : openDocument(labels.map(openText), row);
    return (await changesIn(bytes, `all.${kind}`)).mistakes;
  }

  const broken = 'is a formula’s error. Write the value instead.';
  const unknown = 'This is a formula whose result is not in the file.';
  const percent =
    'is formatted as a percentage: give the cell the format “Number” and check the number.';

  test.each([
    ['name', '<c t="e"><f>A1</f><v>#SPILL!</v></c>', `B2, column “name”: “#SPILL!” ${broken}`],
    ['colour', '<c t="e"><v>#OVERFLOW</v></c>', `E2, column “colour”: “#OVERFLOW” ${broken}`],
    ['price', '<c><f>40+5</f></c>', `C2, column “price”: ${unknown}`],
    ['price', '<c><f>40+5</f><v></v></c>', `C2, column “price”: ${unknown}`],
    ['stock', '<c><f>2+3</f><v/></c>', `F2, column “stock”: ${unknown}`],
    ['price', '<c s="1"><v>0.45</v></c>', `C2, column “price”: “0.45” ${percent}`],
    ['sale price', '<c s="1"><v>0.2</v></c>', `G2, column “sale price”: “0.2” ${percent}`],
    ['stock', '<c s="1"><v>5</v></c>', `F2, column “stock”: “5” ${percent}`],
    [
      'sale price',
      '<c s="2"><v>12</v></c>',
      'G2, column “sale price”: “12” is formatted as euros.',
    ],
  ])('is a mistake in an Excel file, in %s: %s', async (column, cell, mistake) => {
    expect(await mistakesWith(column, cell, 'xlsx')).toEqual([expect.stringContaining(mistake)]);
  });

  test.each([
    [
      'name',
      openFormula('office:value-type="string" office:string-value=""', '<text:p>#DIV/0!</text:p>'),
      `B2, column “name”: “#DIV/0!” ${broken}`,
    ],
    [
      'colour',
      openFormula('office:value-type="string"', '<text:p>Err:502</text:p>'),
      `E2, column “colour”: “Err:502” ${broken}`,
    ],
    ['price', openFormula('', ''), `C2, column “price”: ${unknown}`],
  ])('is a mistake in an OpenDocument file, in %s: %s', async (column, cell, mistake) => {
    expect(await mistakesWith(column, cell, 'ods')).toEqual([expect.stringContaining(mistake)]);
  });

  test('may have a formula that gave a value, or an empty text', async () => {
    expect(await mistakesWith('price', '<c><f>40+5</f><v>45</v></c>', 'xlsx')).toEqual([]);
    expect(await mistakesWith('sale price', '<c t="str"><f>""</f><v></v></c>', 'xlsx')).toEqual([]);
  });
});

describe('a file that is far too large', () => {
  const rows = 'The spreadsheet has more than 50,000 rows.';
  const columns = 'The spreadsheet has more than 200 columns.';
  const cell = '<c><v>1</v></c>';
  const emptyCell = '<table:table-cell table:number-columns-repeated="16384"/>';

  test.each([
    ['CSV rows', Buffer.from('a,b\n'.repeat(50_001)), rows],
    ['CSV columns', Buffer.from(','.repeat(200)), columns],
    ['Excel rows', workbook(`<row>${cell}</row>`.repeat(50_001)), rows],
    ['one Excel row far below', workbook(`<row r="60000">${cell}</row>`), rows],
    ['Excel columns', workbook('<row><c r="GS1"><v>1</v></c></row>'), columns],
    [
      'OpenDocument rows',
      openDocument([
        '</table:table-row><table:table-row table:number-rows-repeated="50001">',
        openText('x'),
      ]),
      rows,
    ],
    [
      'OpenDocument columns',
      openDocument(Array.from({ length: 201 }, () => openText('x'))),
      columns,
    ],
    [
      'Excel cells',
      workbook('<row/>'.repeat(20_000) + `<row>${cell.repeat(120)}</row>`),
      'The spreadsheet has more than 2,000,000 cells.',
    ],
    ['JSON', Buffer.from(`{"products":[{"color_variants":[{}${',{}'.repeat(50_000)}]}]}`), rows],
  ])('is refused before its cells are read: %s', async (name, bytes, message) => {
    const { mistakes } = await readFileRows(bytes, name === 'JSON' ? 'a.json' : 'a.xlsx');
    expect(mistakes.map((mistake) => mistake.message)).toEqual([expect.stringContaining(message)]);
  });

  test('is none because of what is only formatted, or of commas in a text', async () => {
    const formatted = `<row>${labels.map(excelText).join('')}</row><row r="1048576"><c r="XFD1048576" s="1"/></row>`;
    const commas = `${labels.join(',')}\n"${','.repeat(300)}"`;
    for (const bytes of [
      workbook(formatted),
      openDocument(labels.map(openText), [
        `</table:table-row><table:table-row table:number-rows-repeated="1048000">${emptyCell}`,
      ]),
      Buffer.from(commas),
    ]) {
      const { missing } = await readFileRows(bytes, 'a.csv');
      expect([...missing]).toEqual([]);
    }
  });
});

/** A workbook whose directory declares four gigabytes. */
function bomb(): Buffer {
  const bytes = Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(1024) }));
  bytes.writeUInt32LE(0xf0000000, bytes.lastIndexOf('PK\u0001\u0002', undefined, 'latin1') + 24);
  return bytes;
}

describe('a file that is not a spreadsheet', () => {
  test.each([
    ['an empty one', Buffer.from(''), 'The file is empty.'],
    ['blank lines', Buffer.from('\uFEFF\r\n \r\n'), 'The file is empty.'],
    ['an empty sheet', workbook(''), 'The file is empty.'],
    [
      'an old Excel file',
      Buffer.from('d0cf11e0a1b11ae100', 'hex'),
      'This is the old Excel format (.xls), or a file with a password. Save it as “Excel Workbook (.xlsx)”',
    ],
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

/** Texts that spreadsheets tend to convert. */
const text = fc
  .oneof(
    fc.constantFrom(
      '=1+1',
      "'=1+1",
      "''-5° Beanie",
      '-5° Beanie',
      '@hat | +1',
      '＝1',
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
  ...eachFact(
    () => orNull(line),
    (fact) => orNull(fc.integer({ min: facts[fact].least, max: facts[fact].most })),
  ),
  hs_code: orNull(fc.stringMatching(/^\d{6}(\d\d)?$/)),
  search_title: orNull(fc.constantFrom('A warm hat', 'A hat')),
  search_description: orNull(fc.constantFrom('Warm, soft and dry.')),
  share_picture: orNull(fc.constantFrom('/catalogue/front/hero.jpg')),
  origin_country: orNull(fc.constantFrom('PT', 'GB')),
  price_pence: fc.integer({ min: 2, max: 9_999_999 }),
  sale_price_pence: fc.constantFrom(0, 1),
  sale_from: fc.constantFrom('-infinity', '2026-07-01T08:00:00+00:00'),
  sale_until: fc.constantFrom('infinity', '2026-12-01T00:00:00+00:00'),
  category: fc.constantFrom('beanies', 'bucket-hats'),
  collections: fc
    .subarray(collections.filter(({ rule }) => rule === null))
    .map((all) => Object.fromEntries(all.map(({ id, name }) => [id, name]))),
  created_at: fc.constantFrom('2024-03-04T00:00:00+00:00', '2025-12-31T23:59:59.999999+00:00'),
  // On either side of the clock's changes.
  visible_from: fc.constantFrom(null, '2026-12-04T18:00:00+00:00', '2026-07-01T17:00:00+00:00'),
  color_variants: fc.uniqueArray(
    fc
      .record({
        color_name: line,
        hex: orNull(fc.stringMatching(/^#[0-9A-F]{6}$/)),
        // Digits only and in a form that spreadsheets take for a number or a day.
        sku: fc.oneof(
          { arbitrary: fc.constantFrom('BB-RUST-7', '00012', '1E5', '3-4', 'MAR-1'), weight: 1 },
          { arbitrary: fc.stringMatching(/^[A-Z0-9]{5}$/), weight: 8 },
        ),
        gtin: fc.oneof(
          fc.constantFrom(null, '4006381333931', '0036000291452', '96385074'),
          fc.constant(null),
          fc.constant(null),
          fc.constant(null),
        ),
        quantity: fc.nat(1_000_000),
        images: fc.uniqueArray(fc.stringMatching(/^\/[a-z ]{0,4}[a-z]\.jpg$/), {
          minLength: 2,
          maxLength: 3,
        }),
        isWorn: fc.boolean(),
        film: fc.constantFrom(null, '/catalogue/turn.mp4'),
        alts: fc.constantFrom<string[]>(
          [],
          ['', 'The back'],
          ['The front', 'The “back”, with a label'],
        ),
      })
      .map(({ isWorn, ...colour }) =>
        Object.assign(colour, { worn: isWorn ? (colour.images[1] ?? null) : null }),
      ),
    { minLength: 1, maxLength: 3, selector: ({ color_name }) => color_name.toLowerCase() },
  ),
});
/** Codes that no two colours share. */
function isUnique(codes: readonly (string | null | undefined)[]): boolean {
  const given = codes.filter((code) => typeof code === 'string');
  return new Set(given).size === given.length;
}
const products = fc
  .uniqueArray(product, { minLength: 1, maxLength: 4, selector: ({ slug }) => slug })
  .filter((all) => {
    const colours = all.flatMap(({ color_variants }) => color_variants);
    return isUnique(colours.map(({ sku }) => sku)) && isUnique(colours.map(({ gtin }) => gtin));
  });
const shop: fc.Arbitrary<Exported> = fc.record({
  categories: fc.constant(inShop.categories),
  collections: fc.constant(collections),
  products,
});

/** The changes of an exported workbook after somebody has edited the sheet. */
async function edited(edit: (row: (name: string) => Cell[]) => void, ...added: Cell[][]) {
  const tables = await workbookTables(await workbookOf(inShop));
  const sheets = tables.map(({ sheet, rows, marks }) => ({
    sheet,
    marks,
    rows: [...rows.map((row) => [...row]), ...(sheet === 'Collections' ? added : [])],
  }));
  const list = sheets.find(({ sheet }) => sheet === 'Collections');
  edit((name) => list?.rows.find(([first]) => first === name) ?? []);
  const rows = tableRows(sheets);
  const { catalogue, mistakes } = checkRows(rows, categories, collections);
  return {
    mistakes: describeMistakes(mistakes),
    given: changesOf(catalogue, rows.memory, []).categories,
    order: collectionOrders(catalogue, rows.memory, [], inShop),
  };
}

describe('the sheet of collections', () => {
  test('changes what was edited: names, the menu, conditions, and by whom products are chosen', async () => {
    const changes = await edited(
      (row) => {
        row('Autumn Drop').splice(0, 4, 'Winter Drop', 'no', 'by rule', 'Beanies');
        row('-5° Gifts').splice(5, 1, 40);
        row('News').splice(2, 6, 'by hand', null, null, null, null, null);
      },
      ['Under £20', null, null, 'beanies | Bucket Hats', null, '£20'],
      ['Picks', 'no'],
    );
    expect(changes).toEqual({
      mistakes: [],
      given: [
        {
          slug: 'autumn',
          kind: 'collection',
          name: 'Winter Drop',
          in_menu: false,
          rule: { categories: ['beanies'] },
          seen: { name: 'Autumn Drop', in_menu: true, rule: null },
        },
        {
          slug: 'gifts',
          kind: 'collection',
          rule: { price_under: 4000 },
          seen: { rule: { price_under: 5000 } },
        },
        {
          slug: 'news',
          kind: 'collection',
          clears: ['rule'],
          seen: { rule: collections.at(-1)?.rule },
        },
        {
          slug: 'under-20',
          kind: 'collection',
          name: 'Under £20',
          rule: { categories: ['beanies', 'bucket-hats'], price_under: 2000 },
        },
        { slug: 'picks', kind: 'collection', name: 'Picks', in_menu: false, clears: ['rule'] },
      ],
      // A rule needs none of the places.
      order: { autumn: { seen: ['mob-cap', 'hat'], now: [] } },
    });
  });

  test('is sent back with every mistake in its cell', async () => {
    const { mistakes } = await edited(
      (row) => {
        row('Autumn Drop').splice(1, 2, 'perhaps', 'by magic');
        row('-5° Gifts').splice(5, 1, null);
        row('News').splice(2, 2, 'by hand', 'Scarves');
      },
      ['Beanies'],
      ['Picks'],
      ['picks', 'yes', null, null, 'cheap', null, null, 1000],
    );
    expect(mistakes).toEqual([
      'sheet “Collections”, B2, column “in menu”: “perhaps”: Write “yes” or “no”.',
      'sheet “Collections”, C2, column “products”: “by magic”: Write “by hand” or “by rule”.',
      'sheet “Collections”, C5, column “products”, “by rule”: A rule needs a condition: fill in one of its columns, or write “by hand”.',
      expect.stringMatching(
        /^sheet “Collections”, D6, column “only categories”: There is no category “Scarves”\./,
      ),
      'sheet “Collections”, D6, column “only categories”, “Scarves”: A collection by hand has no conditions: empty this cell, or write “by rule”.',
      'sheet “Collections”, A7, column “collection”: “Beanies” is a category. A collection needs another name.',
      expect.stringMatching(
        /^sheet “Collections”, E9, column “price over”: “cheap” is not a price/,
      ),
      'sheet “Collections”, H9, column “only the newest”: “1000” is not a whole number from 1 to 999.',
    ]);
  });
});

test('a product joins and leaves collections, whose other products and their order stay', async () => {
  const cap = { 'Mob Cap': 'mob-cap', Hat: 'hat', Scarf: 'scarf' };
  const lines = Object.entries(cap).map(
    ([name, slug], index) =>
      `${slug},${name},45,beanies,Rust,${['none', '', 'Autumn Drop | None |'][index]}`,
  );
  const csv = ['slug,name,price,category,colour,collections', ...lines].join('\n');
  const rows = await readFileRows(Buffer.from(csv), 'a.csv');
  const { catalogue, mistakes } = checkRows(rows, categories, collections);
  expect(mistakes).toEqual([]);
  const [seen] = fc.sample(product, { numRuns: 1, seed: 1 });
  if (!seen) throw new Error('No product');
  const known = { ...seen, slug: 'cap', collections: { autumn: 'Autumn Drop' } };
  const renames = [{ slug: 'cap', colour: null, now: 'mob-cap' }];
  const places = structuredClone(collections);
  places[0]?.products.splice(0, 2, 'gone', 'cap', 'hat');
  const shopNow = { ...inShop, collections: places, products: [known] };
  expect(collectionOrders(catalogue, null, renames, shopNow)).toEqual({
    autumn: { seen: ['gone', 'mob-cap', 'hat'], now: ['gone', 'hat', 'scarf'] },
    none: { seen: [], now: ['scarf'] },
  });
});

describe('a spreadsheet of any catalogue', () => {
  test.each([
    ['workbook', 'all.xlsx', workbookOf],
    ['CSV file', 'all.csv', csvOf],
  ])('an exported %s is read without a mistake or a change', async (_kind, name, write) => {
    await fc.assert(
      fc.asyncProperty(shop, async (exported) => {
        const written = await write(exported);
        const bytes = typeof written === 'string' ? Buffer.from(written) : written;
        const { given, order, mistakes } = await changesIn(bytes, name);
        expect(mistakes).toEqual([]);
        expect(order).toEqual({});
        expect(given).toEqual({
          renames: [],
          categories: [],
          products: exported.products.map(({ slug }) => ({ slug, seen: {} })),
          colours: exported.products.flatMap(({ slug, color_variants }) =>
            color_variants.map(({ color_name }) => ({ slug, color_name, seen: {} })),
          ),
        });
      }),
      { seed: 16, numRuns: 25 },
    );
  });
});
