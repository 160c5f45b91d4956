import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CatalogueReading, ExportedFile } from '#domain/contracts/catalogue-reading.ts';
import { ReleaseDone, ReleasePreview } from '#domain/contracts/staff-releases.ts';
import { call } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { newStaff } from '../support/staff.ts';

const { backend } = await openBackend({});
const { origin, database } = backend;
const marketer = await newStaff(backend, 'marketer');

/** Saves a draft of catalogue changes. */
function save(catalogue: object, release: string = randomUUID()) {
  const draft = {
    title: 'Hats',
    source: 'Studio',
    changes: { catalogue },
    options: {},
    version: 0,
  };
  return marketer.post('/api/staff/release/save', { release, ...draft });
}

/** Publishes catalogue changes as the studio does. @returns the response to the last call. */
async function publish(catalogue: object) {
  const release = randomUUID();
  const saved = await save(catalogue, release);
  if (saved.status !== 200) return saved;
  const { body } = await marketer.post('/api/staff/release/preview', { release });
  const { fingerprint } = ReleasePreview.parse(body);
  return marketer.post('/api/staff/release/publish', { release, fingerprint });
}

async function read(csv: string) {
  const path = `${origin}/api/staff-files/catalogue-read?name=hats.csv`;
  const { body } = await call(path, { raw: csv, token: marketer.token });
  return CatalogueReading.parse(body);
}

/** Stock of the colour Clay. */
async function stock(): Promise<number> {
  const [row] = await database.sql<[{ quantity: number }]>`
    select quantity from color_variants v join products p on p.id = v.product_id
    where p.slug = 'rulebreaker-canvas-bucket' and color_name = 'Clay'`;
  return row.quantity;
}

function draftWithPicture(image: string) {
  return save({ colours: [{ slug: 'headline-trucker', color_name: 'Red', images: [image] }] });
}

test('a stock delivery booked by one file is not undone by another of the same export', async () => {
  const before = await stock();
  const path = `${origin}/api/staff-files/catalogue-export?format=csv`;
  const { body } = await call(path, { token: marketer.token });
  const exported = Buffer.from(ExportedFile.parse(body).base64, 'base64').toString();
  const delivered = exported.replace(
    new RegExp(`(rulebreaker-canvas-bucket,.*,Clay,[^,]*,[^,]*,[^,]*,)${before},`),
    `$1${before + 5},`,
  );
  expect(delivered).not.toBe(exported);
  await publish(
    z
      .object({})
      .loose()
      .parse((await read(delivered)).given),
  );
  expect(await stock()).toBe(before + 5);

  const untouched = await publish(
    z
      .object({})
      .loose()
      .parse((await read(exported)).given),
  );
  const { catalogue } = ReleaseDone.parse(untouched.body).report;
  expect(catalogue).toMatchObject({ colours: { changed: [] }, oversold: [] });
  expect(await stock()).toBe(before + 5);
});

test('a legal text without a required passage is neither published, scheduled nor restored', async () => {
  const { sql } = database;
  const [{ value }] = await sql<[{ value: { text: string } }]>`
    select value from site_content where key = 'returns'`;
  const lacking = { ...value, text: value.text.replace('without giving a reason', '') };
  const draft = async (now: object) => {
    const release = randomUUID();
    const changes = { content: { returns: { now } } };
    const body = { title: 'Returns', source: 'Studio', changes, options: {}, version: 0 };
    await marketer.post('/api/staff/release/save', { release, ...body });
    const { body: seen } = await marketer.post('/api/staff/release/preview', { release });
    return { release, fingerprint: ReleasePreview.parse(seen).fingerprint };
  };
  const refused = {
    status: 409,
    body: {
      reason: 'passages_missing',
      detail: expect.stringMatching(
        /^Shipping and returns lacks the right to cancel within 14 days.*no page of the shop could be updated\.$/,
      ),
    },
  };
  const bad = await draft(lacking);
  expect(await marketer.post('/api/staff/release/publish', { ...bad })).toMatchObject(refused);
  const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000).toISOString();
  expect(await marketer.post('/api/staff/release/schedule', { at, ...bad })).toMatchObject(refused);

  await sql`update site_content set value = ${sql.json(lacking)} where key = 'returns'`;
  const good = await draft(value);
  expect(await marketer.post('/api/staff/release/publish', { ...good })).toMatchObject({
    status: 200,
  });
  const { release } = good;
  const undone = await marketer.post('/api/staff/release/preview-undo', { release });
  const { fingerprint } = ReleasePreview.parse(undone.body);
  const undo = { release, undo: randomUUID(), fingerprint };
  expect(await marketer.post('/api/staff/release/undo', undo)).toMatchObject(refused);
});

test('reports all mistakes at once: cells with their position, and missing pictures', async () => {
  const rows = Array.from(
    { length: 20 },
    (_, index) => `cap-${index},Cap,dear,Beanies,Ink,cap-${index}.jpg`,
  );
  const reading = await read(['slug,name,price,category,colour,pictures', ...rows].join('\n'));
  expect(reading.given).toBeNull();
  const [mistake] = reading.mistakes;
  expect(mistake).toMatchObject({ column: 'price', many: 20 });
  expect(mistake?.cells.map(({ cell }) => cell)).toEqual(rows.map((_, index) => `C${index + 2}`));
  expect(reading.pictures).toEqual(
    rows.map((_, index) => ({ slug: `cap-${index}`, name: `cap-${index}.jpg` })),
  );
});

test('pictures must be in the shop already', async () => {
  const odd = '/pictures/rust_(1)%20é.jpg';
  const storage = `${process.env['SUPABASE_URL']}/storage/v1/object/public/catalogue`;
  await database.sql`
    update variant_images set path = ${odd} where id = (select min(id) from variant_images)`;
  for (const own of ['/catalogue/a.jpg', `${storage}/a-1f.webp`, odd]) {
    expect([own, (await draftWithPicture(own)).status]).toEqual([own, 200]);
  }
  for (const foreign of [
    'https://evil.example/x.svg',
    'https://evil.example/storage/v1/object/public/catalogue/x.webp',
    '//evil.example/catalogue/x.webp',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'http://169.254.169.254/latest/meta-data/',
    `${storage}/../../../rest/v1/`,
  ]) {
    expect([foreign, await draftWithPicture(foreign)]).toMatchObject([
      foreign,
      {
        status: 400,
        body: { reason: 'changes_invalid', detail: `“${foreign}” is not a picture of the shop.` },
      },
    ]);
  }
});
