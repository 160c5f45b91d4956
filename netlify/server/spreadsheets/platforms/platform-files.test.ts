import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRows } from '../check-rows.ts';
import { lackingFacts } from '../lacking-facts.ts';
import { describeMistakes } from '../mistake.ts';
import { readFileRows } from '../read-file.ts';
import { markdownFault } from '#domain/site-content/markdown.ts';
import { htmlDescription } from './html-description.ts';

const beanies = { slug: 'beanies', name: 'Beanies' };

async function read(bytes: Uint8Array) {
  const file = await readFileRows(bytes, 'products.csv');
  const { catalogue, mistakes } = checkRows(file, [beanies], []);
  const { uses, ...rest } = file;
  return {
    ...rest,
    catalogue,
    mistakes: describeMistakes(mistakes),
    aside: describeMistakes(file.aside),
    became: Object.fromEntries(uses.map(({ header, became }) => [header, became])),
    uses,
  };
}

function fixture(name: string): Promise<Awaited<ReturnType<typeof read>>> {
  return read(readFileSync(path.join(import.meta.dirname, '../fixtures', name)));
}

function csv(...lines: string[]) {
  return read(Buffer.from(lines.join('\n')));
}

const files = 'https://cdn.shopify.com/s/files/1/0123/4567/8901/files';

const harbourBeanie = {
  slug: 'harbour-beanie',
  name: 'Harbour Beanie',
  material: '100% merino wool',
  weight_grams: 85,
  price: 4000,
  sale_price: 3200,
  category: 'beanies',
};

const harbourDescription = `Warm, soft & dry.
Made on the coast – from 1954’s pattern.

### Details

- Ribbed cuff
- Fits **56–59 cm**

* Height: 21 cm
* Cuff: 6 cm

Café-tested, £5 of each goes to the RNLI.`;

const sizes = expect.stringContaining('this shop sells a product in colours only');
const drafts = expect.stringContaining('Not on sale at Shopify');

