import { arrayMove } from '@dnd-kit/sortable';
import { expect, test } from 'vitest';
import type { EditedProduct } from '#domain/contracts/staff-catalogue.ts';
import { editedProduct } from '#tests/support/edited-product.ts';
import { acceptedFiles, findPicture, sortFiles } from './dropped-files.ts';
import { givenFor, productsIn, withProduct } from '../catalogue/draft-parts.ts';
import { typedDraft } from './draft-product.ts';
import { emptyProduct } from './empty-product.ts';
import { changesOfProduct, type ProductNow } from './product-edit.ts';
import type { Given } from '../catalogue/catalogue-differences.ts';
import { codeOwner, newCodes } from './code-owners.ts';
import { codeFields, productFaults, productOf } from './product-faults.ts';
import { productKind } from './product-kind.ts';
import { newColour, newPicture, type TypedProduct, typedProduct } from './typed-product.ts';

const rust = {
  color_name: 'Rust',
  position: 1,
  sku: 'BB-BONE-1',
  gtin: null,
  hex: null,
  worn: null,
  film: null,
  quantity: 3,
  archived: false,
  images: ['/a', '/b'],
  alts: [],
};
const moss = {
  color_name: 'Moss',
  position: 2,
  sku: 'BB-RUST-2',
  gtin: null,
  hex: null,
  worn: null,
  film: null,
  quantity: 1,
  archived: true,
  images: [],
  alts: [],
};
const beanie = editedProduct({
  material: 'Wool',
  care: 'Hand wash.',
  weight_grams: 85,
  origin_country: 'PT',
  colours: [rust, moss],
});

/** A product as edited, its colours still by their names in the shop. */
function edited(now: EditedProduct): ProductNow {
  return { ...now, colours: now.colours.map((one) => ({ ...one, was: one.color_name })) };
}

test('sale and opening times change in import format, and an equal time is not a change', () => {
  const was = { ...beanie, visible_from: '2026-12-04T18:00:00+00:00' };
  const sale = {
    sale_price_pence: 3000,
    sale_from: '2026-12-05T09:00:00.000Z',
    sale_until: '2026-12-09T09:00:00.000Z',
  };
  expect(
    changesOfProduct(was, edited({ ...was, visible_from: '2026-12-04T18:00:00.000Z' }), 'form'),
  ).toBeNull();
  expect(changesOfProduct(was, edited({ ...was, ...sale, visible_from: null }), 'form')).toEqual({
    catalogue: {
      products: [
        {
          slug: 'boss-beanie',
          ...sale,
          clears: ['visible_from'],
          seen: {
            sale_price_pence: 0,
            sale_from: '-infinity',
            sale_until: 'infinity',
            visible_from: was.visible_from,
          },
        },
      ],
      colours: [],
    },
  });
});

test('a form yields its changed fields with their previous values, and no others', () => {
  expect(
    changesOfProduct(beanie, edited({ ...beanie, colours: [{ ...rust }, moss] }), 'form'),
  ).toBeNull();
  const now = {
    ...beanie,
    price_pence: 3950,
    material: null,
    care: 'Dry clean.',
    weight_grams: null,
    hs_code: '65050090',
    colours: [
      { ...rust, quantity: 5, images: arrayMove([...rust.images], 0, 1) },
      { ...moss, archived: false },
    ],
  };
  expect(changesOfProduct(beanie, edited(now), 'form')).toEqual({
    catalogue: {
      products: [
        {
          slug: 'boss-beanie',
          price_pence: 3950,
          care: 'Dry clean.',
          hs_code: '65050090',
          clears: ['material', 'weight_grams'],
          seen: {
            price_pence: 4500,
            material: 'Wool',
            care: 'Hand wash.',
            weight_grams: 85,
            hs_code: null,
          },
        },
      ],
      colours: [
        {
          slug: 'boss-beanie',
          color_name: 'Rust',
          quantity: 5,
          images: ['/b', '/a'],
          seen: { quantity: 3, images: ['/a', '/b'] },
          export: 'form',
        },
        { slug: 'boss-beanie', color_name: 'Moss', archived: false, seen: {} },
      ],
    },
  });
});

/** The form of the beanie, with other input. */
function typing(change: (typed: TypedProduct) => Partial<TypedProduct>): TypedProduct {
  const typed = typedProduct(beanie, beanie);
  return { ...typed, ...change(typed) };
}

function changesIn(typed: TypedProduct): Given {
  return changesOfProduct(typed.was, productOf(typed), 'form')?.catalogue ?? {};
}

