import { describe, expect, test } from 'vitest';
import { facts, textFacts } from '#domain/catalogue/product-facts.ts';
import { checkRows } from './check-rows.ts';
import { csvTable } from './csv-table.ts';
import { decodeText } from './decode-text.ts';
import { jsonRows } from './json-rows.ts';
import { describeMistake, describeMistakes } from './mistake.ts';
import { tableRows } from './table-rows.ts';

const categories = [
  { slug: 'beanies', name: 'Beanies' },
  { slug: 'bucket-hats', name: 'Bucket Hats' },
];

const collections = [
  { id: 'autumn', name: 'Autumn Drop', in_menu: true, rule: null, products: ['mob-cap'] },
  { id: 'gifts', name: 'Gifts', in_menu: true, rule: { price_under: 5000 }, products: [] },
];

function checkCsv(...lines: string[]) {
  const table = csvTable(lines.join('\r\n'));
  if ('mistake' in table) {
    return { products: [], categories: [], notes: [], mistakes: [describeMistake(table.mistake)] };
  }
  const rows = tableRows([table]);
  const { catalogue, mistakes } = checkRows(rows, categories, collections);
  return { ...catalogue, notes: rows.notes, mistakes: mistakes.map(describeMistake) };
}

function checkJson(file: unknown) {
  const { catalogue, mistakes } = checkRows(
    jsonRows(JSON.stringify(file)),
    categories,
    collections,
  );
  return { ...catalogue, mistakes: mistakes.map(describeMistake) };
}

const header = 'slug,name,price,category,colour,stock';
const beanie = 'boss-beanie,Boss Beanie,45,beanies,Rust,3';

