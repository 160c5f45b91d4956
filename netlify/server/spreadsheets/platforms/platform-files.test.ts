import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkRows } from '../check-rows.ts';
import { lackingFacts } from '../lacking-facts.ts';
import { describeMistakes } from '../mistake.ts';
import { readFileRows } from '../read-file.ts';
import { plainHtml } from './plain-html.ts';

const beanies = { slug: 'beanies', name: 'Beanies' };

async function read(bytes: Uint8Array) {
  const file = await readFileRows(bytes, 'products.csv');
  const { catalogue, mistakes } = checkRows(file, [beanies], []);
  const { uses, ...rest } = file;
  return {
    ...rest,
    catalogue,
    mistakes: describeMistakes(mistakes),
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

Details

- Ribbed cuff
- Fits 56–59 cm

Height: 21 cm
Cuff: 6 cm

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
      became: 'description, as plain text',
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
    const { mistakes } = await csv(
      'Handle,Title,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price',
      'cap,Cap,Color,Red,-2,€20',
      'cap,,,Blue,1,€20',
      'hat,Hat,Color,Red,1,',
      'scarf,Scarf,Color,Red,1,',
    );
    expect(mistakes).toEqual([
      'column “category”: This column is missing; every product needs it.',
      'F2, column “Variant Price”: “€20” is in euros. The shop’s prices are in pounds.\n    The same in 1 other cell: F3 (“€20”)',
      'E2, column “Variant Inventory Qty”: “-2” is less than nothing. Write 0 when it is sold out.',
      'F4, column “Variant Price”: This is empty. Enter it in one row of “hat”; exported files use the first.\n    The same in 1 other cell: F5 (“scarf”)',
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
          'Warm, soft & dry.\n\nMade on the coast.\nFrom an old pattern.\n\nDetails:\n\n- Ribbed cuff\n- Fits 56–59 cm',
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
  ['One &amp; two &#8211; &lt;three&gt;', 'One & two – <three>'],
  ['<ol><li>First</li><li>Then <ul><li>this</li></ul></li></ol>', '1. First\n2. Then\n- this'],
  ['<div>One</div>\n\n  <div>\n Two</div>', 'One\n\nTwo'],
  ['<style>p{}</style>Seen<script>alert(1)</script><!-- not -->', 'Seen'],
  ['Plain\ntext, 3 < 4', 'Plain\ntext, 3 < 4'],
  ['<p>&nbsp;</p>', ''],
  [
    '<p title="a > b">Caf&eacute;, 2&#x20;&times;&nbsp;3&Prime; &bogus;</p>',
    'Café, 2 × 3″ &bogus;',
  ],
])('the HTML %j is read as %j', (html, text) => {
  expect(plainHtml(html)).toBe(text);
});
