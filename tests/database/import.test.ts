import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { factNames } from '#domain/catalogue/product-facts.ts';
import { eventually } from '../support/eventually.ts';
import { openDatabase } from '../support/open-database.ts';
import { sampleFacts } from '../support/sample-facts.ts';
import { refusalOf } from '../support/shop-database.ts';
import { markOfAllRows } from '../support/shop-rows.ts';

const { database, shop, sql } = await openDatabase();

type GivenColour = {
  slug: string;
  color_name: string;
  position: number;
  quantity?: number;
  hex?: string;
  images?: string[];
};

type Given = {
  categories: { slug: string; name: string }[];
  products: {
    slug: string;
    name: string;
    material?: string;
    weight_grams?: number;
    hs_code?: string;
    origin_country?: string;
    price_pence: number;
    category: string;
  }[];
  colours: GivenColour[];
};

interface HatChanges {
  price_pence?: number;
  category?: string;
  colours?: string[];
  quantity?: number;
  images?: string[];
}

/** A hat in Rust and Bone, by default five of each. */
function hat(changes: HatChanges = {}): Given {
  const { price_pence = 4500, category = 'beanies', quantity = 5, images } = changes;
  return {
    categories: [],
    products: [{ slug: 'boss-hat', name: 'Boss Hat', material: 'Leather', price_pence, category }],
    colours: (changes.colours ?? ['Rust', 'Bone']).map((color_name, index) => ({
      slug: 'boss-hat',
      color_name,
      position: index + 1,
      quantity,
      images: images ?? [`/catalogue/${color_name}.jpg`],
    })),
  };
}

/** Options recorded in an exported file; a handwritten file has none. */
type Options = Partial<
  Record<'archive_missing' | 'overwrite' | 'restore' | 'allow_price_jumps' | 'preview', boolean> & {
    allow_archiving: number;
  }
>;

/** Options that archive everything but the hat. */
const archiving: Options = { archive_missing: true, allow_archiving: 1000 };

async function importing(given: unknown, options: Options = {}) {
  const [row] = await sql<[{ summary: Record<string, never> }]>`
    select import_catalogue(${JSON.stringify(given)}::text::jsonb, ${sql.json(options)}) as summary`;
  return row.summary;
}

/** The imported hat as a basket line. */
async function hatInColour(color_name: string) {
  const [sku] = await sql<[{ product_id: number; variant_id: number; price: number }]>`
    select p.id::int as product_id, v.id::int as variant_id, p.price_pence as price
    from products p join color_variants v on v.product_id = p.id
    where p.slug = 'boss-hat' and v.color_name = ${color_name}`;
  return sku;
}

/** Pictures of the hat in Rust, as shoppers see them. */
async function shownPictures(): Promise<object[] | undefined> {
  const [row] = await database.sql<[{ images: object[] }]>`
    select v.images from listed_products p
    cross join jsonb_to_recordset(p.color_variants) as v (color_name text, images jsonb)
    where p.name = 'Boss Hat' and v.color_name = 'Rust'`;
  return row.images;
}

/** Alt texts of the pictures of the hat in Rust, in order. */
async function described() {
  const rows = await sql<[{ path: string; alt: string | null }]>`
    select i.path, i.alt from variant_images i join color_variants v on v.id = i.variant_id
    join products p on p.id = v.product_id
    where p.slug = 'boss-hat' and v.color_name = 'Rust' order by i.position`;
  return rows.map(({ path, alt }) => [path, alt]);
}

/** A product as exported. */
async function exported(slug: string) {
  const [row] = await sql<[{ products: Record<string, unknown>[] }]>`
    select export_catalogue(0, 1000) -> 'products' as products`;
  return row.products.find((one) => one['slug'] === slug);
}

/** Imports the hat with additional or changed fields and no facts. Returns the report on products. */
async function importingHat(fields: object) {
  const products = hat().products.map((given) =>
    Object.assign(given, { material: undefined }, fields),
  );
  const summary = await importing({ ...hat(), products }, { preview: true });
  return summary['products'];
}

/** Imports changes to the hat in Rust. */
function telling(colour: object) {
  const colours = [{ slug: 'boss-hat', color_name: 'Rust', ...colour }];
  return importing({ categories: [], products: [], colours });
}