describe('a spreadsheet', () => {
  test.each([
    ['85', '650500', 'PT', { weight_grams: 85, hs_code: '650500', origin_country: 'PT' }],
    ['85 g', '6505.00.90', 'it', { weight_grams: 85, hs_code: '65050090', origin_country: 'IT' }],
    ['1', '6505 00 9000', 'Vietnam', { hs_code: '6505009000', origin_country: 'VN' }],
    ['', '', '', { weight_grams: undefined, hs_code: undefined, origin_country: undefined }],
  ])('has for customs %j, %j and %j', (weight, code, origin, fields) => {
    const { products, mistakes } = checkCsv(
      `${header},weight_grams,hs_code,origin_country`,
      `${beanie},${weight},${code},${origin}`,
    );
    expect(mistakes).toEqual([]);
    expect(products[0]).toMatchObject(fields);
  });

  test.each(textFacts)('has the %s on one line that is not too long', (fact) => {
    const { longest } = facts[fact];
    const checked = (cell: string) => checkCsv(`${header},${fact}`, `${beanie},${cell}`);
    const long = 'x'.repeat(longest);
    expect(checked(long)).toMatchObject({ mistakes: [], products: [{ [fact]: long }] });
    expect(checked(`${long}x`).mistakes).toEqual([
      `G2, column “${fact}”, “${'x'.repeat(29)}…”: The text has ${longest + 1} characters; at most ${longest} are allowed.`,
    ]);
    expect(checked('"wool\nand silk"').mistakes).toEqual([
      `G2, column “${fact}”, “wool and silk”: The text must be on one line.`,
    ]);
  });

  test('becomes products with their colours in the order of the rows', () => {
    const { products, mistakes } = checkCsv(
      'slug,name,description,material,price,category,added,colour,swatch,stock,pictures',
      'boss-beanie,Boss Beanie,"Warm, soft ""and"" dry.",100% merino wool,£45.50,Bucket Hats,2026-03-14,Rust,#AA5533,3,a b.jpg | c.jpg',
      '',
      'boss-beanie,,,,,,,Bone,,,',
    );
    expect(mistakes).toEqual([]);
    expect(products).toEqual([
      {
        slug: 'boss-beanie',
        name: 'Boss Beanie',
        description: 'Warm, soft "and" dry.',
        material: '100% merino wool',
        price: 4550,
        category: 'bucket-hats',
        added: '2026-03-14',
        colours: [
          {
            place: 'row 2',
            line: 2,
            colour: 'Rust',
            swatch: '#AA5533',
            stock: 3,
            pictures: ['a b.jpg', 'c.jpg'],
          },
          {
            place: 'row 4',
            line: 4,
            colour: 'Bone',
            swatch: undefined,
            stock: undefined,
            pictures: undefined,
          },
        ],
      },
    ]);
  });

  test.each([',', ';', '\t'])(
    'may be separated by %j, in any order and case of columns',
    (sign) => {
      const { products, mistakes } = checkCsv(
        ['Stock', 'SLUG', ' name ', 'Colour', 'category', 'price'].join(sign),
        ['3', 'boss-beanie', 'Boss Beanie', 'Rust', 'BEANIES', 'Rs 45'].join(sign),
      );
      expect(mistakes).toEqual([]);
      expect(products).toMatchObject([
        { price: 4500, category: 'beanies', colours: [{ stock: 3 }] },
      ]);
    },
  );

  test.each([
    ['a title', ['Minicia prices']],
    ['an empty line', ['']],
    ['a sentence with commas', ['"Prices, colours, stock, all of them, as of today"', '']],
  ])('is separated as its header is, below %s', (_name, above) => {
    const { products, mistakes } = checkCsv(
      ...above,
      '"name, in English";slug;price;category;colour;stock;name',
      'x;boss-beanie;45,50;Beanies;Rust;5;Boss',
    );
    expect(mistakes).toEqual([]);
    expect(products).toMatchObject([{ name: 'Boss', price: 4550 }]);
  });

  test.each(['#SPILL!', '#CALC!', '#N/A', '#DIV/0!', '#NAME?', '#WERT!', '#¿NOMBRE?', 'Err:502'])(
    'with the formula’s error %s is sent back',
    (error) => {
      expect(checkCsv(header, beanie.replace('Rust', error)).mistakes).toEqual([
        `E2, column “colour”: “${error}” is a formula’s error. Write the value instead.`,
      ]);
    },
  );

  test.each(['#1 Beanie', '# 7', 'No. #REF', 'What?!'])('may have the name %s', (name) => {
    expect(checkCsv(header, beanie.replace('Boss Beanie', name)).mistakes).toEqual([]);
  });

  test.each([
    ['45', 4500],
    ['£45.00', 4500],
    ['Rs 45', 4500],
    ['"£1,234.50"', 123_450],
    ['"1,200.00"', 120_000],
    ['"1.200,50"', 120_050],
    ['"45,50"', 4550],
    ['"45,5"', 4550],
    ['٤٥', 4500],
    ['1 200', 120_000],
    ['45.00 £', 4500],
    ['GBP 45', 4500],
    ['0.01', 1],
  ])('has a price %s of %i pence', (price, pence) => {
    const { products } = checkCsv(header, `boss-beanie,Boss Beanie,${price},beanies,Rust,3`);
    expect(products).toMatchObject([{ price: pence }]);
  });

  test.each([
    ['', 'This is empty.'],
    ['free', '“free” is not a price.'],
    ['-5', '“-5” is not a price.'],
    ['0', '“0” cannot be a price'],
    ['100000', '“100000” cannot be a price'],
    ['45.1234', '“45.1234” is not a price.'],
    ['1.200', '“1.200” could be 1,200 or 1.2.'],
    ['$45', '“$45” is in dollars. The shop’s prices are in pounds.'],
    ['"45,50 €"', '“45,50 €” is in euros.'],
    ['USD 45', '“USD 45” is in US dollars.'],
    ['₹45', '“₹45” is in Indian rupees.'],
    ['45 inr', '“45 inr” is in Indian rupees.'],
  ])('cannot have a price %j', (price, message) => {
    const { mistakes } = checkCsv(header, `boss-beanie,Boss Beanie,${price},beanies,Rust,3`);
    expect(mistakes).toEqual([expect.stringContaining(`C2, column “price”: ${message}`)]);
  });

  test.each([
    [
      'a column that is missing',
      [header.replace(',price', ''), beanie.replace(',45', '')],
      'row 1, column “price”: This column is missing',
    ],
    [
      'a picture worn that is none of the colour’s',
      [`${header},pictures,picture worn`, `${beanie},a.jpg | b.jpg,c.jpg`],
      'H2, column “picture worn”: “c.jpg” is not among the pictures of this colour.',
    ],
    [
      'a film of another shop',
      [`${header},film`, `${beanie},https://elsewhere.example/a.mp4`],
      'G2, column “film”: “https://elsewhere.example/a.mp4” is not a film of the shop.',
    ],
    [
      'a column that is there twice',
      [`${header},Stock`, `${beanie},3`],
      'G1, column “Stock”: This column appears twice.',
    ],
    [
      'a column with a slip in its name',
      [`${header},descripton`, `${beanie},x`],
      'G1, column “descripton”: There is no such column. If you mean “description”, rename it; otherwise delete it.',
    ],
    [
      'prices in another currency',
      [header.replace('price', 'Price ($)'), beanie],
      'C1, column “Price ($)”: This is in dollars. The shop’s prices are in pounds.',
    ],
    [
      'sale prices in another currency',
      [`${header},sale price (EUR €)`, `${beanie},12`],
      'G1, column “sale price (EUR €)”: This is in euros. The shop’s prices are in pounds.',
    ],
    [
      'a share of a price',
      [header, beanie.replace('45', '45%')],
      'C2, column “price”: “45%” is not a price.',
    ],
    [
      'a comma without quotation marks',
      [header, `${beanie},more`],
      'row 2: This row has 7 cells, but the header has only 6.',
    ],
    [
      'a name of one product that differs',
      [header, beanie, beanie.replace('Boss', 'Big').replace('Rust', 'Bone')],
      'B3, column “name”: “Big Beanie” contradicts row 2, which has “Boss Beanie”.',
    ],
    [
      'a price of one product that differs',
      [header, beanie, beanie.replace('45', '£46').replace('Rust', 'Bone')],
      'C3, column “price”: “£46” contradicts row 2, which has “45”. All colours of a product share this value: enter it in row 2 only.',
    ],
    [
      'a price that differs from the only other row that has one',
      [
        header,
        'boss-beanie,Boss Beanie,,beanies,Rust,3',
        beanie.replace('Rust', 'Bone'),
        beanie.replace('45', '46').replace('Rust', 'Ink'),
      ],
      'C4, column “price”: “46” contradicts row 3, which has “45”.',
    ],
    [
      'a price that none of the rows of a product has',
      [header, 'boss-beanie,Boss Beanie,,beanies,Rust,3', 'boss-beanie,,,,Bone,3'],
      'C2, column “price”: This is empty. Enter it in one row of “boss-beanie”; exported files use the first.',
    ],
    [
      'a wrong price, once for all rows that take it from there',
      [header, beanie.replace('45', 'free'), 'boss-beanie,,,,Bone,3', 'boss-beanie,,,,Ink,3'],
      'C2, column “price”: “free” is not a price.',
    ],
    [
      'a category that is not there, once for all rows that take it from there',
      [header, beanie.replace('beanies', 'caps'), 'boss-beanie,,,,Bone,3'],
      'D2, column “category”: There is no category “caps”.',
    ],
    ['no slug', [header, beanie, ',,,,Bone,3'], 'A3, column “slug”: This is empty.'],
    [
      'a colour that is there twice',
      [header, beanie, beanie.replace('Rust', 'rust')],
      'E3, column “colour”: “boss-beanie” in “rust” is already in row 2.',
    ],
    [
      'a material that is too long',
      [`${header},material`, `${beanie},${'x'.repeat(201)}`],
      'G2, column “material”, “xxxxxxxxxxxxxxxxxxxxxxxxxxxxx…”: The text has 201 characters; at most 200 are allowed.',
    ],
    [
      'a weight that is none',
      [`${header},weight_grams`, `${beanie},0.5 kg`],
      'G2, column “weight_grams”: “0.5 kg” is not a weight: write whole grams, from 1 to 30000.',
    ],
    [
      'a weight that no carrier takes',
      [`${header},weight_grams`, `${beanie},30001`],
      'G2, column “weight_grams”: “30001” is not a weight: write whole grams, from 1 to 30000.',
    ],
    [
      'a commodity code with too few digits',
      [`${header},hs_code`, `${beanie},6505`],
      'G2, column “hs_code”: “6505” is not a commodity code: it has 6, 8 or 10 digits, such as 6505 00 90.',
    ],
    [
      'a country that there is not',
      [`${header},origin_country`, `${beanie},ZZ`],
      'G2, column “origin_country”: “ZZ” is not a country. Write its two letters or its English name, such as PT or Portugal.',
    ],
    [
      'lost letters',
      [header, beanie.replace('Boss', 'B�ss')],
      'B2, column “name”, “B�ss Beanie”: Letters were lost (�)',
    ],
    [
      'a date that does not exist',
      [`${header},added`, `${beanie},2026-02-30`],
      'G2, column “added”: “2026-02-30” is not a day. Write the day like 14/03/2026,',
    ],
    [
      'an American date',
      [`${header},added`, `${beanie},3/14/2026`],
      'G2, column “added”: “3/14/2026” has the month before the day.',
    ],
    ['no rows', [header], 'There are no products in the file.'],
    [
      'a quotation mark that is never closed',
      [header, `"${beanie}`],
      'A quotation mark is opened but never closed',
    ],
  ])('is sent back with %s', (_name, lines, message) => {
    expect(checkCsv(...lines).mistakes).toEqual([expect.stringContaining(message)]);
  });

  test('may write one price, one day and one category in two ways', () => {
    const lines = [
      `${header},added`,
      `${beanie},2026-03-14`,
      'boss-beanie,Boss Beanie,£45.00,Beanies,Bone,3,2026-03-14T00:00:00Z',
    ];
    expect(checkCsv(...lines).mistakes).toEqual([]);
  });

  test('says what holds for a product in any one of its rows, however they are sorted', () => {
    const { products, mistakes } = checkCsv(
      `${header},description`,
      'boss-beanie,,,,Bone,1,',
      `${beanie},`,
      'boss-beanie,,,,Ink,2,Warm.',
    );
    expect(mistakes).toEqual([]);
    expect(products).toMatchObject([
      {
        name: 'Boss Beanie',
        price: 4500,
        category: 'beanies',
        description: 'Warm.',
        colours: [{ colour: 'Bone' }, { colour: 'Rust' }, { colour: 'Ink' }],
      },
    ]);
  });
});