describe('a product file of Shopify', () => {
  test.each([
    ['with the headers before 2025', 'shopify-export.csv', 'One colour'],
    [
      'with those since then, by semicolons, with a BOM and columns added by hand',
      'shopify-template-semicolon.csv',
      'Sand',
    ],
  ])('%s becomes products in colours', async (_name, name, ownColour) => {
    const { catalogue, mistakes, platform, leftOut } = await fixture(name);
    expect(mistakes).toEqual([]);
    expect(platform).toBe('Shopify');
    expect(catalogue.categories).toEqual([
      { slug: 'baseball-caps', name: 'Baseball Caps' },
      { slug: 'scarves', name: 'Scarves' },
    ]);
    expect(catalogue.products).toMatchObject([
      {
        ...harbourBeanie,
        description: harbourDescription,
        colours: [
          {
            colour: 'Rust',
            stock: 24,
            pictures: ['harbour-1', 'harbour-2', 'worn-in-rust'].map(
              (picture) => `${files}/${picture}.jpg?v=1700000001`,
            ),
            alts: ['Rust beanie from the front', '', 'Worn on a quay'],
          },
          {
            colour: 'Bone White',
            stock: 0,
            pictures: ['harbour-bone', 'harbour-4'].map(
              (picture) => `${files}/${picture}.jpg?v=1700000001`,
            ),
            alts: ['Bone white / beanie', 'The cuff with its label'],
          },
        ],
      },
      {
        slug: 'quay-cap',
        description: 'A cap.\nFor every day.',
        price: 2800,
        sale_price: undefined,
        category: 'baseball-caps',
        colours: [{ colour: ownColour, stock: undefined }],
      },
      {
        slug: 'net-scarf',
        size: '180 × 30 cm',
        price: 5500,
        category: 'scarves',
        colours: [{ colour: 'Ink', stock: 7 }],
      },
    ]);
    expect(leftOut).toEqual([
      { why: sizes, products: ['Deck Tee (Size: S, M, L)'] },
      { why: drafts, products: ['Next Winter'] },
      { why: 'Gift cards, which this shop does not sell.', products: ['Gift Card'] },
    ]);
  });

  test('shows what became of each column, and decisions taken', async () => {
    const { became, uses, notes } = await fixture('shopify-export.csv');
    expect(uses[2]).toEqual({
      letters: 'C',
      header: 'Body (HTML)',
      became: 'description',
      filled: 4,
      example: '<p class="lead">Warm, soft &amp; dry.<br>Made on the coast&…',
    });
    expect(became).toMatchObject({
      Handle: 'slug',
      'Option1 Value': 'colour, or a fact such as size',
      'Variant Compare At Price': 'price, where it is higher',
      'Material (product.metafields.custom.material)': 'material',
      'Color (product.metafields.shopify.color-pattern)': null,
      'SEO Title': 'search title',
      'Variant Barcode': 'gtin',
    });
    // Empty columns are not worth a line.
    expect(became).not.toHaveProperty('Option3 Name');
    expect(notes).toEqual([
      '1 product without a colour: called “One colour” here. To name it, add a column “colour”.',
      expect.stringContaining('1 product with several colours: each picture went to the colour'),
      expect.stringContaining('1 product with a reduced price: the higher price became “price”'),
      expect.stringContaining('1 colour has no stock in the file'),
    ]);
  });

  test('has its mistakes at its own columns, all of a kind together', async () => {
    const { mistakes, aside } = await csv(
      'Handle,Title,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price',
      'cap,Cap,Color,Red,-2,€20',
      'cap,,,Blue,1,€20',
      'hat,Hat,Color,Red,1,',
      'scarf,Scarf,Color,Red,1,',
    );
    expect(mistakes).toEqual([
      'column “category”: This column is missing; every product needs it.',
      'F2, column “Variant Price”: “€20” is in euros. The shop’s prices are in pounds.\n    The same in 1 other cell: F3 (“€20”)',
      'F4, column “Variant Price”: This is empty. Enter it in one row of “hat”; exported files use the first.\n    The same in 1 other cell: F5 (“scarf”)',
    ]);
    expect(aside).toEqual([
      'E2, column “Variant Inventory Qty”, “-2”: Oversold there: imported as 0, sold out.',
    ]);
  });

  test('never merges colours that differ in price, and needs no handle for a new product', async () => {
    const { mistakes, catalogue } = await csv(
      'URL handle,Title,Type,Option1 name,Option1 value,Price',
      ',Tide & Cap,Beanies,Colour,Red,20',
      ',,,,Blue,25',
    );
    expect(catalogue.products).toMatchObject([
      { slug: 'tide-and-cap', colours: [{ colour: 'Red' }, { colour: 'Blue' }] },
    ]);
    expect(mistakes).toEqual([expect.stringContaining('“25” contradicts row 2, which has “20”')]);
  });

  test('is told from a file of this shop', async () => {
    const { platform } = await csv('handle,title,price,category,color', 'cap,Cap,20,Beanies,Red');
    expect(platform).toBeNull();
  });
});

const uploads = 'https://harbour.example/wp-content/uploads/2024/05';

describe('a product file of WooCommerce', () => {
  test('becomes products in colours', async () => {
    const { catalogue, mistakes, platform, leftOut, notes, became } =
      await fixture('woocommerce-export.csv');
    expect(mistakes).toEqual([]);
    expect(platform).toBe('WooCommerce');
    expect(catalogue.categories).toEqual([{ slug: 'caps', name: 'Caps' }]);
    expect(catalogue.products).toMatchObject([
      {
        ...harbourBeanie,
        description:
          '**Warm**, soft & dry.\n\nMade on the coast.\nFrom an old pattern.\n\nDetails:\n\n- Ribbed cuff\n- Fits 56–59 cm',
        colours: [
          { colour: 'Rust', stock: 24, pictures: [`${uploads}/harbour-1.jpg`] },
          {
            colour: 'Bone White',
            stock: undefined,
            pictures: [`${uploads}/harbour-bone.jpg`, `${uploads}/cuff,close.jpg`],
          },
        ],
      },
      {
        slug: 'quay-cap',
        price: 2800,
        sale_price: 2450,
        // London’s midnights; WooCommerce ends a sale a second earlier.
        sale_from: '2026-11-27T00:00:00.000Z',
        sale_until: '2026-12-01T00:00:00.000Z',
        category: 'caps',
        colours: [{ colour: 'Sand', stock: 12 }],
      },
      // Two products have this name.
      { slug: 'quay-cap-qc-2', price: 3100, colours: [{ colour: 'One colour', stock: 3 }] },
    ]);
    expect(leftOut.map(({ products }) => products)).toEqual([
      ['Deck Tee (Size: S, M, L)'],
      ['Knitting pattern', 'Winter set'],
      ['Next Winter'],
    ]);
    expect(notes).toContain('Left aside, with one value in each product: “Season”.');
    expect(became).toMatchObject({ 'In stock?': null, 'Weight (kg)': 'weight_grams' });
  });

  test('reports a variation without its product, shared stock, and file names that occur twice', async () => {
    const { mistakes } = await csv(
      'Type,SKU,Name,Stock,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s),Images',
      'variable,CAP,Cap,9,,Beanies,,Colour,"Red, Blue",https://a.example/05/front.jpg',
      'variation,CAP-1,Cap - Red,parent,20,,CAP,Colour,Red,https://a.example/05/front.jpg',
      'variation,HAT-1,Hat - Red,1,20,,HAT,Colour,Red,',
      'simple,BAG,Bag,1,20,Beanies,,Colour,Red,https://a.example/06/Front.jpg',
    );
    expect(mistakes).toEqual([
      'G4, column “Parent”: “HAT” is not a product of this file. Export the product with its variations.',
      expect.stringMatching(/^D3, column “Stock”: “parent” is one stock for all colours/),
      'J5, column “Images”: “Front.jpg” is the file name of two pictures, in different folders. Rename one, here and where it is.',
    ]);
  });
});