const edits: [string, TypedProduct][] = [
  [
    'a renamed, reordered, recounted and added colour',
    typing(({ colours: [first = newColour(), second = newColour()] }) => ({
      colours: [
        second,
        { ...newColour(), name: 'Sky', stock: '4', swatch: '#aabbcc' },
        { ...first, name: 'Brick', stock: '9' },
      ],
    })),
  ],
  [
    'pictures moved with their alt texts, removed and added',
    typing(({ colours: [first = newColour(), ...others] }) => ({
      colours: [
        {
          ...first,
          pictures: [
            newPicture({ address: '/c', alt: 'Its back', worn: true }),
            ...first.pictures
              .toReversed()
              .map((one) => Object.assign(one, { alt: `Alt of ${one.address}` })),
          ],
        },
        ...others,
      ],
    })),
  ],
  [
    'a sale, a cleared fact, another slug',
    typing(({ now }) => ({
      now: { ...now, care: null, slug: 'warm-beanie', sale_until: '2027-01-01T00:00:00Z' },
      salePrice: '12.50',
      hasOwnSlug: true,
    })),
  ],
  [
    'a new product',
    {
      ...typedProduct(null, { ...emptyProduct, slug: 'cap', name: 'Cap', category: 'beanies' }),
      hasOwnSlug: true,
      price: '40.00',
      colours: [{ ...newColour(), name: 'Red', stock: '3' }],
    },
  ],
];

test.each(edits)('a draft with %s is read back as it was typed', (_, typed) => {
  const changes = { catalogue: changesIn(typed) };
  const slug = typed.was?.slug ?? 'cap';
  expect(productsIn(changes.catalogue)).toEqual([slug]);
  const release = { id: typed.form.release, version: 1, title: 'Cap' };
  // Beside another product, as in a spreadsheet's draft.
  const other = { products: [{ slug: 'other', name: 'Other' }] };
  const several = withProduct({ catalogue: other }, slug, changes.catalogue);
  const again = typedDraft(
    typed.was ?? undefined,
    givenFor(several?.catalogue ?? {}, slug),
    release,
  );
  expect(withProduct(several ?? {}, slug, undefined)?.catalogue).toMatchObject(other);
  expect(productOf(again)).toEqual(productOf(typed));
  expect(changesIn(again)).toEqual(changes.catalogue);
  // Merged into what a colleague has saved, without losing a field.
  const { fields, withFields } = productKind;
  const merged = withFields(typedDraft(typed.was ?? undefined, {}, release), fields(typed), typed);
  expect(productOf(merged)).toEqual(productOf(typed));
});

test('a restored new product has the slug of its name, until one is typed', () => {
  const { fields, withFields } = productKind;
  const begun = typedProduct(null, emptyProduct);
  const typed = { ...begun, now: { ...begun.now, name: 'Tide Cap', slug: 'tide-cap' } };
  expect(withFields(begun, fields(typed), typed).now.slug).toBe('tide-cap');
  const own = { ...typed, now: { ...typed.now, slug: 'cap' }, hasOwnSlug: true };
  expect(withFields(begun, fields(own), own).now.slug).toBe('cap');
});

test('a renamed and reordered colour is sent by its new name with every place', () => {
  expect(changesIn(edits[0]?.[1] ?? typing(() => ({})))).toEqual({
    renames: [{ slug: 'boss-beanie', colour: 'Rust', now: 'Brick' }],
    products: [],
    colours: [
      { slug: 'boss-beanie', color_name: 'Moss', position: 1, seen: { position: 2 } },
      { slug: 'boss-beanie', color_name: 'Sky', quantity: 4, hex: '#aabbcc', position: 2 },
      {
        slug: 'boss-beanie',
        color_name: 'Brick',
        quantity: 9,
        position: 3,
        seen: { quantity: 3, position: 1 },
        export: 'form',
      },
    ],
  });
});

test('stock sold while a draft lies is not given back by it', () => {
  const typed = typing(({ colours: [first = newColour(), ...others] }) => ({
    colours: [{ ...first, stock: '8' }, ...others],
  }));
  const sold = { ...beanie, colours: [{ ...rust, quantity: 2 }, moss] };
  const again = typedDraft(sold, changesIn(typed), { id: 'draft', version: 1, title: '' });
  expect(again.colours[0]?.stock).toBe('7');
  expect(changesIn(again).colours?.[0]).toMatchObject({ quantity: 7, seen: { quantity: 2 } });
});

test('a form is checked by the rules of spreadsheets, with their messages', () => {
  const typed = typing(({ now, colours: [first = newColour(), second = newColour()] }) => ({
    price: 'dear',
    salePrice: '',
    now: {
      ...now,
      name: ' ',
      slug: 'Boss Beanie',
      category: '',
      weight_grams: 'heavy',
      hs_code: 'none',
    },
    colours: [
      { ...first, stock: '1.5' },
      { ...second, name: 'rust', stock: '' },
      { ...newColour(), name: 'Sky' },
    ],
  }));
  expect(Object.fromEntries(productFaults(typed, 0))).toEqual({
    name: 'This is empty.',
    slug: 'Use lower-case letters, digits and hyphens only, such as “boss-beanie”.',
    price: '“dear” is not a price. Write it like 45, 45.50, £45.00 or Rs 45.',
    category: 'Choose a category.',
    weight_grams: '“heavy” is not a weight: write whole grams, from 1 to 30000.',
    hs_code: '“none” is not a commodity code: it has 6, 8 or 10 digits, such as 6505 00 90.',
    [`${typed.colours[0]?.id}.stock`]: '“1.5” is not a whole number.',
    [`${typed.colours[0]?.id}.name`]: '“Rust” is the name of two colours.',
    [`${typed.colours[1]?.id}.name`]: '“rust” is the name of two colours.',
    [`${typed.colours[1]?.id}.stock`]: 'This is empty.',
  });
  expect(
    productFaults(
      typing(() => ({})),
      0,
    ).size,
  ).toBe(0);
});