describe('a JSON file', () => {
  const product = {
    slug: 'boss-beanie',
    name: 'Boss Beanie',
    price: 45.5,
    category: 'beanies',
    color_variants: [{ color_name: 'Rust', hex: null, quantity: 3, images: ['a.jpg'] }],
  };

  test('becomes products, and may bring categories along', () => {
    const gloves = { ...product, slug: 'gloves', category: 'gloves' };
    const file = { categories: [{ id: 'gloves', name: 'Gloves' }], products: [product, gloves] };
    const read = checkJson(file);
    expect(read.mistakes).toEqual([]);
    expect(read.categories).toEqual([{ slug: 'gloves', name: 'Gloves' }]);
    expect(read.products).toMatchObject([
      { slug: 'boss-beanie', price: 4550, colours: [{ stock: 3, pictures: ['a.jpg'] }] },
      { slug: 'gloves', category: 'gloves' },
    ]);
  });

  test.each([
    ['no list of products', {}, 'column “products”: The file must have a list of products'],
    [
      'an unknown key',
      { products: [{ ...product, colour: 'Rust' }] },
      'product 1, column “colour”: There is no such key here.',
    ],
    [
      'a product without colours',
      { products: [{ ...product, color_variants: [] }] },
      'product 1, column “color_variants”: Every product needs at least one colour.',
    ],
    [
      'a slug that is there twice',
      { products: [product, { ...product, color_variants: [{ color_name: 'Bone' }] }] },
      'product 2, column “slug”: Product 1 has the same slug.',
    ],
    [
      'stock of another kind',
      { products: [{ ...product, color_variants: [{ color_name: 'Rust', quantity: [] }] }] },
      'product 1, colour 1, column “quantity”, “[]”: This must be a number.',
    ],
    [
      'a category without a form',
      { categories: [{ id: 'New Hats', name: 'New' }], products: [product] },
      'category 1, column “id”: Use lower-case letters, digits and hyphens',
    ],
  ])('is sent back with %s', (_name, file, message) => {
    expect(checkJson(file).mistakes).toContainEqual(expect.stringContaining(message));
  });

  test('that is none says so', () => {
    const { mistakes } = jsonRows('{"products": [');
    expect(mistakes.map(describeMistake)).toEqual([expect.stringMatching(/^This is not JSON: /)]);
  });
});

