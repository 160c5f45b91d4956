import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { factNames } from '#domain/product-facts.ts';
import { eachOf } from '#domain/each-of.ts';
import { londonMoment, londonText, londonTime } from '#domain/london-clock.ts';
import { projectFolder } from '#local/settings.ts';
import { type MarketersDesk, startMarketersDesk } from '../support/catalogue-command.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { testKeys } from '#harness/test-keys.ts';
import { sampleFacts } from '../support/sample-facts.ts';

let desk: MarketersDesk;

/** Columns of an export: all that a file may have. */
const exportedHeader = `slug,name,description,${factNames.join(',')},hs_code,origin_country,search title,search description,share picture,price,sale price,sale from,sale until,category,collections,added,visible from,colour,sku,gtin,swatch,stock,pictures,picture descriptions,exported`;

function write(name: string, ...lines: string[]): string {
  writeFileSync(path.join(desk.folder, name), lines.join('\n'));
  return name;
}

function read(name: string): string {
  return readFileSync(path.join(desk.folder, name), 'utf8');
}

/** Rows of a CSV file, keyed by its header. */
function rowsOf(name: string): Record<string, string>[] {
  return z
    .array(z.record(z.string(), z.string()))
    .parse(parse(read(name), { bom: true, columns: true }));
}