describe('an import', () => {
  beforeEach(async () => {
    await importing(hat());
  });

  test('that is repeated changes nothing', async () => {
    const before = await markOfAllRows(database);
    const summary = await importing(hat());
    expect(summary).toMatchObject({
      products: { added: [], changed: [] },
      colours: { added: [], changed: [] },
      archived: { products: [], colours: [] },
    });
    expect(await markOfAllRows(database)).toEqual(before);
  });

  test.each([
    ['a category that is not there', hat({ category: 'shoes', price_pence: 5100 })],
    ['a price that the shop refuses', hat({ price_pence: 0 })],
    ['negative stock', hat({ price_pence: 5100, quantity: -1 })],
    ['a picture that is there twice', hat({ price_pence: 5100, images: ['/a', '/a'] })],
  ])('with %s leaves the catalogue unchanged', async (_name, given) => {
    const before = await markOfAllRows(database);
    expect(
      await refusalOf(importing({ ...given, categories: [{ slug: 'gloves', name: 'Gloves' }] })),
    ).toBeDefined();
    expect(await markOfAllRows(database)).toEqual(before);
  });

  test.each(factNames)('changes, keeps, exports and clears the %s', async (fact) => {
    const now = sampleFacts[fact];
    const changed = (was: unknown, is: unknown) => ({
      added: [],
      changed: [{ slug: 'boss-hat', changes: [{ field: fact, was, now: is }] }],
    });
    const before = fact === 'material' ? 'Leather' : null;
    expect(await importingHat({ [fact]: now })).toMatchObject(changed(before, now));
    expect(await importingHat({})).toMatchObject({ changed: [] });
    expect(await exported('boss-hat')).toMatchObject({ [fact]: now });
    expect(await importingHat({ clears: [fact] })).toMatchObject(changed(now, null));
    expect(await exported('boss-hat')).toMatchObject({ [fact]: null });

    const isNew = await importingHat({ [fact]: now, slug: 'told-hat' });
    expect(isNew).toMatchObject({ added: ['told-hat'] });
    expect(await exported('told-hat')).toMatchObject({ [fact]: now });
    await sql`delete from products where slug = 'told-hat'`;
  });

  test('changes the product facts that it names, and keeps the others', async () => {
    const [given] = hat().products;
    if (!given) throw new Error('The hat is a product');
    const facts = {
      size: 'One size',
      measurements: 'Brim 6 cm',
      care: 'Wipe clean.',
      safety: 'May shrink.',
      weight_grams: 85,
      hs_code: '65050090',
      origin_country: 'PT',
    };
    const known = { ...hat(), products: [{ ...given, ...facts }] };
    expect(await importing(known)).toMatchObject({
      products: {
        changed: [
          {
            slug: 'boss-hat',
            changes: Object.entries(facts).map(([field, now]) => ({ field, was: null, now })),
          },
        ],
      },
    });
    expect(await importing(known)).toMatchObject({ products: { changed: [] } });
    expect(await importing(hat())).toMatchObject({ products: { changed: [] } });
    expect(await exported('boss-hat')).toMatchObject(facts);
  });

  test('finds a colour ignoring case, and renames it', async () => {
    const rust = await hatInColour('Rust');
    await importing(hat({ colours: ['RUST', 'Bone'] }));
    expect(await hatInColour('RUST')).toEqual(rust);
    await importing(hat());
  });

  test('finds a colour however é is encoded, and has no two that look alike', async () => {
    await importing(hat({ colours: ['Rosé', 'Bone'] }));
    const rose = await hatInColour('Rosé');
    await importing(hat({ colours: ['rose\u0301', 'Bone'] }));
    expect(await hatInColour('rose\u0301')).toEqual(rose);
    const twin = sql`
      insert into color_variants (product_id, color_name)
      select product_id, 'ROSÉ' from color_variants where color_name = ${'rose\u0301'}`;
    await expect(twin).rejects.toMatchObject({ constraint_name: 'color_variants_colour_key' });
    await sql`delete from color_variants where color_name = ${'rose\u0301'}`;
    await importing(hat());
  });

  test('orders the colours as listed if all are listed', async () => {
    const order = async () => {
      const colours = await sql`
        select color_name from color_variants
        where product_id = (select id from products where slug = 'boss-hat') and archived_at is null
        order by position, id`;
      return colours.map((colour) => String(colour['color_name']));
    };
    await importing(hat({ colours: ['Bone', 'Rust'] }));
    expect(await order()).toEqual(['Bone', 'Rust']);
    await importing(hat({ colours: ['Rust'] }));
    expect(await order()).toEqual(['Bone', 'Rust']);
    await importing(hat({ colours: ['Ink', 'Bone'] }));
    expect(await order()).toEqual(['Bone', 'Rust', 'Ink']);
    await importing(hat({ colours: ['Rust', 'Bone'] }), archiving);
    expect(await order()).toEqual(['Rust', 'Bone']);
    await sql`update products set archived_at = null where slug <> 'boss-hat'`;
  });

  test('keeps stock, pictures and swatch that it does not name', async () => {
    const ofHat = sql`product_id = (select id from products where slug = 'boss-hat')`;
    await sql`update color_variants set quantity = 2, hex = '#AABBCC' where ${ofHat} and color_name = 'Rust'`;
    const colours = [{ slug: 'boss-hat', color_name: 'Rust', position: 1 }];
    await importing({ ...hat(), colours });
    const [row] = await sql`
      select v.quantity, v.hex, (select count(*)::int from variant_images i where i.variant_id = v.id) as pictures
      from color_variants v where ${ofHat} and color_name = 'Rust'`;
    expect(row).toEqual({ quantity: 2, hex: '#AABBCC', pictures: 1 });
    await sql`update color_variants set quantity = 5, hex = null where ${ofHat}`;
  });

  test('sets alt texts, the picture worn and its film; an alt text follows its picture', async () => {
    const told = await telling({ images: ['/a.jpg', '/b.jpg'], alts: ['', 'The cuff'] });
    expect(told).toMatchObject({
      colours: {
        changed: [
          {
            slug: 'boss-hat',
            changes: [{ field: 'images' }, { field: 'alts', was: [], now: ['', 'The cuff'] }],
          },
        ],
      },
    });
    expect(await described()).toEqual([
      ['/a.jpg', null],
      ['/b.jpg', 'The cuff'],
    ]);
    // Reordered pictures, without alt texts.
    await telling({ images: ['/b.jpg', '/c.jpg', '/a.jpg'] });
    expect(await described()).toEqual([
      ['/b.jpg', 'The cuff'],
      ['/c.jpg', null],
      ['/a.jpg', null],
    ]);
    // The one worn is shown second, wherever it is, and no longer once it is gone.
    await telling({ worn: '/a.jpg', film: '/turn.mp4' });
    expect(await shownPictures()).toEqual([
      { image: '/b.jpg', alt: 'The cuff' },
      { image: '/a.jpg', worn: true, film: '/turn.mp4' },
      { image: '/c.jpg' },
    ]);
    await telling({ images: ['/b.jpg', '/c.jpg'] });
    expect(await shownPictures()).toEqual([
      { image: '/b.jpg', alt: 'The cuff' },
      { image: '/c.jpg' },
    ]);
    const conflict = await telling({ alts: ['Mine'], seen: { alts: ['Theirs'] } });
    expect(conflict).toMatchObject({ conflicts: [{ field: 'alts', shop: ['The cuff'] }] });
    await telling({ alts: [] });
    expect((await described()).map(([, alt]) => alt)).toEqual([null, null]);
    await expect(telling({ alts: ['x'.repeat(201)] })).rejects.toThrow('variant_images_alt_form');
  });

  test('sets the total stock, including units held by checkouts, and reports a shortage', async () => {
    const [rust, buyer] = [await hatInColour('Rust'), await shop.newShopper()];
    const { checkout_id } = await shop.open(buyer, [{ sku: rust, quantity: 4 }]);
    const summary = await importing(hat({ colours: ['Rust'], quantity: 3 }));
    expect(summary).toMatchObject({
      oversold: [{ slug: 'boss-hat', colour: 'Rust', quantity: 3, held: 4 }],
    });
    expect(await shop.freeUnitsOf(rust)).toBe(0);
    expect(await shop.complete(checkout_id)).toMatchObject({ outcome: 'refund_due' });
    expect(await shop.unitsOf(rust)).toBe(3);
    await importing(hat());
  });

  test('waits for a checkout of the same goods and the other way round, and neither’s changes are lost', async () => {
    // Enough for everyone, in any order.
    await importing(hat({ quantity: 20 }));
    const rust = await hatInColour('Rust');
    const buyers = await Promise.all(Array.from({ length: 6 }, () => shop.newShopper()));
    const opening = buyers.map((buyer) => shop.open(buyer, [{ sku: rust, quantity: 1 }]));
    const outcomes = await Promise.allSettled([
      ...opening,
      ...Array.from({ length: 6 }, () => importing(hat({ quantity: 50 }))),
    ]);
    const broken = outcomes.filter(({ status }) => status === 'rejected');
    expect(broken).toEqual([]);
    expect(await shop.freeUnitsOf(rust)).toBe(44);
    for (const { checkout_id } of await Promise.all(opening)) await shop.release(checkout_id);
    await importing(hat());
  });
});

