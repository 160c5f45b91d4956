import { describe, expect, test } from 'vitest';
import { checkRows } from './check-rows.ts';
import { csvRows } from './csv-rows.ts';
import { jsonRows } from './json-rows.ts';
import { describeMistake } from './mistake.ts';
import { textOf } from './read-text.ts';

const categories = [
  { slug: 'beanies', name: 'Beanies' },
  { slug: 'bucket-hats', name: 'Bucket Hats' },
];

function checkCsv(...lines: string[]) {
  const { catalogue, mistakes } = checkRows(csvRows(lines.join('\r\n')), categories);
  return { products: catalogue.products, mistakes: mistakes.map(describeMistake) };
}

function checkJson(file: unknown) {
  const { catalogue, mistakes } = checkRows(jsonRows(JSON.stringify(file)), categories);
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
            colour: 'Rust',
            swatch: '#AA5533',
            stock: 3,
            pictures: ['a b.jpg', 'c.jpg'],
          },
          {
            place: 'row 4',
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
    ['45', 4500],
    ['£45.00', 4500],
    ['Rs 45', 4500],
    ['"£1,234.50"', 123_450],
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
    ['45.123', '“45.123” is not a price.'],
    ['$45', '“$45” is not a price.'],
  ])('cannot have a price %j', (price, message) => {
    const { mistakes } = checkCsv(header, `boss-beanie,Boss Beanie,${price},beanies,Rust,3`);
    expect(mistakes).toEqual([expect.stringContaining(`row 2, column “price”: ${message}`)]);
  });

  test.each([
    [
      'a column that is missing',
      [header.replace(',price', ''), beanie.replace(',45', '')],
      'row 1, column “price”: This column is missing',
    ],
    [
      'a column that is there twice',
      [`${header},Stock`, `${beanie},3`],
      'row 1, column “Stock”: This column appears twice.',
    ],
    ['a column without a name', [`${header},`, `${beanie},x`], 'row 1: Column 7 has no name.'],
    [
      'a comma without quotation marks',
      [header, `${beanie},more`],
      'row 2: This row has 7 cells, but the header has only 6.',
    ],
    [
      'a name of one product that differs',
      [header, beanie, beanie.replace('Boss', 'Big').replace('Rust', 'Bone')],
      'row 3, column “name”: “Big Beanie” contradicts row 2, which has “Boss Beanie”.',
    ],
    [
      'a price of one product that differs',
      [header, beanie, beanie.replace('45', '£46').replace('Rust', 'Bone')],
      'row 3, column “price”: “£46” contradicts row 2, which has “45”. All colours of a product share this value: enter it in row 2 only.',
    ],
    [
      'a price that differs from the only other row that has one',
      [
        header,
        'boss-beanie,Boss Beanie,,beanies,Rust,3',
        beanie.replace('Rust', 'Bone'),
        beanie.replace('45', '46').replace('Rust', 'Ink'),
      ],
      'row 4, column “price”: “46” contradicts row 3, which has “45”.',
    ],
    [
      'a price that none of the rows of a product has',
      [header, 'boss-beanie,Boss Beanie,,beanies,Rust,3', 'boss-beanie,,,,Bone,3'],
      'row 2, column “price”: This is empty. Enter it in one row of “boss-beanie”; exported files use the first.',
    ],
    [
      'a wrong price, once for all rows that take it from there',
      [header, beanie.replace('45', 'free'), 'boss-beanie,,,,Bone,3', 'boss-beanie,,,,Ink,3'],
      'row 2, column “price”: “free” is not a price.',
    ],
    [
      'a category that is not there, once for all rows that take it from there',
      [header, beanie.replace('beanies', 'caps'), 'boss-beanie,,,,Bone,3'],
      'row 2, column “category”: There is no category “caps”.',
    ],
    ['no slug', [header, beanie, ',,,,Bone,3'], 'row 3, column “slug”: This is empty.'],
    [
      'a colour that is there twice',
      [header, beanie, beanie.replace('Rust', 'rust')],
      'row 3, column “colour”: “boss-beanie” in “rust” is already in row 2.',
    ],
    [
      'a material that is too long',
      [`${header},material`, `${beanie},${'x'.repeat(201)}`],
      'row 2, column “material”: The text has 201 characters; at most 200 are allowed.',
    ],
    [
      'a material on two lines',
      [`${header},material`, `${beanie},"wool\nand silk"`],
      'row 2, column “material”: The text must be on one line.',
    ],
    [
      'a weight that is none',
      [`${header},weight_grams`, `${beanie},0.5 kg`],
      'row 2, column “weight_grams”: “0.5 kg” is not a weight: write whole grams, from 1 to 30000.',
    ],
    [
      'a weight that no carrier takes',
      [`${header},weight_grams`, `${beanie},30001`],
      'row 2, column “weight_grams”: “30001” is not a weight: write whole grams, from 1 to 30000.',
    ],
    [
      'a commodity code with too few digits',
      [`${header},hs_code`, `${beanie},6505`],
      'row 2, column “hs_code”: “6505” is not a commodity code: it has 6, 8 or 10 digits, such as 6505 00 90.',
    ],
    [
      'a country that there is not',
      [`${header},origin_country`, `${beanie},ZZ`],
      'row 2, column “origin_country”: “ZZ” is not a country. Write its two letters or its English name, such as PT or Portugal.',
    ],
    [
      'lost letters',
      [header, beanie.replace('Boss', 'B�ss')],
      'row 2, column “name”: Letters were lost (�)',
    ],
    [
      'an invisible character',
      [header, beanie.replace('Boss', 'Bo\u200Bss')],
      'row 2, column “name”: The text contains an invisible character. Retype it.',
    ],
    [
      'a date that does not exist',
      [`${header},added`, `${beanie},2026-02-30`],
      'row 2, column “added”: Write the date as year-month-day',
    ],
    [
      'a British date',
      [`${header},added`, `${beanie},14/03/2026`],
      'row 2, column “added”: Write the date as year-month-day',
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
      'product 1, colour 1, column “quantity”: This must be a number.',
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

describe('the letters of a file', () => {
  test('are read as UTF-8, with or without a mark at the beginning', () => {
    expect(textOf(Buffer.from('\uFEFFCrème £45'))).toEqual({ text: 'Crème £45' });
  });

  test.each([
    ['Windows', Buffer.from('slug,name\r\nhat,Cr\u00e8me\r\n', 'latin1'), 'line 2'],
    ['UTF-16', Buffer.from('\uFEFFslug,name', 'utf16le'), null],
    ['an Excel workbook', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), null],
  ])('of %s are refused with advice', (_name, bytes, place) => {
    const read = textOf(bytes);
    expect(read).toMatchObject({ mistake: { place, message: expect.stringContaining('UTF-8') } });
  });
});
