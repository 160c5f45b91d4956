import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';
import { refusalOf, type ShopDatabase, shopDatabase } from '../support/shop-database.ts';
import { markOfAllRows } from '../support/shop-rows.ts';

let database: FreshDatabase;
let shop: ShopDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  shop = shopDatabase(database);
});
afterAll(() => database.drop());

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

/** A hat in Rust and Bone, five of each, unless told otherwise. */
function hat(changes: HatChanges = {}): Given {
  const { price_pence = 4500, category = 'beanies', quantity = 5, images } = changes;
  return {
    categories: [],
    products: [{ slug: 'boss-hat', name: 'Boss Hat', price_pence, category }],
    colours: (changes.colours ?? ['Rust', 'Bone']).map((color_name, index) => ({
      slug: 'boss-hat',
      color_name,
      position: index + 1,
      quantity,
      images: images ?? [`/catalogue/${color_name}.jpg`],
    })),
  };
}

async function importing(given: Given, archiveMissing = false) {
  const { sql } = database;
  const [row] = await sql<[{ summary: Record<string, never> }]>`
    select import_catalogue(${sql.json(given)}, ${archiveMissing}) as summary`;
  return row.summary;
}

/** The imported hat as a basket names it. */
async function hatInColour(color_name: string) {
  const [sku] = await database.sql<[{ product_id: number; variant_id: number; price: number }]>`
    select p.id::int as product_id, v.id::int as variant_id, p.price_pence as price
    from products p join color_variants v on v.product_id = p.id
    where p.slug = 'boss-hat' and v.color_name = ${color_name}`;
  return sku;
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
      pictures: [],
      archived: { products: [], colours: [] },
    });
    expect(await markOfAllRows(database)).toEqual(before);
  });

  test.each([
    ['a category that is not there', hat({ category: 'shoes', price_pence: 5100 })],
    ['a price that the shop refuses', hat({ price_pence: 0 })],
    ['negative stock', hat({ price_pence: 5100, quantity: -1 })],
    ['a picture that is there twice', hat({ price_pence: 5100, images: ['/a', '/a'] })],
  ])('with %s leaves the catalogue as it was', async (_name, given) => {
    const before = await markOfAllRows(database);
    expect(
      await refusalOf(importing({ ...given, categories: [{ slug: 'gloves', name: 'Gloves' }] })),
    ).toBeDefined();
    expect(await markOfAllRows(database)).toEqual(before);
  });

  test('changes the material where it names one, and keeps it where it does not', async () => {
    const [given] = hat().products;
    if (!given) throw new Error('The hat is a product');
    const ofWool = { ...hat(), products: [{ ...given, material: '100% merino wool' }] };
    expect(await importing(ofWool)).toMatchObject({
      products: { changed: [{ slug: 'boss-hat', fields: ['material'] }] },
    });
    expect(await importing(hat())).toMatchObject({ products: { changed: [] } });
    const [row] = await database.sql`select material from products where slug = 'boss-hat'`;
    expect(row).toEqual({ material: '100% merino wool' });
  });

  test('changes what customs ask where it names that, and keeps it where it does not', async () => {
    const [given] = hat().products;
    if (!given) throw new Error('The hat is a product');
    const customs = { weight_grams: 85, hs_code: '65050090', origin_country: 'PT' };
    const known = { ...hat(), products: [{ ...given, ...customs }] };
    expect(await importing(known)).toMatchObject({
      products: { changed: [{ slug: 'boss-hat', fields: Object.keys(customs) }] },
    });
    expect(await importing(known)).toMatchObject({ products: { changed: [] } });
    expect(await importing(hat())).toMatchObject({ products: { changed: [] } });
    const [row] = await database.sql`
      select weight_grams, hs_code, origin_country from products where slug = 'boss-hat'`;
    expect(row).toEqual(customs);
  });

  test('finds a colour ignoring case, and renames it', async () => {
    const rust = await hatInColour('Rust');
    await importing(hat({ colours: ['RUST', 'Bone'] }));
    expect(await hatInColour('RUST')).toEqual(rust);
    await importing(hat());
  });

  test('orders the colours as listed, where all of them are', async () => {
    const order = async () => {
      const colours = await database.sql`
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
    await importing(hat({ colours: ['Rust', 'Bone'] }), true);
    expect(await order()).toEqual(['Rust', 'Bone']);
    await database.sql`update products set archived_at = null where slug <> 'boss-hat'`;
  });

  test('keeps stock, pictures and swatch that it does not name', async () => {
    const { sql } = database;
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

  test('counts the stockroom, including what open checkouts hold, and reports a shortage', async () => {
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

  test('and a checkout of the same goods wait for each other, and neither’s changes are lost', async () => {
    // Enough for everyone, whoever comes first.
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

describe('what is archived', () => {
  test('is not listed or sold, stays in past orders, and can be restored', async () => {
    const { sql } = database;
    await importing(hat());
    const [rust, bone] = [await hatInColour('Rust'), await hatInColour('Bone')];
    const buyer = await shop.newShopper();
    const bought = await shop.open(buyer, [{ sku: rust, quantity: 1 }]);
    const { order_id } = await shop.complete(bought.checkout_id);
    const everything = await sql`select slug from products where archived_at is null`;

    const summary = await importing(hat({ colours: ['Bone'] }), true);
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

  test('while it is held can still be paid for', async () => {
    await importing(hat());
    const [rust, buyer] = [await hatInColour('Rust'), await shop.newShopper()];
    const { checkout_id } = await shop.open(buyer, [{ sku: rust, quantity: 2 }]);
    await database.sql`update color_variants set archived_at = now() where id = ${rust.variant_id}`;
    expect(await shop.complete(checkout_id)).toMatchObject({ outcome: 'completed' });
  });

  test('stays in a checkout that is open, and cannot join a new one', async () => {
    await importing(hat());
    const [rust, bone] = [await hatInColour('Rust'), await hatInColour('Bone')];
    const buyer = await shop.newShopper();
    const basket = [{ sku: rust, quantity: 2 }];
    const opened = await shop.open(buyer, basket);
    await database.sql`update color_variants set archived_at = now() where id = ${rust.variant_id}`;
    expect(await shop.open(buyer, basket)).toEqual(opened);
    const both = [...basket, { sku: bone, quantity: 1 }];
    const replaces = opened.checkout_id;
    expect(await refusalOf(shop.open(buyer, both, { replaces }))).toEqual({
      code: 'PT409',
      reason: 'out_of_stock',
      detail: [{ productId: rust.product_id, selectedColorId: rust.variant_id, currentStock: 0 }],
    });
    // Nothing was given up for what was refused.
    expect(await shop.statusOf(opened.checkout_id)).toBe('open');
    await shop.release(opened.checkout_id);
    await importing(hat());
  });

  test('cannot be read with the publishable key', async () => {
    const { sql } = database;
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