/** Cells edited since the export: exported value and new value. */
type Edits = Record<string, [seen: unknown, file: unknown]>;

function cellsOf(edits: Edits) {
  const part = (which: 0 | 1) =>
    Object.fromEntries(Object.entries(edits).map(([field, cell]) => [field, cell[which]]));
  return { ...part(1), seen: part(0) };
}

/** The hat in a file with its export's memory: only edited cells. */
function edited(product: Edits, colours: Record<string, Edits> = {}) {
  return {
    categories: [],
    products: [{ slug: 'boss-hat', ...cellsOf(product) }],
    colours: Object.entries(colours).map(([color_name, edits]) =>
      Object.assign(cellsOf(edits), { slug: 'boss-hat', color_name }),
    ),
  };
}

describe('a file with its export’s memory', () => {
  beforeEach(async () => {
    await sql`update products set facts = facts - 'material' where slug = 'boss-hat'`;
    await importing(hat({ quantity: 24 }));
  });

  test('changes the stock by its difference, so that sales in between count', async () => {
    const [rust, buyer] = [await hatInColour('Rust'), await shop.newShopper()];
    const { checkout_id } = await shop.open(buyer, [{ sku: rust, quantity: 5 }]);
    await shop.complete(checkout_id);
    const given = edited({}, { Rust: { quantity: [24, 34] }, Bone: { quantity: [24, 20] } });
    expect(await importing(given)).toMatchObject({
      colours: {
        changed: [
          { colour: 'Bone', changes: [{ field: 'quantity', was: 24, now: 20 }] },
          { colour: 'Rust', changes: [{ field: 'quantity', was: 19, now: 29 }] },
        ],
      },
      conflicts: [],
    });
    expect(await shop.unitsOf(rust)).toBe(29);
  });

  test('changes it once, however often files of one export are imported', async () => {
    const rust = await hatInColour('Rust');
    const [one, other] = [randomUUID(), randomUUID()];
    const stockAfter = async (quantity: number, id: string) => {
      const file = edited({}, { Rust: { quantity: [24, quantity] } });
      await importing({ ...file, colours: [{ ...file.colours[0], export: id }] });
      return shop.unitsOf(rust);
    };
    expect(await stockAfter(30, one)).toBe(30);
    // The response was lost, so it is sent again; then it is edited further, and partly reverted.
    expect(await stockAfter(30, one)).toBe(30);
    expect(await stockAfter(35, one)).toBe(35);
    expect(await stockAfter(26, one)).toBe(26);
    // Another file of the same export, with unchanged stock.
    expect(await stockAfter(24, one)).toBe(26);
    expect(await stockAfter(26, one)).toBe(26);
    expect(await stockAfter(30, other)).toBe(32);
  });

  test('does so despite sales and deliveries meanwhile', async () => {
    const rows = await sql<{ id: number; slug: string; color_name: string }[]>`
      select v.id::int, p.slug, v.color_name from color_variants v join products p on p.id = v.product_id
      where v.archived_at is null and p.slug <> 'boss-hat' order by v.id`;
    const units = fc.integer({ min: 0, max: 40 });
    const cases = fc.array(fc.record({ seen: units, shop: units, file: units }), {
      minLength: rows.length,
      maxLength: rows.length,
    });
    await fc.assert(
      fc.asyncProperty(cases, async (stock) => {
        const at = rows.map((row, index) => ({
          row,
          stock: stock[index] ?? { seen: 0, shop: 0, file: 0 },
        }));
        const shops = at.map(({ stock: { shop: quantity } }) => quantity);
        await sql`
          update color_variants v set quantity = g.quantity
          from unnest(${rows.map(({ id }) => id)}::bigint[], ${shops}::integer[]) as g (id, quantity)
          where v.id = g.id`;
        const summary = await importing({
          categories: [],
          products: [],
          colours: at.map(({ row: { slug, color_name }, stock: { seen, file } }) => ({
            slug,
            color_name,
            quantity: file,
            seen: { quantity: seen },
          })),
        });
        const after = await sql<{ quantity: number }[]>`
          select quantity from color_variants where id in ${sql(rows.map(({ id }) => id))} order by id`;
        const expected = at.map(({ stock: { seen, shop: now, file } }) =>
          now + file - seen < 0 ? now : now + file - seen,
        );
        expect(after.map(({ quantity }) => quantity)).toEqual(expected);
        expect(summary['conflicts']).toHaveLength(
          at.filter(({ stock: { seen, shop: now, file } }) => now + file - seen < 0).length,
        );
      }),
      { seed: 16, numRuns: 6 },
    );
  });

  test('reports when more is removed than is left, and overwrites only on request', async () => {
    const [rust, buyer] = [await hatInColour('Rust'), await shop.newShopper()];
    const { checkout_id } = await shop.open(buyer, [{ sku: rust, quantity: 5 }]);
    await shop.complete(checkout_id);
    const given = edited({}, { Rust: { quantity: [24, 2] } });
    expect(await importing(given)).toMatchObject({
      colours: { changed: [] },
      conflicts: [
        { slug: 'boss-hat', colour: 'Rust', field: 'quantity', seen: 24, shop: 19, file: 2 },
      ],
    });
    expect(await shop.unitsOf(rust)).toBe(19);
    expect(await importing(given, { overwrite: true })).toMatchObject({ conflicts: [] });
    expect(await shop.unitsOf(rust)).toBe(0);
  });

  test('waits for concurrent sales and the other way round, and neither’s changes are lost', async () => {
    const rust = await hatInColour('Rust');
    const buyers = await Promise.all(Array.from({ length: 4 }, () => shop.newShopper()));
    const opened = await Promise.all(
      buyers.map((buyer) => shop.open(buyer, [{ sku: rust, quantity: 1 }])),
    );
    const restocking = edited({}, { Rust: { quantity: [24, 27] } });
    await Promise.all(
      opened.flatMap(({ checkout_id }) => [shop.complete(checkout_id), importing(restocking)]),
    );
    expect(await shop.unitsOf(rust)).toBe(24 + 4 * 3 - 4);
  });

  test('that changes only stock waits for a sale, and counts it', async () => {
    const rust = await hatInColour('Rust');
    const restocking = { ...edited({}, { Rust: { quantity: [24, 34] } }), products: [] };
    const { imported } = await sql.begin(async (sale) => {
      await sale`update color_variants set quantity = quantity - 5 where id = ${rust.variant_id}`;
      const answer = importing(restocking);
      await eventually(async () => {
        const waiting = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        expect(waiting).toHaveLength(1);
      });
      // Wrapped in an object, because a plain promise would be awaited within the transaction.
      return { imported: answer };
    });
    expect(await imported).toMatchObject({
      colours: { changed: [{ changes: [{ field: 'quantity', was: 19, now: 29 }] }] },
    });
    expect(await shop.unitsOf(rust)).toBe(29);
  });

  test('keeps and reports values that both sides have changed', async () => {
    await importing({ ...hat({ price_pence: 4800 }), colours: [] });
    await sql`update products set description = 'Dry.' where slug = 'boss-hat'`;
    const given = edited({
      price_pence: [4500, 5000],
      name: ['Boss Hat', 'Big Boss Hat'],
      // Both sides made the same change.
      description: ['', 'Dry.'],
      material: ['Leather', '100% wool'],
    });
    const conflict = { slug: 'boss-hat', colour: null, field: 'price_pence' };
    expect(await importing(given)).toMatchObject({
      products: {
        changed: [
          {
            changes: [
              { field: 'name', was: 'Boss Hat', now: 'Big Boss Hat' },
              { field: 'material', now: '100% wool' },
            ],
          },
        ],
      },
      conflicts: [{ ...conflict, seen: 4500, shop: 4800, file: 5000 }],
    });
    await importing(given, { overwrite: true });
    const [row] = await sql`
      select name, price_pence, facts ->> 'material' as material from products where slug = 'boss-hat'`;
    expect(row).toEqual({ name: 'Big Boss Hat', price_pence: 5000, material: '100% wool' });
    await sql`update products set description = '' where slug = 'boss-hat'`;
  });

  test('restores products archived since then only on request', async () => {
    await sql`update products set archived_at = now() where slug = 'boss-hat'`;
    const given = edited({ name: ['Boss Hat', 'Boss Cap'] });
    expect(await importing(given)).toMatchObject({
      products: { changed: [{ changes: [{ field: 'name' }] }] },
      stay_archived: [{ slug: 'boss-hat', colour: null }],
    });
    expect(await importing(given, { restore: true })).toMatchObject({
      products: { changed: [{ changes: [{ field: 'archived', now: false }] }] },
      stay_archived: [],
    });
  });

  test('skips products renamed since then, and archives nothing by mistake', async () => {
    await sql`
      update color_variants set color_name = 'Bone White' where id = ${(await hatInColour('Bone')).variant_id}`;
    const given = edited({}, { Rust: { quantity: [24, 25] }, Bone: { quantity: [24, 30] } });
    expect(await importing(given)).toMatchObject({
      colours: { added: [], changed: [{ colour: 'Rust' }] },
      gone: [{ slug: 'boss-hat', colour: 'Bone' }],
    });
    expect(await refusalOf(importing(given, archiving))).toMatchObject({ reason: 'renamed_since' });
    await sql`update color_variants set color_name = 'Bone' where color_name = 'Bone White'`;
  });
});

