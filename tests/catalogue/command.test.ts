import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { factNames } from '#domain/catalogue/product-facts.ts';
import { eachOf } from '#domain/basics/each-of.ts';
import { projectFolder } from '#local/settings.ts';
import { type MarketersDesk, startMarketersDesk } from '../support/catalogue-command.ts';
import { ReleaseDone } from '#domain/contracts/staff-releases.ts';
import { nothing } from '../support/catalogue-report.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { testKeys } from '#harness/test-keys.ts';
import { sampleFacts } from '../support/sample-facts.ts';

let desk: MarketersDesk;

/** Columns of an export: all that a file may have. */
const exportedHeader = `slug,name,description,${factNames.join(',')},hs_code,origin_country,search title,search description,share picture,price,sale price,sale from,sale until,category,collections,added,visible from,colour,sku,gtin,swatch,stock,pictures,picture worn,film,picture descriptions,exported`;

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

/** Publishes the draft that an import names, as the studio does. @returns the import's report. */
async function publish(said: string) {
  const { sql } = desk.database;
  const release = /&id=(\S+)/.exec(said)?.[1] ?? '';
  const [seen] = await sql`select preview_release(${release}) ->> 'fingerprint' as fingerprint`;
  const [done] = await sql`
    select publish_release(null, ${release}, ${seen?.['fingerprint']}) as done`;
  return ReleaseDone.parse(done?.['done']).report;
}

/** Paths of the pictures of each of a product's colours. */
async function picturesOf(slug: string): Promise<string[][]> {
  const rows = await desk.database.sql<{ paths: string[] }[]>`
    select array(select path from variant_images i where i.variant_id = v.id order by position) as paths
    from color_variants v join products p on p.id = v.product_id where p.slug = ${slug} order by v.position`;
  return rows.map(({ paths }) => paths);
}

/** Files of the shop's Storage. */
function storedPictures(): string[] {
  const stored = readdirSync(path.join(desk.folder, 'storage'), {
    encoding: 'utf8',
    recursive: true,
  });
  return stored.toSorted();
}

/** Numbers of products and releases. */
async function counts() {
  const [row] = await desk.database.sql`
    select (select count(*) from products)::int as products, (select count(*) from releases)::int as releases`;
  return row;
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
      const { code, said } = await desk.run('import', file, '--archive-missing');
      expect(said).toContain('Read 24 products, 78 colours, 0 pictures.');
      expect(code).toBe(0);
      expect(await publish(said)).toMatchObject({ catalogue: nothing, order: null });
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
      pictures: expect.stringMatching(/^(?:\/catalogue\/[\w/-]+\.jpg(?: \| |$)){3}$/),
      'picture worn': expect.stringMatching(/-worn\.jpg$/),
      film: '',
      'picture descriptions': expect.any(String),
      exported: expect.stringMatching(/^\{.*\}$/),
    });
    // Facts shared by all colours are written once.
    const { slug, colour, sku, gtin, swatch, stock, pictures, exported, ...rest } = second ?? {};
    const { 'picture worn': worn, ...shared } = rest;
    expect(worn).toMatch(/-worn\.jpg$/);
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
});

const lines = [
  'slug,name,description,price,category,colour,stock,pictures,material',
  'boss-beanie,Boss Beanie,Warm.,£45.00,Beanies,Rust,3,new/rust one.jpg | new/bone.jpg,100% merino wool',
  'boss-beanie,,,,,Bone,20,new/bone.jpg,',
];