describe('days', () => {
  test.each([
    ['2026-03-14', '2026-03-14'],
    ['14/03/2026', '2026-03-14'],
    ['4/3/26', '2026-03-04'],
    ['14.03.2026', '2026-03-14'],
    ['14/03/2026 00:00', '2026-03-14'],
    ['14 March 2026', '2026-03-14'],
    ['14-Mar-26', '2026-03-14'],
    ['45365', '2024-03-14'],
    ['2026-03-14T09:30:00.123456+00:00', '2026-03-14T09:30:00.123456+00:00'],
  ])('may be written as %s', (written, added) => {
    const { products, mistakes } = checkCsv(`${header},added`, `${beanie},${written}`);
    expect(mistakes).toEqual([]);
    expect(products).toMatchObject([{ added }]);
  });

  test('with signs are read as in Britain, which is told with an example', () => {
    const { notes } = checkCsv(`${header},added`, `${beanie},03/04/2026`);
    expect(notes).toEqual([
      'Days are read as in Britain, day first: “03/04/2026” in G2 is 3 April 2026.',
    ]);
  });
});

describe('moments, on London’s clock,', () => {
  test.each([
    ['04/12/2026 18:00', '2026-12-04T18:00:00.000Z'],
    ['2026-07-01 18:00', '2026-07-01T17:00:00.000Z'],
    ['1 July 2026 at 6:00 pm', '2026-07-01T17:00:00.000Z'],
    ['1 July 2026 12:30 am', '2026-06-30T23:30:00.000Z'],
    ['04/12/2026 00:00', '2026-12-04T00:00:00.000Z'],
    ['4 December 2026', '2026-12-04T00:00:00.000Z'],
    ['2026-07-01T18:00:00+00:00', '2026-07-01T18:00:00.000Z'],
  ])('may be written as %s', (written, visible_from) => {
    const { products, mistakes } = checkCsv(`${header},visible from`, `${beanie},${written}`);
    expect(mistakes).toEqual([]);
    expect(products).toMatchObject([{ visible_from }]);
  });

  test.each([
    ['29/03/2026 01:30', ': There is no 01:30 on that day: the clocks go forward'],
    ['25/10/2026 01:30', ': There is 01:30 twice on that day'],
    ['soon', ' is not a day and time. Write day and time on London’s clock, like'],
    ['31/02/2026 18:00', ' is not a day and time'],
  ])('are refused as %s', (written, because) => {
    const { mistakes } = checkCsv(`${header},visible from`, `${beanie},${written}`);
    expect(mistakes).toEqual([
      expect.stringContaining(`G2, column “visible from”: “${written}”${because}`),
    ]);
  });
});