/** Changes of the hat's colours. */
const coded = (rust: object, bone: object) => ({
  categories: [],
  products: [{ slug: 'boss-hat' }],
  colours: [
    { slug: 'boss-hat', color_name: 'Rust', ...rust },
    { slug: 'boss-hat', color_name: 'Bone', ...bone },
  ],
});

/** SKU and GTIN of the hat's colours. */
async function codes() {
  const rows = await sql<[{ color_name: string; sku: string; gtin: string | null }]>`
    select v.color_name, v.sku, v.gtin from color_variants v join products p on p.id = v.product_id
    where p.slug = 'boss-hat' and v.color_name in ('Bone', 'Rust') order by v.color_name`;
  return rows.map(({ color_name, sku, gtin }) => [color_name, sku, gtin]);
}

describe('codes', () => {
  beforeEach(() => importing(hat()));

  test('are made for a new colour, are exchanged between colours, and belong to one colour', async () => {
    const { variant_id } = await hatInColour('Rust');
    expect(await codes()).toContainEqual(['Rust', `BH-RUST-${variant_id}`, null]);
    const gtin = '4006381333931';
    await importing(coded({ sku: 'A-1', gtin }, { sku: 'A-2' }));
    await importing(coded({ sku: 'A-2', clears: ['gtin', 'sku'] }, { sku: 'A-1', gtin }));
    expect(await codes()).toEqual([
      ['Bone', 'A-1', gtin],
      ['Rust', 'A-2', null],
    ]);
    const taken = coded({ gtin }, {});
    expect(await refusalOf(importing(taken))).toMatchObject({
      reason: 'code_taken',
      detail: { field: 'gtin', code: gtin },
    });
    expect(await refusalOf(importing(coded({}, { sku: 'A-2' })))).toMatchObject({
      detail: { field: 'sku', code: 'A-2' },
    });
  });
});