describe('a file of another platform', () => {
  test('has every field decoded, and lists codes and numbers that it cannot read with their rows', async () => {
    const found = await csv(
      'Type,SKU,Name,Regular price,Categories,Attribute 1 name,Attribute 1 value(s),GTIN UPC EAN or ISBN,Weight (kg)',
      "simple,A&amp;B,Salt &amp; Pepper,20,Hats &amp; Caps,Colour,Black &amp; Tan,'4006381333931,.085",
      'simple,HAT-2,Hat,20,Hats & Caps,Colour,Red,5.01235E+12,heavy',
      'simple,HAT-3,Hat 3,20,hats  &amp; CAPS,Colour,Red,036000291452.0,0',
    );
    expect(found.mistakes).toEqual([]);
    expect(found.catalogue.categories).toEqual([{ slug: 'hats-and-caps', name: 'Hats & Caps' }]);
    expect(found.catalogue.products).toMatchObject([
      {
        slug: 'salt-and-pepper',
        name: 'Salt & Pepper',
        weight_grams: 85,
        colours: [{ colour: 'Black & Tan', gtin: '4006381333931', sku: undefined }],
      },
      { weight_grams: undefined, colours: [{ sku: 'HAT-2', gtin: undefined }] },
      { colours: [{ gtin: '0036000291452' }] },
    ]);
    expect(found.aside).toEqual([
      expect.stringMatching(/^B2, column “SKU”.*Not imported: “A&B” is not a SKU/),
      expect.stringMatching(/^H3, column “GTIN.*a number that a spreadsheet has rounded/),
      'I3, column “Weight (kg)”, “heavy”: Not imported: this is not a weight.',
    ]);
  });

  test('keeps products apart whose handles yield one slug, and shortens a long one', async () => {
    const { catalogue, mistakes } = await csv(
      'Handle,Title,Type,Option1 Name,Option1 Value,Variant Price,Variant SKU',
      'fuß,Fuß,Шапки,Color,Red,20,FUSS',
      'fuss,Fuss,Caps & Hats,Color,Red,20,FU-1',
      'fu,Fu,Caps and Hats,Color,Red,20,FU-2',
      `${'a'.repeat(120)},Long,帽子,Color,Red,20,LONG`,
      '帽子,帽子,Beanies,Color,Red,20,MAO-1',
    );
    expect(mistakes).toEqual([]);
    expect(catalogue.products.map(({ slug, category }) => [slug, category])).toEqual([
      ['fuss', 'shapki'],
      ['fuss-fu-1', 'caps-and-hats'],
      ['fu', 'caps-and-hats-2'],
      ['a'.repeat(100), 'category'],
      ['mao-1', 'beanies'],
    ]);
  });

  test('has one colour option however its name is written', async () => {
    const { catalogue, mistakes } = await csv(
      'Type,SKU,Name,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s)',
      'variable,CAP,Cap,,Beanies,,Colour,"Rust, Blue"',
      'variation,CAP-1,Cap,20,,CAP,colour,Rust',
      'variation,CAP-2,Cap,20,,CAP,COLOR ,Blue',
    );
    expect(mistakes).toEqual([]);
    expect(catalogue.products).toMatchObject([
      { colours: [{ colour: 'Rust' }, { colour: 'Blue' }] },
    ]);
  });

  test('names both rows of a code that occurs twice', async () => {
    const { mistakes } = await csv(
      'Handle,Title,Type,Option1 Name,Option1 Value,Variant Price,Variant SKU,Variant Barcode',
      'cap,Cap,Beanies,Color,Red,20,cap-1,4006381333931',
      'cap,,,,Blue,20,CAP‑1,400 6381 333931',
    );
    expect(mistakes).toEqual([
      expect.stringMatching(/^G3, .*“CAP-1” is also in row 2/),
      expect.stringMatching(/^H3, .*“4006381333931” is also in row 2/),
    ]);
  });
});