describe('a sale', () => {
  const columns = `${header},sale price,sale from,sale until`;

  test('has a price, a begin and an end, or the word that there is none', () => {
    const { products, mistakes } = checkCsv(
      columns,
      `${beanie},£32,27/11/2026 09:00,none`,
      `${beanie.replaceAll('boss-beanie', 'other')},None,,`,
    );
    expect(mistakes).toEqual([]);
    expect(products).toMatchObject([
      { sale_price: 3200, sale_from: '2026-11-27T09:00:00.000Z', sale_until: 'infinity' },
      { sale_price: 0, sale_from: undefined, sale_until: undefined },
    ]);
  });

  test.each([
    ['45,,', 'G2, column “sale price”: A sale price is below the price, which is £45.00.'],
    ['cheap,,', 'G2, column “sale price”: “cheap” is not a price.'],
    ['32,soon,', 'H2, column “sale from”: “soon” is not a day and time.'],
  ])('is refused as %s', (cells, message) => {
    const { mistakes } = checkCsv(columns, `${beanie},${cells}`);
    expect(mistakes).toEqual([expect.stringContaining(message)]);
  });
});

describe('columns', () => {
  test('may go by what people call them, and what is not ours is left aside by name', () => {
    const { products, mistakes, notes } = checkCsv(
      'Handle,Title,Price (£),Category,Color,Qty,,Notes,HS Code,,my sums',
      'boss-beanie,Boss Beanie,45,beanies,Rust,"1,000",,ask Jo,6505 00 90,x,12',
    );
    expect(mistakes).toEqual([]);
    expect(products).toMatchObject([
      { price: 4500, hs_code: '65050090', colours: [{ colour: 'Rust', stock: 1000 }] },
    ]);
    expect(notes).toEqual([
      'These columns are left aside: H “Notes”, J (without a name), K “my sums”.',
    ]);
  });

  test('are found below a title, and after Excel’s line with the separator', () => {
    const { mistakes, products } = checkCsv(
      'sep=;',
      'Spring 2026;;',
      '',
      ...[header, beanie].map((line) => line.replaceAll(',', ';')),
    );
    expect(mistakes).toEqual([]);
    expect(products).toMatchObject([{ colours: [{ place: 'row 5' }] }]);
  });
});