describe('a new name', () => {
  beforeEach(() => importing(hat()));

  test('keeps stock, pictures and orders of the colour or product', async () => {
    const [bone, rust] = [await hatInColour('Bone'), await hatInColour('Rust')];
    const renamed = await importing({
      renames: [
        { slug: 'boss-hat', colour: null, now: 'boss-cap' },
        { slug: 'boss-cap', colour: 'Bone', now: 'Bone White' },
      ],
      categories: [],
      products: [{ slug: 'boss-cap' }],
      colours: [{ slug: 'boss-cap', color_name: 'Bone White' }],
    });
    expect(renamed).toMatchObject({
      renamed: [{ now: 'boss-cap' }, { now: 'Bone White' }],
      products: { added: [], changed: [] },
      colours: { added: [], changed: [] },
    });
    const colours = await sql`
      select p.slug, v.id::int, v.color_name, v.quantity from color_variants v join products p on p.id = v.product_id
      where v.id in (${bone.variant_id}, ${rust.variant_id}) order by v.color_name`;
    expect([...colours]).toEqual([
      { slug: 'boss-cap', id: bone.variant_id, color_name: 'Bone White', quantity: 5 },
      { slug: 'boss-cap', id: rust.variant_id, color_name: 'Rust', quantity: 5 },
    ]);
    await importing({
      renames: [
        { slug: 'boss-cap', colour: null, now: 'boss-hat' },
        { slug: 'boss-hat', colour: 'Bone White', now: 'Bone' },
      ],
      categories: [],
      products: [],
      colours: [],
    });
  });

  test.each([
    ['that is taken', 'Bone', 'rust', 'rename_taken'],
    ['of what is not there', 'Mauve', 'Black', 'rename_unknown'],
  ])('%s is refused', async (_name, colour, now, reason) => {
    const renames = [{ slug: 'boss-hat', colour, now }];
    expect(await refusalOf(importing({ ...hat(), renames }))).toMatchObject({ reason });
  });
});