/** Values of a cell as people and programs leave them; each cell of a generated file gets its own. */
const oddities = [
  'x',
  '-3',
  "'7",
  '1.2E+3',
  'a|b',
  '&eacute;',
  '4006381333931',
  '0',
  ' ',
  'Größe',
  '2026-13-45',
];
const headers = {
  Shopify:
    'Handle,Title,Body (HTML),Type,Status,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Barcode,Variant Price,Variant Compare At Price,Variant Inventory Qty,Variant Inventory Tracker,Variant Grams,Image Src,Image Position,Image Alt Text,Variant Image,SEO Title,SEO Description,Vendor,material',
  WooCommerce:
    'ID,Type,SKU,Name,Published,Short description,Description,Sale price,Date sale price starts,Date sale price ends,Regular price,Stock,Weight (kg),Categories,Images,Parent,GTIN UPC EAN or ISBN,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),Tags,material',
};
/** Columns that only decide how other cells are read. */
const deciding =
  /^(?:ID|Parent|Type|Status|Published|Option\d Name|Attribute \d name|Image Position|Variant Inventory Tracker)$/;

/** Columns of which some numbers mean that there is none: a former price that is not higher, a weight of 0. */
const hushed = /^(?:Variant Compare At Price|Variant Grams|Weight \(kg\))$/;
/** Columns whose cells are merged into others. */
const merged = /^(?:Image|Short desc|Description)/;

test.each(Object.entries(headers))(
  'every cell of %s’s file is accounted for',
  async (platform, header) => {
    const labels = header.split(',');
    const cell = fc.tuple(fc.constantFrom(...oddities), fc.integer({ min: 0, max: 3 }));
    const fixed: Record<string, readonly string[]> = {
      Handle: ['cap', 'hat', ''],
      Type: platform === 'Shopify' ? ['Beanies', ''] : ['simple', 'variable', 'variation'],
      Status: ['active'],
      Published: ['1', 'TRUE', '0'],
      Parent: ['id:1', 'id:2', ''],
      'Option1 Name': ['Color', 'colour', ''],
      'Attribute 1 name': ['Color', 'colour', ''],
      'Attribute 2 name': ['Season', ''],
      'Option2 Name': ['Season', ''],
      'Variant Inventory Tracker': ['shopify', ''],
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: labels.length, maxLength: labels.length }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (rows) => {
          const table = rows.map((row, line) =>
            row.map(([odd, kind], place) => {
              const label = labels[place] ?? '';
              if (label === 'ID') return String(line + 1);
              const choices = fixed[label];
              if (choices) return choices[kind % choices.length] ?? '';
              // A value of its own shows where the cell went.
              if (kind === 0) return '';
              return kind === 1 || merged.test(label)
                ? `${odd} ${line}q${place}`.trim()
                : odd.trim();
            }),
          );
          const lines = table.map((row) => row.map((text) => `"${text}"`).join(','));
          const file = await readFileRows(
            Buffer.from([header, ...lines].join('\n')),
            'products.csv',
          );
          const { mistakes } = checkRows(file, [beanies], []);
          const named = new Set([...file.aside, ...mistakes].map((one) => one.cell));
          const sources = new Set(
            file.rows.flatMap((row) => Object.values(row.sources ?? {}).map((one) => one.cell)),
          );
          const became = new Map(file.uses.map((use) => [use.letters, use.became]));
          const imported = new Set(file.rows.map((row) => row.line));
          const kept = JSON.stringify(file.rows.map((row) => row.cells));
          // Variations without their product are named as rows.
          const orphans = new Set(
            mistakes.flatMap(({ place, column }) => (column === 'Parent' ? [place] : [])),
          );
          const isNamed = (line: number, place: number) => {
            const letters = String.fromCodePoint(65 + place);
            const address = `${letters}${line + 2}`;
            const label = labels[place] ?? '';
            return (
              sources.has(address) ||
              named.has(address) ||
              orphans.has(`row ${line + 2}`) ||
              became.get(letters) === null ||
              deciding.test(label) ||
              kept.includes(`${line}q${place}`) ||
              // Products that are left out are named as such, and so are options that the shop does not have.
              (file.leftOut.length > 0 && !imported.has(line + 2)) ||
              (/value/i.test(label) &&
                file.notes.some((note) => note.startsWith('Left aside, with'))) ||
              (hushed.test(label) && file.accounted.has(address))
            );
          };
          const lost = table.flatMap((row) =>
            row.filter(
              (text, place) =>
                text !== '' &&
                // A value repeated in another row of the product counts once.
                !table.some((other, at) => other[place] === text && isNamed(at, place)),
            ),
          );
          expect(lost).toEqual([]);
        },
      ),
      { numRuns: 100, seed: 16 },
    );
  },
);