describe('import', () => {
  beforeEach(() => {
    layPicture('new/rust one.jpg');
    layPicture('new/bone.jpg', 'headline-trucker/mustard-1.jpg');
  });

  test('saves a draft with pictures prepared for the web, and changes nothing in the shop', async () => {
    const before = await counts();
    const { code, said } = await desk.run('import', write('new.csv', ...lines));
    expect(said).toContain('Read 1 product, 2 colours, 2 pictures.');
    expect(said).toContain(
      'Saved as the draft “new”. Preview and publish it in the studio: /studio?catalogue=release&id=',
    );
    expect(code).toBe(0);
    expect(await counts()).toEqual({
      products: before?.['products'],
      releases: before?.['releases'] + 1,
    });

    expect(await publish(said)).toMatchObject({
      catalogue: { products: { added: ['boss-beanie'] } },
    });
    const [rust, bone] = await picturesOf('boss-beanie');
    expect(rust).toHaveLength(2);
    expect(bone).toEqual([rust?.[1]]);
    const picture = await fetch(rust?.[0] ?? '');
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/webp');

    const again = await desk.run('import', 'new.csv');
    expect((await publish(again.said)).catalogue).toEqual(nothing);
  });

  test('takes every product fact, and an export returns it', async () => {
    const file = write(
      'facts.csv',
      `slug,name,price,category,colour,${factNames.join(',')}`,
      `told-hat,Told Hat,45,beanies,Rust,${factNames.map((fact) => sampleFacts[fact]).join(',')}`,
    );
    await publish((await desk.run('import', file)).said);
    await desk.run('export', 'facts.csv');
    const exported = rowsOf('facts.csv').find(({ slug }) => slug === 'told-hat');
    expect(exported).toMatchObject(eachOf(factNames, (fact) => String(sampleFacts[fact])));
  });

  test('asks whether a new name is a rename, and archives what is missing only on request', async () => {
    await publish((await desk.run('import', write('new.csv', ...lines))).said);
    await desk.run('export', 'asked.csv');
    const renamed = read('asked.csv').replace(/^(boss-beanie,.*),Bone,/m, '$1,Bone White,');
    write(
      'asked.csv',
      ...renamed.split('\n').filter((row) => !row.startsWith('headline-trucker,')),
    );
    const asked = await desk.run('import', 'asked.csv');
    expect(asked.said).toMatch(
      /“Bone White” \(row \d+\) is not in the shop, and “Bone” is not in the file\.\n +Add --renamed "boss-beanie\/Bone White"/,
    );
    expect(asked.code).toBe(1);
    const answered = await desk.run('import', 'asked.csv', '--renamed', 'boss-beanie/Bone White');
    expect((await publish(answered.said)).catalogue).toMatchObject({
      renamed: [{ slug: 'boss-beanie', colour: 'Bone', now: 'Bone White' }],
      archived: { products: [] },
    });
    const { said } = await desk.run('import', 'asked.csv', '--archive-missing');
    expect((await publish(said)).catalogue?.archived.products).toEqual(['headline-trucker']);
  });

  test('names every mistake with its cells, and saves nothing', async () => {
    const file = write(
      'mistakes.csv',
      'slug,name,price,category,colour,stock',
      'boss-beanie,Boss Beanie,£45.00,beanies,Rust,-3',
      'mob-cap,Mob Cap,"4,5,6",caps,Ink,2',
      'flat-cap,Flat Cap,"4,5,6",beanies,Ink,2',
    );
    const before = await markOfAllRows(desk.database);
    const { code, said } = await desk.run('import', file);
    expect(code).toBe(1);
    expect(said).toContain('✗ F2 (“-3”), column “stock”: “-3” is less than nothing');
    expect(said).toMatch(
      /✗ C3 \(“4,5,6”\), C4 \(“4,5,6”\), column “price”: “4,5,6” is not a price/,
    );
    expect(said).toContain('There is no category “caps”. The categories are: Women,');
    expect(said).toContain('Nothing in the catalogue was changed.');
    expect(await markOfAllRows(desk.database)).toEqual(before);
  });

  test('stores nothing if one picture is damaged or missing', async () => {
    layPicture('new/whole.jpg', 'headline-trucker/black-bone-1.jpg');
    const whole = readFileSync(path.join(desk.folder, 'new/bone.jpg'));
    writeFileSync(path.join(desk.folder, 'new/torn.jpg'), whole.subarray(0, whole.length / 3));
    const file = write(
      'torn.csv',
      'slug,name,price,category,colour,pictures,material',
      'torn-hat,Torn Hat,45,beanies,Rust,new/whole.jpg | new/torn.jpg | new/lost.jpg,Leather',
    );
    const before = [await markOfAllRows(desk.database), storedPictures()];
    const { code, said } = await desk.run('import', file);
    expect(said).toContain('✗ The picture “new/torn.jpg” is damaged');
    expect(said).toContain('✗ The picture “new/lost.jpg” was not found: ');
    expect(code).toBe(1);
    expect([await markOfAllRows(desk.database), storedPictures()]).toEqual(before);
  });

  test('refuses more than a release may hold', async () => {
    const text = 'x'.repeat(4900);
    const rows = Array.from({ length: 1200 }, (_, n) => `cap-${n},Cap,${text},45,beanies,Ink`);
    const file = write('large.csv', 'slug,name,description,price,category,colour', ...rows);
    const before = await markOfAllRows(desk.database);
    const { code, said } = await desk.run('import', file);
    expect(said).toContain('too many changes for one release');
    expect(code).toBe(1);
    expect(await markOfAllRows(desk.database)).toEqual(before);
  });
});

function writeSettings(url: string, key: string): void {
  write('.env.shop', `SUPABASE_URL=${url}`, `SUPABASE_SECRET_KEY=${key}`);
}

describe('the settings', () => {
  test('are read from a file for another shop', async () => {
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
      'does not answer. Is “npm run dev” running',
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
  [['export', 'all.csv', '--archive-missing'], 'Usage:'],
  [['import', 'nowhere.csv'], 'File not found'],
  [['export', 'nowhere/all.csv'], 'Folder not found'],
  [['export', 'all.ods'], 'must end in .xlsx, .csv or .json'],
  [['import', 'all.csv', '--settings', 'nowhere'], 'File not found'],
])('%j shows help', async (args, help) => {
  const { code, said } = await desk.run(...args);
  expect(said).toContain(help);
  expect(code).toBe(1);
});

test('the process exits with the command’s code', async () => {
  expect(await desk.start('export', 'all.csv')).toMatchObject({ code: 0 });
  expect(await desk.start()).toMatchObject({ code: 1, said: expect.stringContaining('Usage:') });
});