describe('a slip', () => {
  beforeEach(() => importing(hat()));

  test.each([
    ['half the price', 2250, true],
    ['double the price', 9000, true],
    ['a little less than double', 8999, false],
  ])(
    'in a price is refused unless allowed (%s, %i pence): %s',
    async (_name, price_pence, refused) => {
      const refusal = await refusalOf(importing(hat({ price_pence })));
      const detail = [{ slug: 'boss-hat', was: 4500, now: price_pence }];
      expect(refusal).toEqual(
        refused ? { code: 'PT409', reason: 'price_jumps', detail } : undefined,
      );
      await importing(hat({ price_pence }), { allow_price_jumps: true });
      await importing(hat(), { allow_price_jumps: true });
    },
  );

  test('that archives most of the shop is refused unless the number is given', async () => {
    const before = await markOfAllRows(database);
    const only = { archive_missing: true };
    expect(await refusalOf(importing(hat(), only))).toMatchObject({ reason: 'mass_archive' });
    expect(await refusalOf(importing(hat(), { ...only, allow_archiving: 23 }))).toMatchObject({
      detail: '24',
    });
    expect(await markOfAllRows(database)).toEqual(before);
  });
});

test('a preview reports the changes of the import, and makes none', async () => {
  await importing(hat());
  const before = await markOfAllRows(database);
  const given = { ...hat({ price_pence: 9900, colours: ['Bone', 'Ink'] }), categories: [] };
  const preview = async () => {
    const [row] = await sql<[{ summary: unknown }]>`
      select preview_changes(${sql.json({ catalogue: given })}, '{"archive_missing": true}')
        -> 'report' -> 'catalogue' as summary`;
    return row.summary;
  };
  const foretold = await preview();
  expect(foretold).toMatchObject({ price_jumps: [{ slug: 'boss-hat' }], mass_archive: 24 });
  expect(await markOfAllRows(database)).toEqual(before);
  expect(await importing(given, { ...archiving, allow_price_jumps: true })).toEqual(foretold);
  await sql`update products set archived_at = null where slug <> 'boss-hat'`;
  await sql`update color_variants set archived_at = now() where color_name = 'Ink'`;
  await importing(hat(), { allow_price_jumps: true });
});

