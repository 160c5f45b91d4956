import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../support/open-database.ts';
import { hire } from '../support/staff.ts';
import { refusalOf } from '../support/shop-database.ts';

const { database, shop, sql } = await openDatabase();
const staff = await hire(database, await shop.newShopper(), 'marketer');
/** Slugs of a category's products, newest first, the default order. */
let newest: string[];
let category: { id: string; slug: string };

beforeAll(async () => {
  const [most] = await sql<[{ id: string; slug: string }]>`
    select c.id, c.slug from categories c join products p on p.category_id = c.id
    group by c.id order by count(*) desc, c.id limit 1`;
  category = most;
  newest = await listing();
});

beforeEach(async () => {
  await sql`truncate product_order, catalogue_changes, stale_answers`;
});

/** Slugs of a listing as shoppers see it. */
async function listing(first: number | null = null, of: string | null = category.id) {
  const rows = await sql<{ slug: string }[]>`
    select p.slug
    from jsonb_array_elements(product_listing(${of}, null, ${first})) with ordinality as e (listed, at)
    join products p on p.id = (listed ->> 'id')::bigint order by at`;
  return rows.map(({ slug }) => slug);
}

interface Given {
  seen?: string[];
  now: string[];
}

async function importOrder(order: Given, options: object = {}, slug = category.slug) {
  const [{ report }] = await sql<[{ report: unknown }]>`
    select import_product_order(${sql.json({ [slug]: { ...order } })}, ${sql.json({ ...options })}) as report`;
  return report;
}

const changed = (was: string[], now: string[]) => ({
  changed: [{ category: category.slug, was, now }],
  conflicts: [],
  missing: [],
});
const unchanged = { changed: [], conflicts: [], missing: [] };

test('without a manual order the newest come first; placed products come after all others', async () => {
  expect(newest.length).toBeGreaterThan(3);
  const [a = '', b = ''] = newest;
  expect(await importOrder({ now: [b, a] })).toEqual(changed([], [b, a]));
  expect(await listing()).toEqual([...newest.slice(2), b, a]);
  expect(await listing(newest.length - 1)).toEqual([...newest.slice(2), b]);
});

test('the listing of the whole shop stays newest first', async () => {
  const all = await listing(null, null);
  await importOrder({ now: newest.toReversed() });
  expect(await listing()).toEqual(newest.toReversed());
  expect(await listing(null, null)).toEqual(all);
});

test('an order requests a build and a purge; the same order again requests nothing', async () => {
  const asked = () => sql`select urgent from catalogue_changes, stale_answers`;
  await importOrder({ now: newest.toReversed() });
  expect(await asked()).toEqual([{ urgent: true }]);
  await sql`truncate catalogue_changes, stale_answers`;
  expect(await importOrder({ now: newest.toReversed() })).toEqual(unchanged);
  expect(await asked()).toEqual([]);
});

test('an order changed by another person since stays, unless overwritten', async () => {
  const theirs = newest.toReversed();
  await importOrder({ now: theirs });
  const mine = { seen: [], now: newest };
  const conflict = { category: category.slug, seen: [], shop: theirs, file: newest };
  expect(await importOrder(mine)).toEqual({ ...unchanged, conflicts: [conflict] });
  expect(await listing()).toEqual(theirs);
  expect(await importOrder(mine, { overwrite: true })).toEqual(changed(theirs, newest));
  expect(await importOrder({ seen: [], now: newest })).toEqual(unchanged);
});

test('products outside the category are skipped and named; duplicates count once', async () => {
  const [a = '', b = ''] = newest;
  expect(await importOrder({ now: [b, 'no-such-hat', a, b] })).toEqual({
    ...changed([], [b, a]),
    missing: [{ category: category.slug, slug: 'no-such-hat' }],
  });
  const gone = { category: 'gone', seen: null, shop: null, file: [a] };
  expect(await importOrder({ now: [a] }, {}, 'gone')).toEqual({ ...unchanged, conflicts: [gone] });
});

test('a product that leaves the category causes no conflict, and regains its place on return', async () => {
  const [a = '', b = '', c = ''] = newest;
  await importOrder({ now: [c, b, a] });
  const move = (to: string) => sql`
    update products set category_id = ${to} where slug = ${b}`;
  const [{ id: other }] = await sql<[{ id: string }]>`
    select id from categories where id <> ${category.id} order by id limit 1`;
  await move(other);
  expect((await listing()).slice(-2)).toEqual([c, a]);
  await move(category.id);
  expect((await listing()).slice(-3)).toEqual([c, b, a]);
  await move(other);
  const report = await importOrder({ seen: [c, b, a], now: [a, c] });
  expect(report).toEqual(changed([c, a], [a, c]));
  await move(category.id);
});

test('a release orders products as previewed, and its undo restores the order', async () => {
  type Preview = [{ said: { fingerprint: string } }];
  const [release, undo] = [randomUUID(), randomUUID()];
  const order = { [category.slug]: { seen: [], now: newest.toReversed() } };
  await sql`select save_release(${staff}, ${release}, 'Spring', 'Studio', ${sql.json({ order })}, '{}', 0)`;
  const [{ said }] = await sql<Preview>`select preview_release(${release}) as said`;
  expect(said).toMatchObject({ report: { order: changed([], newest.toReversed()) } });
  expect(await listing()).toEqual(newest);
  await sql`select publish_release(${staff}, ${release}, ${said.fingerprint})`;
  expect(await listing()).toEqual(newest.toReversed());

  const [{ said: back }] = await sql<Preview>`select preview_undo(${release}) as said`;
  expect(back).toMatchObject({ report: { order: changed(newest.toReversed(), []) } });
  // Another person moves the newest to the front: that stays and is reported.
  await importOrder({ now: newest });
  expect(
    await refusalOf(sql`select undo_release(${staff}, ${release}, ${undo}, ${back.fingerprint})`),
  ).toMatchObject({ reason: 'preview_outdated' });
  const [{ said: now }] = await sql<Preview>`select preview_undo(${release}) as said`;
  expect(now).toMatchObject({ report: { order: { changed: [], conflicts: [{ shop: newest }] } } });

  await importOrder({ now: newest.toReversed() });
  await sql`select undo_release(${staff}, ${release}, ${undo}, ${back.fingerprint})`;
  expect(await listing()).toEqual(newest);
});