test('a thousand equal mistakes are reported once, with their cells and content', () => {
  const rows = Array.from(
    { length: 1000 },
    (_, index) => `hat-${index},Hat,tbc ${index % 2},beanies,Rust,1`,
  );
  const table = csvTable([header, ...rows].join('\n'));
  if ('mistake' in table) throw new Error('The table is one');
  const { mistakes } = checkRows(tableRows([table]), categories, []);
  expect(mistakes).toHaveLength(1000);
  expect(describeMistakes(mistakes)).toEqual([
    'C2, column “price”: “tbc 0” is not a price. Write it like 45, 45.50, £45.00 or Rs 45.\n' +
      '    The same in 999 other cells: C3 (“tbc 1”), C4 (“tbc 0”), C5 (“tbc 1”), C6 (“tbc 0”), C7 (“tbc 1”), C8 (“tbc 0”), C9 (“tbc 1”), C10 (“tbc 0”) and 991 more',
  ]);
});

describe('a category', () => {
  test('is new when it has a row of its own', () => {
    const gloves = 'warm-glove,Warm Glove,45,Gloves & Mitts,Rust,3';
    const read = checkCsv(header, ',,,Gloves & Mitts,,', beanie, gloves, ',,,BEANIES,,');
    expect(read.mistakes).toEqual([]);
    expect(read.categories).toEqual([{ slug: 'gloves-and-mitts', name: 'Gloves & Mitts' }]);
    expect(read.products).toMatchObject([{}, { category: 'gloves-and-mitts' }]);
  });

  test('needs letters', () => {
    expect(checkCsv(header, ',,,???,,', beanie).mistakes).toEqual([
      expect.stringContaining('column “category”: “???” cannot be a category'),
    ]);
  });
});