describe('an archived product', () => {
  test('is not listed or sold, stays in past orders, and can be restored', async () => {
    await importing(hat());
    const [rust, bone] = [await hatInColour('Rust'), await hatInColour('Bone')];
    const buyer = await shop.newShopper();
    const bought = await shop.open(buyer, [{ sku: rust, quantity: 1 }]);
    const { order_id } = await shop.complete(bought.checkout_id);
    const everything = await sql`select slug from products where archived_at is null`;

    const summary = await importing(hat({ colours: ['Bone'] }), archiving);
    expect(summary).toMatchObject({
      archived: { colours: [{ slug: 'boss-hat', colour: 'Rust' }] },
    });
    const [{ listed }] = await sql<[{ listed: { color_variants: { color_name: string }[] }[] }]>`
      select product_listing() as listed`;
    expect(listed.map(({ color_variants }) => color_variants.map((c) => c.color_name))).toEqual([
      ['Bone'],
    ]);
    expect(await shop.freeUnitsOf(rust)).toBe(0);
    const other = await shop.newShopper();
    const refusal = await refusalOf(shop.open(other, [{ sku: rust, quantity: 1 }]));
    expect(refusal).toEqual({
      code: 'PT409',
      reason: 'out_of_stock',
      detail: [{ productId: rust.product_id, selectedColorId: rust.variant_id, currentStock: 0 }],
    });
    const items = await sql`select variant_id::int from order_items where order_id = ${order_id}`;
    expect([...items]).toEqual([{ variant_id: rust.variant_id }]);

    await sql`update products set archived_at = now() where slug = 'boss-hat'`;
    expect(await shop.freeUnitsOf(bone)).toBe(0);
    expect(await refusalOf(shop.open(other, [{ sku: bone, quantity: 1 }]))).toMatchObject({
      reason: 'out_of_stock',
    });

    await importing(hat());
    expect(await shop.freeUnitsOf(bone)).toBe(5);
    await sql`update products set archived_at = null where slug in ${sql(everything.map(({ slug }) => slug))}`;
  });

  test('while held can still be paid for', async () => {
    await importing(hat());
    const [rust, buyer] = [await hatInColour('Rust'), await shop.newShopper()];
    const { checkout_id } = await shop.open(buyer, [{ sku: rust, quantity: 2 }]);
    await sql`update color_variants set archived_at = now() where id = ${rust.variant_id}`;
    expect(await shop.complete(checkout_id)).toMatchObject({ outcome: 'completed' });
  });

  test('stays in a checkout that is open, and cannot join a new one', async () => {
    await importing(hat());
    const [rust, bone] = [await hatInColour('Rust'), await hatInColour('Bone')];
    const buyer = await shop.newShopper();
    const basket = [{ sku: rust, quantity: 2 }];
    const opened = await shop.open(buyer, basket);
    await sql`update color_variants set archived_at = now() where id = ${rust.variant_id}`;
    expect(await shop.open(buyer, basket)).toEqual(opened);
    const both = [...basket, { sku: bone, quantity: 1 }];
    const replaces = opened.checkout_id;
    expect(await refusalOf(shop.open(buyer, both, { replaces }))).toEqual({
      code: 'PT409',
      reason: 'out_of_stock',
      detail: [{ productId: rust.product_id, selectedColorId: rust.variant_id, currentStock: 0 }],
    });
    // The refused import did not release any checkout.
    expect(await shop.statusOf(opened.checkout_id)).toBe('open');
    await shop.release(opened.checkout_id);
    await importing(hat());
  });

  test('cannot be read with the publishable key', async () => {
    await importing(hat());
    const seen = () =>
      sql.begin(async (reader) => {
        await reader.unsafe('set local role anon');
        const [row] = await reader`
          select (select count(*)::int from products where slug = 'boss-hat') as products,
                 (select count(*)::int from color_variants v where color_name in ('Rust', 'Bone')
                    and product_id = (select id from products where slug = 'boss-hat')) as colours,
                 (select count(*)::int from variant_images where path in ('/catalogue/Rust.jpg', '/catalogue/Bone.jpg')) as pictures`;
        return { ...row };
      });
    expect(await seen()).toEqual({ products: 1, colours: 2, pictures: 2 });
    const { variant_id } = await hatInColour('Rust');
    await sql`update color_variants set archived_at = now() where id = ${variant_id}`;
    expect(await seen()).toEqual({ products: 1, colours: 1, pictures: 1 });
    await sql`update products set archived_at = now() where slug = 'boss-hat'`;
    expect(await seen()).toEqual({ products: 0, colours: 0, pictures: 0 });
  });
});