test('numbers may be typed as they are written', () => {
  const typed = typing(({ now }) => ({
    now: { ...now, weight_grams: ' 90 g', hs_code: '6505 00 90' },
  }));
  expect(productFaults(typed, 0).size).toBe(0);
  expect(productOf(typed)).toMatchObject({ weight_grams: 90, hs_code: '65050090' });
});

test('a code of two colours is marked at both', () => {
  const typed = typing(({ colours: [first = newColour(), second = newColour()] }) => ({
    colours: [
      { ...first, sku: 'BB-1', gtin: '5012345678900' },
      { ...second, sku: ' BB-1 ', gtin: '' },
      { ...newColour(), name: 'Sky' },
    ],
  }));
  const [first, second] = typed.colours.map(({ id }) => id);
  const twice = 'Two colours have this one. Each needs its own.';
  expect(Object.fromEntries(productFaults(typed, 0))).toEqual({
    [`${first}.sku`]: twice,
    [`${second}.sku`]: twice,
  });
});

test('a code that another product has is marked with it, however it is typed, until the draft is that product', () => {
  const taken = {
    ...rust,
    sku: 'CAP-9',
    gtin: '5012345678900',
    color_name: 'Navy',
    archived: true,
  };
  const cap = editedProduct({
    slug: 'tide-cap',
    name: 'Tide Cap',
    archived: true,
    colours: [taken],
  });
  const typed = typing(({ colours: [first = newColour(), second = newColour()] }) => ({
    colours: [
      { ...first, sku: ' сap‑9', gtin: '5012345 678900' },
      { ...second, sku: first.sku },
    ],
  }));
  expect(newCodes(typed)).toEqual(['CAP-9', '5012345678900']);
  const [first = newColour(), second = newColour()] = typed.colours;
  const owner = { slug: 'tide-cap', name: 'Tide Cap, Navy' };
  const known = { typed, products: [beanie, cap] };
  expect(codeFields.map((field) => codeOwner(first, field, known))).toEqual([owner, owner]);
  expect(codeOwner(second, 'sku', known)).toBeUndefined();
  const published = { ...typed, now: { ...typed.now, slug: 'tide-cap' } };
  expect(codeOwner(first, 'sku', { ...known, typed: published })).toBeUndefined();
});

test('sorts files into spreadsheets and pictures, and finds pictures by name', () => {
  const files = [
    'A.xlsx',
    '~$A.xlsx',
    'IMG 1.JPG',
    'note.txt',
    'old.xls',
    'b.webp',
    'c.jfif',
    'd.PJPG',
    'e.heic',
    '.DS_Store',
  ];
  const { sheets, pictures } = sortFiles(files.map((name) => new File([''], name)));
  expect(sheets.map(({ name }) => name)).toEqual(['A.xlsx', 'old.xls']);
  expect([...pictures.keys()]).toEqual(['img 1.jpg', 'b.webp', 'c.jfif', 'd.pjpg', 'e.heic']);
  expect(acceptedFiles.split(',')).toEqual(expect.arrayContaining(['.xlsx', '.jfif', '.pjpg']));
});

test.each<[given: string[], found: Record<string, string>]>([
  [
    ['Shop/rust/1.jpg', 'Shop/Blue/1.JPG'],
    { 'rust/1.jpg': 'Shop/rust/1.jpg', 'blue\\1.jpg': 'Shop/Blue/1.JPG' },
  ],
  [['1.jpg'], { 'rust/1.jpg': 'several', 'blue/1.jpg': 'several' }],
  [['rust/1.jpg', 'blue/1.jpg'], { '1.jpg': 'several' }],
  [['rust/1.jpg', '1.jpg'], { '1.jpg': '1.jpg' }],
  [['a.jpg'], { 'pictures/a.jpg': 'a.jpg', '/b.jpg': 'none' }],
  [['Shop/a.jpg'], { 'https://cdn.example/f/A.jpg?v=1': 'Shop/a.jpg' }],
])('finds pictures by the end of their path: %j', (given, found) => {
  const paths = new Map<File, string>();
  const files = given.map((path) => {
    const file = new File([''], path.replace(/^.*\//, ''));
    Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' });
    paths.set(file, path);
    return file;
  });
  const { pictures } = sortFiles(files);
  const names = Object.keys(found);
  const results = names.map((name) => {
    const file = findPicture(pictures, name, names);
    return [name, file instanceof File ? paths.get(file) : (file ?? 'none')];
  });
  expect(Object.fromEntries(results)).toEqual(found);
});