test('facts that the law or customs require are listed by product, unless the shop has them', async () => {
  const { catalogue } = await fixture('shopify-export.csv');
  const shop = { categories: [{ id: 'beanies', name: 'Beanies' }], collections: [], products: [] };
  expect(lackingFacts(catalogue, shop)).toMatchObject([
    {
      why: expect.stringMatching(/^No material with .*: add a column “material”\./),
      products: ['Quay Cap', 'Net Scarf'],
    },
    {
      why: expect.stringContaining('“hs_code”'),
      products: ['Harbour Beanie', 'Quay Cap', 'Net Scarf'],
    },
    { why: expect.stringContaining('“origin_country”') },
    { why: expect.stringContaining('“weight_grams”'), products: ['Quay Cap'] },
  ]);
});

test.each([
  ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
  ['One &amp; two &#8211; &lt;three&gt;', 'One & two – \\<three>'],
  ['<ol><li>First</li><li>Then <ul><li>this</li></ul></li></ol>', '1. First\n2. Then\n   - this'],
  ['<div>One</div>\n\n  <div>\n Two</div>', 'One\n\nTwo'],
  ['<style>p{}</style>Seen<script>alert(1)</script><!-- not --><noscript><img></noscript>', 'Seen'],
  ['Plain\r\ntext, 3 < 4\n- a &eacute;', 'Plain\ntext, 3 < 4\n- a é'],
  ['<p>&nbsp;</p>', ''],
  [
    '<p title="a > b">Caf&eacute;, 2&#x20;&times;&nbsp;3&Prime; &bogus;</p>',
    'Café, 2 × 3″ \\&bogus;',
  ],
  [
    '<b>Warm: </b>soft <em><strong> dry</strong></em> <u>5*3*2</u> <b> </b>',
    '**Warm:** soft ***dry*** 5\\*3\\*2',
  ],
  [
    '<b style="font-weight:normal"><p>One <span style="font-weight:700">two</span></p></b>',
    'One **two**',
  ],
  [
    '<p class=MsoNormal>A <b style="mso-bidi-font-weight:normal">warm</b> cap<o:p></o:p></p>' +
      '<p style="mso-list:l0 level1 lfo1"><span><span style="mso-list:Ignore">·<span>&nbsp; </span></span></span>Wool</p>\n' +
      '<p style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o</span>Soft</p>' +
      '<p style="mso-list:l1 level1 lfo2"><![if !supportLists]><span style="mso-list:Ignore">1.</span><![endif]>Wash</p>' +
      '<p style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">2.</span>Dry</p><p>End</p>',
    'A **warm** cap\n\n- Wool\n  - Soft\n\n1. Wash\n2. Dry\n\nEnd',
  ],
  [
    '<a href="/cart">cart</a> <a href="javascript:ran()">ran</a> <a href="http://x.example/">x</a> <img src="x" onerror="ran()">',
    '[cart](/cart) ran x',
  ],
  [
    '<table><caption>Sizes</caption><tr><th>S</th><td><p>54 <b>cm</b></p></td></tr><tr><td>L</td><td></td></tr></table>',
    'Sizes\n\n- S: 54 **cm**\n- L',
  ],
  ['<h1>Care</h1><h5>Wash<br>cold</h5><pre>  x\n    y</pre>', '## Care\n\n### Wash cold\n\nx\ny'],
])('the HTML %j is read as the Markdown %j', (html, text) => {
  expect(htmlDescription(html, false)).toBe(text);
  expect(markdownFault(text)).toBeNull();
});