/** Copies one of the shop's pictures beside the marketer's file. */
function layPicture(name: string, of = 'headline-trucker/signal-red-1.jpg'): void {
  const file = path.join(desk.folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  copyFileSync(path.join(projectFolder, 'public/catalogue', of), file);
}

async function product(slug: string) {
  const [row] = await desk.database.sql`
    select p.*, p.archived_at is not null as archived,
      (select jsonb_agg(jsonb_build_object(
         'colour', v.color_name, 'stock', v.quantity, 'archived', v.archived_at is not null,
         'pictures', (select coalesce(jsonb_agg(i.path order by i.position), '[]') from variant_images i
                      where i.variant_id = v.id)) order by v.position, v.id)
       from color_variants v where v.product_id = p.id) as colours
    from products p where p.slug = ${slug}`;
  return row;
}

/** Stock of the first colour of the imported beanie. */
async function stockOfRust(): Promise<number> {
  return (await product('boss-beanie'))?.['colours'][0].stock;
}

beforeAll(async () => {
  desk = await startMarketersDesk();
  await desk.database.sql`
    insert into categories (slug, name, kind, rule) values
      ('picks', 'Picks', 'collection', null), ('under-40', 'Under £40', 'collection', '{"price_under": 4000}')`;
  await desk.database.sql`
    insert into product_order
    select c.id, p.id, row_number() over (order by p.slug desc) from categories c, products p
    where c.slug = 'picks' and p.slug in ('rulebreaker-canvas-bucket', 'headline-trucker')`;
});
afterAll(() => desk.close());

describe('export', () => {
  test.each(['all.xlsx', 'all.csv', 'all.json'])(
    'to %s, imported again, changes nothing',
    async (file) => {
      expect(await desk.run('export', file)).toMatchObject({ code: 0 });
      const before = await markOfAllRows(desk.database);
      const { code, said } = await desk.run('import', file, '--archive-missing');
      expect(said).toContain('24 products unchanged.');
      expect(said).not.toMatch(/Added|Changed|Archived/);
      expect(code).toBe(0);
      expect(await markOfAllRows(desk.database)).toEqual(before);
    },
  );

  test('writes one row per colour, and opens in Excel with all letters intact', async () => {
    await desk.run('export', 'all.csv');
    expect(read('all.csv').split('\n')[0]).toBe(`\uFEFF${exportedHeader}`);
    const [first, second] = rowsOf('all.csv');
    expect(first).toEqual({
      ...eachOf(factNames, () => expect.any(String)),
      slug: 'rulebreaker-canvas-bucket',
      name: 'Rulebreaker Canvas Bucket',
      description: expect.stringMatching(/^Heavy cotton canvas, /),
      material: '100% cotton canvas',
      size: 'One size',
      measurements: 'Fits heads of 56 to 59 cm; brim 6 cm',
      care: 'Spot clean only; dry flat, away from heat.',
      safety: '',
      weight_grams: '95',
      hs_code: '65050090',
      origin_country: 'PT',
      price: '£38.00',
      'sale price': '',
      'sale from': '',
      'sale until': '',
      'search title': '',
      'search description': '',
      'share picture': '',
      category: 'bucket-hats',
      collections: 'picks',
      added: '2024-03-14',
      'visible from': '',
      colour: 'Field Olive',
      sku: expect.stringMatching(/^RCB-FIELDOLI-\d+$/),
      gtin: '',
      swatch: '#6A6848',
      stock: '24',
      pictures: expect.stringMatching(/^\/catalogue\/.*-1\.jpg \| \/catalogue\/.*-2\.jpg$/),
      'picture descriptions': expect.any(String),
      exported: expect.stringMatching(/^\{.*\}$/),
    });
    // Facts shared by all colours are written once.
    const { slug, colour, sku, gtin, swatch, stock, pictures, exported, ...shared } = second ?? {};
    expect(slug).toBe('rulebreaker-canvas-bucket');
    expect([colour, sku, gtin, swatch, stock, pictures, exported]).toEqual([
      expect.stringMatching(/./),
      expect.stringMatching(/^RCB-/),
      '',
      expect.stringMatching(/^#[0-9A-F]{6}$/),
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\/catalogue\//),
      expect.stringMatching(/^\{.*\}$/),
    ]);
    expect(new Set(Object.values(shared))).toEqual(new Set(['']));
  });

  test('applies a price changed in one cell, and keeps sales made since the export', async () => {
    await desk.run('export', 'all.csv');
    await desk.database.sql`
      update color_variants set quantity = quantity - 5 where product_id = (
        select id from products where slug = 'rulebreaker-canvas-bucket') and color_name = 'Field Olive'`;
    writeFileSync(path.join(desk.folder, 'all.csv'), read('all.csv').replace('£38.00', '£39.00'));
    const { code, said } = await desk.run('import', 'all.csv');
    expect(said).toContain('Changed (1)\n  rulebreaker-canvas-bucket: price £38.00 → £39.00\n');
    expect(code).toBe(0);
    expect(await product('rulebreaker-canvas-bucket')).toMatchObject({
      price_pence: 3900,
      colours: [{ colour: 'Field Olive', stock: 19 }, {}, {}, {}],
    });

    const id = /undo (\S+)/.exec(said)?.[1] ?? '';
    expect((await desk.run('history')).said).toMatch(
      new RegExp(`${id}  Import of all.csv, by Command, published \\w+day `),
    );
    expect((await desk.run('undo', id)).said).toContain(
      'Put back (1)\n  rulebreaker-canvas-bucket: price £39.00 → £38.00',
    );
    expect(await product('rulebreaker-canvas-bucket')).toMatchObject({
      price_pence: 3800,
      colours: [{ colour: 'Field Olive', stock: 19 }, {}, {}, {}],
    });
    const again = await desk.run('undo', id);
    expect(again.code).toBe(1);
    expect(again.said).toContain('has been undone already');
  });
});

describe('check', () => {
  test('reports every mistake with its row and column, and changes nothing', async () => {
    write('no-picture.jpg', 'This is a letter to my aunt.');
    const file = write(
      'mistakes.csv',
      'slug,name,price,category,colour,stock,pictures,price,shade',
      'boss-beanie,Boss Beanie,£45.00,beanies,Rust,-3,missing.jpg,1,2',
      'boss-beanie,Boss Beany,"4,5,6",caps,rust,2.5,no-picture.jpg,1,2',
      `Bad Slug,${'x'.repeat(121)},free,beanies,,many,,1,2`,
    );
    const before = await markOfAllRows(desk.database);
    const { code, said } = await desk.run('check', file);
    expect(code).toBe(1);
    const lines = said.split('\n');
    for (const expected of [
      /^✗ H1, column “price”: This column appears twice/,
      /^✗ F2, column “stock”: “-3” is less than nothing/,
      /^✗ G2, column “pictures”: The picture “missing.jpg” was not found/,
      /^✗ C3, column “price”: “4,5,6” is not a price/,
      /^✗ D3, column “category”: There is no category “caps”. The categories are: Women,/,
      /^✗ F3, column “stock”: “2.5” is not a whole number/,
      /^✗ E3, column “colour”: “boss-beanie” in “rust” is already in row 2/,
      /^✗ A4, column “slug”, “Bad Slug”: Use lower-case letters/,
      /^✗ B4, column “name”, “x+…”: The text has 121 characters; at most 120/,
      /^ {4}The same in 1 other cell: C4 \(“free”\)$/,
      /^✗ E4, column “colour”: This is empty/,
    ]) {
      expect(lines).toContainEqual(expect.stringMatching(expected));
    }
    expect(said).toContain('Nothing in the shop was changed.');
    expect(await markOfAllRows(desk.database)).toEqual(before);
  });

  test('summarises a file without mistakes', async () => {
    await desk.run('export', 'all.csv');
    const { code, said } = await desk.run('check', 'all.csv');
    expect(said).toContain('Read 24 products, 78 colours, 156 pictures: no mistakes.');
    expect(said).toContain('24 products unchanged.');
    expect(code).toBe(0);
  });

  test('an import rejects a file with any mistake as a whole', async () => {
    const file = write(
      'half.csv',
      'slug,name,price,category,colour,stock',
      'good-hat,Good Hat,45,beanies,Rust,3',
      'bad-hat,Bad Hat,45,beanies,Rust,-1',
    );
    expect((await desk.run('import', file)).code).toBe(1);
    expect(await product('good-hat')).toBeUndefined();
  });
});

describe('import', () => {
  beforeEach(() => {
    layPicture('new/rust one.jpg');
    layPicture('new/bone.jpg', 'headline-trucker/mustard-1.jpg');
  });

  const lines = [
    'slug,name,description,material,size,measurements,care,safety,weight_grams,hs_code,origin_country,price,category,added,visible from,colour,swatch,stock,pictures',
    'boss-beanie,Boss Beanie,Warm.,100% merino wool,One size,Fits heads of 55 to 59 cm,Hand wash cool.,May shrink.,85,6505 00 90,Portugal,£45.00,Beanies,,,Rust,#AA5533,3,new/rust one.jpg | new/bone.jpg',
    'boss-beanie,,,,,,,,,,,,,,,Bone,,20,new/bone.jpg',
    'mob-cap,Mob Cap,,100% cotton,,,,,,,,Rs 45,bucket-hats,2026-03-14,,Ink,,5,',
  ];

  test('adds products with pictures prepared for the web, and changes nothing when repeated', async () => {
    const file = write('new.csv', ...lines);
    const first = await desk.run('import', file);
    expect(first.said).toContain('Pictures: 2 uploaded, 0 already there.');
    expect(first.said).toMatch(/Added \(2\)\n  boss-beanie\n  mob-cap\n/);
    expect(first.said).toContain('New without a picture\n  mob-cap\n');
    expect(first.code).toBe(0);
    const beanie = await product('boss-beanie');
    expect(beanie).toMatchObject({
      material: '100% merino wool',
      size: 'One size',
      measurements: 'Fits heads of 55 to 59 cm',
      care: 'Hand wash cool.',
      safety: 'May shrink.',
      weight_grams: 85,
      hs_code: '65050090',
      origin_country: 'PT',
      price_pence: 4500,
      colours: [
        { colour: 'Rust', stock: 3 },
        { colour: 'Bone', stock: 20 },
      ],
    });
    const Colours = z.array(z.object({ pictures: z.array(z.string()) }));
    const [rust, bone] = Colours.parse(beanie?.['colours']);
    expect(rust?.pictures).toHaveLength(2);
    expect(bone?.pictures).toEqual([rust?.pictures[1]]);
    const picture = await fetch(rust?.pictures[0] ?? '');
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/webp');

    const before = await markOfAllRows(desk.database);
    const second = await desk.run('import', file);
    expect(second.said).toContain('Pictures: 0 uploaded, 2 already there.');
    expect(second.said).toContain('2 products unchanged.');
    expect(await markOfAllRows(desk.database)).toEqual(before);
  });

  test('stores every product fact, and an export returns it', async () => {
    const file = write(
      'facts.csv',
      `slug,name,price,category,colour,${factNames.join(',')}`,
      `told-hat,Told Hat,45,beanies,Rust,${factNames.map((fact) => sampleFacts[fact]).join(',')}`,
    );
    expect((await desk.run('import', file)).said).toContain('Added (1)\n  told-hat\n');
    expect(await product('told-hat')).toMatchObject(sampleFacts);
    await desk.run('export', 'facts.csv');
    const exported = rowsOf('facts.csv').find(({ slug }) => slug === 'told-hat');
    expect(exported).toMatchObject(eachOf(factNames, (fact) => String(sampleFacts[fact])));
    const changed = read('facts.csv').replace(',The care of it,', ',Dry clean.,');
    const { said } = await desk.run('import', write('facts.csv', changed));
    expect(said).toContain('told-hat: care The care of it → Dry clean.\n');
  });

  test('adds collections, and puts products in and out of them', async () => {
    await desk.run('export', 'all.csv');
    const rows = read('all.csv')
      .replace(/^(rulebreaker-canvas-bucket,.*),picks,/m, '$1,none,')
      .replace(/^(outlaw-cable-beanie,.*,beanies),,/m, '$1,picks | Winter,');
    const winter = `${','.repeat(exportedHeader.split(',').indexOf('collections'))}Winter`;
    const file = write('collections.csv', rows.trimEnd(), winter);
    const { said } = await desk.run('import', file);
    expect(said).toContain('Added (1)\n  category winter\n');
    expect(said).toContain(
      'products of picks: with outlaw-cable-beanie; without rulebreaker-canvas-bucket\n',
    );
    expect(said).toContain('products of winter: with outlaw-cable-beanie\n');
    const [picks] = await desk.database.sql`
      select category_order(id) as slugs from categories where slug = 'picks'`;
    expect(picks?.['slugs']).toEqual(['headline-trucker', 'outlaw-cable-beanie']);
    expect((await desk.run('import', file)).said).not.toMatch(/Added|Changed/);
    await desk.run('undo', /undo ([0-9a-f-]{36})/.exec(said)?.[1] ?? '');
  });

  test('refuses changes that would break the build, except as a draft', async () => {
    const file = write(
      'bare.csv',
      'slug,name,price,category,colour',
      'bare-cap,Net-zero Bare,45,beanies,Ink',
    );
    const later = ['--schedule', '2026-12-24 09:00'];
    for (const args of [
      ['import', file],
      ['import', file, ...later],
      ['check', file],
    ]) {
      expect(await desk.run(...args)).toMatchObject({
        code: 1,
        said: expect.stringContaining(
          'the shop’s pages could no longer be updated\n  bare-cap: material with the share of each fibre\n',
        ),
      });
    }
    expect((await desk.run('check', file)).said).toContain('  bare-cap: “Net-zero”: the EU bans');
    expect(await product('bare-cap')).toBeUndefined();
    const { code, said } = await desk.run('import', file, '--draft');
    expect(code).toBe(0);
    const [, release = ''] = /-- publish (\S+)/.exec(said) ?? [];
    expect(await desk.run('publish', release)).toMatchObject({
      code: 1,
      said: expect.stringContaining('bare-cap: material'),
    });
  });

  test('importing the same export twice does not undo a stock delivery', async () => {
    await desk.run('import', write('new.csv', ...lines));
    const before = await stockOfRust();
    await desk.run('export', 'master.csv');
    const delivered = (from: string, units: number, to: string) =>
      write(to, read(from).replace(/^(boss-beanie,.*,Rust,(?:[^,]*,){3})\d+,/m, `$1${units},`));
    await desk.run('import', delivered('master.csv', before + 5, 'a.csv'));
    expect(await stockOfRust()).toBe(before + 5);
    // The following files leave the stock untouched: the same export, with and without another edit; then a
    // later one.
    const renamed = write('b.csv', read('master.csv').replace(',Boss Beanie,', ',Bossy Beanie,'));
    for (const file of ['master.csv', renamed]) {
      const { code, said } = await desk.run('import', file);
      expect({ code, said, stock: await stockOfRust() }).toEqual({
        code: 0,
        said: expect.not.stringContaining('stock'),
        stock: before + 5,
      });
    }
    await desk.run('export', 'later.csv');
    await desk.run('import', delivered('later.csv', before + 7, 'c.csv'));
    for (const file of ['later.csv', 'master.csv', 'a.csv', 'c.csv']) {
      await desk.run('import', file);
      expect([file, await stockOfRust()]).toEqual([file, before + 7]);
    }
  });

  test('reports its changes, and keeps whatever the file omits', async () => {
    await desk.run('import', write('new.csv', ...lines));
    const file = write(
      'prices.csv',
      'slug,name,price,category,colour,stock',
      'boss-beanie,Boss Beanie,50,beanies,Rust,',
      'boss-beanie,,,,Bone,7',
    );
    const { said } = await desk.run('import', file);
    expect(said).toContain('boss-beanie: price £45.00 → £50.00');
    expect(said).toContain('boss-beanie, Bone: stock 20 → 7 (−13)');
    expect(said).not.toMatch(/Rust/);
    const beanie = await product('boss-beanie');
    expect(beanie).toMatchObject({ price_pence: 5000, colours: [{ stock: 3 }, { stock: 7 }] });
    expect(beanie?.['colours'][0].pictures).toHaveLength(2);
  });

  test('archives missing products only when asked to, and restores them', async () => {
    await desk.run('import', write('new.csv', ...lines));
    await desk.run('export', 'everything.csv');
    const rows = read('everything.csv').split('\n');
    const fewer = write(
      'fewer.csv',
      ...rows.filter((row) => !row.startsWith('mob-cap,') && !/^boss-beanie.*,Bone,/.test(row)),
    );
    expect((await desk.run('import', fewer)).said).not.toContain('Archived');
    const { said } = await desk.run('import', fewer, '--archive-missing');
    expect(said).toMatch(/Archived \(2\)\n  mob-cap\n  boss-beanie, Bone\n/);
    expect(await product('mob-cap')).toMatchObject({ archived: true });
    expect(await product('boss-beanie')).toMatchObject({
      archived: false,
      colours: [{ archived: false }, { archived: true }],
    });
    await desk.run('export', 'without.csv');
    expect(read('without.csv')).not.toMatch(/mob-cap|Bone,,7/);

    // The file records that they existed, and no option asks to restore them.
    const left = await desk.run('import', 'everything.csv');
    expect(left.said).toMatch(
      /Archived since your export, and still archived \(2\)\n  mob-cap\n  boss-beanie, Bone\n/,
    );
    const back = await desk.run('import', 'everything.csv', '--restore');
    expect(back.said).toContain('mob-cap: back in the shop');
    expect(back.said).toContain('boss-beanie, Bone: back in the shop');
    expect(await product('mob-cap')).toMatchObject({ archived: false });
  });

  test('asks whether a new name is a rename, and catches slips', async () => {
    await desk.run('import', write('new.csv', ...lines), '--allow-price-jumps');
    await desk.run('export', 'asked.csv');
    writeFileSync(
      path.join(desk.folder, 'asked.csv'),
      read('asked.csv')
        .replace(/^(boss-beanie,.*),Bone,/m, '$1,Bone White,')
        .replace(/^(boss-beanie,.*?)£45.00,/m, '$1£4.50,'),
    );
    const asked = await desk.run('import', 'asked.csv');
    expect(asked.said).toMatch(
      /“Bone White” \(row \d+\) is not in the shop, and “Bone” is not in the file\. .*\n +Add --renamed "boss-beanie\/Bone White"/,
    );
    const answered = ['import', 'asked.csv', '--renamed', 'boss-beanie/Bone White'];
    const slip = await desk.run(...answered);
    expect(slip.said).toContain('boss-beanie: £45.00 → £4.50');
    expect(slip.said).toContain('Nothing in the shop was changed.');
    expect([asked.code, slip.code]).toEqual([1, 1]);
    const { code, said } = await desk.run(...answered, '--allow-price-jumps');
    expect(said).toContain('boss-beanie, Bone: renamed to Bone White');
    expect(code).toBe(0);
    expect(await product('boss-beanie')).toMatchObject({
      price_pence: 450,
      colours: [{ colour: 'Rust' }, { colour: 'Bone White', stock: 20 }],
    });
  });

  test('stores nothing if one picture is damaged', async () => {
    layPicture('new/whole.jpg', 'headline-trucker/black-bone-1.jpg');
    const file = write(
      'torn.csv',
      'slug,name,price,category,colour,pictures,material',
      'torn-hat,Torn Hat,45,beanies,Rust,new/whole.jpg | new/torn.jpg,Leather',
    );
    const whole = readFileSync(path.join(desk.folder, 'new/bone.jpg'));
    writeFileSync(path.join(desk.folder, 'new/torn.jpg'), whole.subarray(0, whole.length / 3));
    const before = await desk.database.sql`select * from products order by id`;
    const { code, said } = await desk.run('import', file);
    expect(said).toContain('F2, column “pictures”: The picture “new/torn.jpg” is damaged');
    expect(said).toContain('Nothing in the shop was changed.');
    expect(code).toBe(1);
    expect([...(await desk.database.sql`select * from products order by id`)]).toEqual([...before]);

    layPicture('new/torn.jpg', 'headline-trucker/mustard-1.jpg');
    const again = await desk.run('import', file);
    expect(again.said).toContain('Pictures: 2 uploaded, 0 already there.');
    expect(again.said).toMatch(/Added \(1\)\n  torn-hat\n/);
  });
});

const dropFile = () =>
  write(
    'drop.csv',
    'slug,name,material,price,category,colour',
    'drop-scarf,Drop Scarf,Leather,60,beanies,Ink',
  );

describe('releases', () => {
  const { day } = londonTime(Date.now() + 30 * 24 * 3_600_000);
  const at = (time: string) => String(londonMoment({ day, time }));

  test('an import is scheduled in London time, rescheduled, unscheduled and discarded', async () => {
    const made = await desk.run('import', dropFile(), '--schedule', `${day} 18:00`);
    expect(made.said).toContain(`Scheduled for ${londonText(at('18:00'))}.`);
    expect(made.said).toContain('To add (1)\n  drop-scarf');
    const id = /unschedule (\S+)/.exec(made.said)?.[1] ?? '';
    const { sql } = desk.database;
    expect(
      await sql`select comes_with, visible_from from products where slug = 'drop-scarf'`,
    ).toEqual([{ comes_with: id, visible_from: new Date(at('18:00')) }]);
    expect((await desk.run('history')).said).toContain(
      `${id}  Import of drop.csv, by Command, scheduled for ${londonText(at('18:00'))}`,
    );
    const moved = await desk.run('schedule', id, `${day} 19:30`);
    expect(moved.said).toContain(londonText(at('19:30')));
    expect((await desk.run('import', dropFile())).said).toContain(
      'drop-scarf comes with the scheduled release “Import of drop.csv”.',
    );
    expect((await desk.run('unschedule', id)).said).toContain('It is a draft again.');
    expect(await product('drop-scarf')).toBeUndefined();
    expect((await desk.run('discard', id)).said).toContain('It is discarded.');
    const gone = await desk.run('publish', id);
    expect(gone.said).toContain('Nothing was done, because this release is discarded.');
    expect(gone.code).toBe(1);
  });

  test('an import is saved as a draft, previewed, and published once its warnings are allowed', async () => {
    const kept = await desk.run('import', dropFile(), '--draft');
    expect(kept.said).toContain('Saved as a draft.');
    const id = /-- publish (\S+)/.exec(kept.said)?.[1] ?? '';
    expect((await desk.run('preview', id)).said).toContain('To add (1)\n  drop-scarf');
    await desk.database.sql`
      insert into products (slug, name, price_pence, category_id) select 'drop-scarf', 'Scarf', 500, min(id) from categories`;
    const warned = await desk.run('publish', id);
    expect(warned.said).toContain('drop-scarf: £5.00 → £60.00');
    expect(warned.code).toBe(1);
    const done = await desk.run('publish', id, '--allow-price-jumps');
    expect(done.said).toContain(`To revert this: npm run catalogue -- undo ${id}`);
    expect(await product('drop-scarf')).toMatchObject({ price_pence: 6000 });
  });

  test('cannot be scheduled for a time that the clock change skips', async () => {
    const { code, said } = await desk.run('import', dropFile(), '--schedule', '2027-03-28 01:30');
    expect(said).toContain('There is no 01:30 on that day: the clocks go forward');
    expect(code).toBe(1);
  });
});

function writeSettings(url: string, key: string): void {
  write('.env.shop', `SUPABASE_URL=${url}`, `SUPABASE_SECRET_KEY=${key}`);
}

describe('the settings', () => {
  test('of another shop are read from a file', async () => {
    writeSettings(desk.supabaseUrl, testKeys.secretKey);
    const { code, said } = await desk.run('export', 'other.csv', '--settings', '.env.shop');
    expect(said).toContain(`The shop at ${desk.supabaseUrl}`);
    expect(code).toBe(0);
  });

  test.each([
    [
      'of a shop that does not answer',
      'http://127.0.0.1:9',
      'x',
      'does not answer. Start the local shop',
    ],
    [
      'with the publishable key',
      'http://127.0.0.1:9',
      'sb_publishable_x',
      'must be the secret key',
    ],
    ['without an address', 'shop', 'x', 'SUPABASE_URL is missing or is not a URL.'],
  ])('%s are reported', async (_name, url, key, message) => {
    writeSettings(url, key);
    const { code, said } = await desk.run('export', 'other.csv', '--settings', '.env.shop');
    expect(said).toContain(message);
    expect(code).toBe(1);
  });

  test('with a wrong key are reported', async () => {
    writeSettings(desk.supabaseUrl, 'sb_secret_wrong');
    const { code, said } = await desk.run('export', 'other.csv', '--settings', '.env.shop');
    expect(said).toContain('rejects the key in SUPABASE_SECRET_KEY');
    expect(code).toBe(1);
  });
});

test.each([
  [[], 'Usage:'],
  [['improve', 'all.csv'], 'Usage:'],
  [['check', 'nowhere.csv'], 'File not found'],
  [['export', 'nowhere/all.csv'], 'Folder not found'],
  [['import', 'all.csv', '--allow-archiving', 'all'], 'needs a number'],
  [['export', 'all.ods'], 'must end in .xlsx, .csv or .json'],
  [['export', 'all.csv', '--archive-missing'], '--archive-missing does not work with export'],
  [['check', 'all.csv', '--settings', 'nowhere'], 'File not found'],
])('%j shows help', async (args, help) => {
  const { code, said } = await desk.run(...args);
  expect(said).toContain(help);
  expect(code).toBe(1);
});

test('the process exits with the command’s code', async () => {
  expect(await desk.start('history')).toMatchObject({ code: 0 });
  const { code, said } = await desk.start();
  expect(said).toContain('Usage:');
  expect(code).toBe(1);
});