function checkCollections(cell: string) {
  return checkCsv(`${header},collections`, `${beanie},${cell}`);
}

describe('the collections of a product', () => {
  test.each([
    ['Autumn Drop', ['autumn']],
    ['AUTUMN | autumn', ['autumn']],
    ['None', []],
    ['', undefined],
  ])('are in a cell with %j', (cell, slugs) => {
    const { products, mistakes } = checkCollections(cell);
    expect(mistakes).toEqual([]);
    expect(products[0]?.collections).toEqual(slugs);
  });

  test('are those by hand, and new ones have a row of their own', () => {
    expect(checkCollections('Gifts').mistakes).toEqual([
      'G2, column “collections”: “Gifts” chooses its products by rule: change the rule on the sheet “Collections” or in the studio.',
    ]);
    expect(checkCollections('Winter | Autumn Drop').mistakes).toEqual([
      expect.stringMatching(
        /^G2, column “collections”: There is no collection “Winter”\. Those by hand are: Autumn Drop\. A new one is a row/,
      ),
    ]);
    const read = checkCsv(`${header},collections`, `${beanie},Winter`, ',,,,,,Winter');
    expect(read).toMatchObject({
      mistakes: [],
      collections: [{ slug: 'winter', name: 'Winter' }],
      products: [{ collections: ['winter'] }],
    });
  });
});

test('a JSON file may bring collections along', () => {
  const gifts = { id: 'gifts', name: 'Gifts', in_menu: 'no', products: 'by rule', on_sale: true };
  const deals = {
    id: 'deals',
    name: 'Deals',
    price_over: 20,
    newest: '12',
    categories: ['Beanies'],
  };
  expect(checkJson({ collections: [gifts, deals], products: [] })).toMatchObject({
    mistakes: [],
    collections: [
      // Conditions that the file does not have stay.
      { slug: 'gifts', in_menu: false, rule: { price_under: 5000, on_sale: true } },
      { slug: 'deals', rule: { categories: ['beanies'], price_over: 2000, newest: 12 } },
    ],
  });
  const wrong = { id: 'c', name: 'Beanies', in_menu: 'maybe', newest: 0, color: 'x' };
  const { mistakes } = checkJson({ collections: [wrong], products: [] });
  expect(mistakes).toEqual([
    expect.stringMatching(/^collection 1, column “color”: There is no such key here\./),
    'collection 1, column “in_menu”: “maybe”: Write “yes” or “no”.',
    'collection 1, column “newest”: “0” is not a whole number from 1 to 999.',
  ]);
});

describe('the letters of a file', () => {
  test.each([
    ['UTF-8', Buffer.from('Crème £45')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFCrème £45')],
    ['UTF-16', Buffer.from('\uFEFFCrème £45', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('Crème £45', 'utf16le')],
    ['UTF-16, the other way round', Buffer.from('\uFEFFCrème £45', 'utf16le').swap16()],
  ])('are read as %s', (_name, bytes) => {
    expect(decodeText(bytes)).toEqual({ text: 'Crème £45', notes: [] });
  });

  test('are read as Windows-1252 where they are not UTF-8, which is told', () => {
    const { text, notes } = decodeText(Buffer.from('Cr\u00e8me \u00a345 \u0080', 'latin1')) ?? {};
    expect(text).toBe('Crème £45 €');
    expect(notes).toEqual([expect.stringContaining('Check these letters in the preview: £ è €')]);
  });
});
