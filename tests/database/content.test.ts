import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Content, contentKeys } from '#domain/site-content/content.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';

const { sql } = await openDatabase();
let first: Content;

beforeAll(async () => {
  first = Content.parse(await allContent());
});

async function allContent(): Promise<unknown> {
  const [row] = await sql`select jsonb_object_agg(key, value) as content from site_content`;
  return row?.['content'];
}

/** Imports content changes. Returns the report. */
async function importContent(changes: object, options: object = {}): Promise<unknown> {
  const [row] = await sql`
    select import_content(${sql.json(JSON.parse(JSON.stringify(changes)))}, ${sql.json(JSON.parse(JSON.stringify(options)))}) as report`;
  return row?.['report'];
}

async function askedForBuild(): Promise<boolean> {
  return (await sql`select from catalogue_changes`).length > 0;
}

beforeEach(async () => {
  await importContent(
    Object.fromEntries(Object.entries(first).map(([key, now]) => [key, { now }])),
    { overwrite: true },
  );
  await sql`truncate catalogue_changes`;
});

test('each version of the terms is kept immutably, and no version of other content', async () => {
  const versions = async () =>
    sql<{ id: string; texts: unknown }[]>`select id, texts from terms_versions order by id`;
  const [latest, ...none] = (await versions()).slice(-1);
  expect(none).toEqual([]);
  const { terms, returns, privacy } = first;
  const duties = expect.objectContaining({ US: { policy: 'we_pay', in_union: false } });
  expect(latest?.texts).toEqual({ terms, returns, privacy, duties });
  const newer = { ...terms, title: 'Newer terms' };
  await importContent({
    terms: { now: newer },
    returns: { now: { ...returns, title: 'Newer returns' } },
    hero: { now: { ...first.hero, alt: 'A hat' } },
  });
  await importContent({ hero: { now: first.hero } });
  const [added, ...more] = (await versions()).filter(({ id }) => Number(id) > Number(latest?.id));
  expect(more).toEqual([]);
  expect(added?.texts).toEqual({
    terms: newer,
    returns: { ...returns, title: 'Newer returns' },
    privacy,
    duties,
  });
  expect(await sql`select current_terms_version() as id`).toEqual([{ id: added?.id }]);
  for (const change of [
    sql`update terms_versions set published_at = now()`,
    sql`delete from terms_versions`,
    sql`truncate terms_versions cascade`,
  ])
    expect(await refusalOf(change)).toMatchObject({ code: 'PT409', reason: 'terms_kept' });
});

test('a new shop has content of every kind that pages need', async () => {
  expect(Object.keys(first)).toEqual(contentKeys);
  expect(await allContent()).toEqual(first);
});

test.each([
  'We handle it under UK data protection law',
  'password, which is stored only in hashed form',
  'We never see or store your card number',
  'needed for what you do in the shop',
  'We set no advertising or analytics cookies',
  'withdraw your consent at any time by emailing us',
  'only what they need',
  'We do not sell personal data',
  'deleted at once',
  'for seven years, because tax law requires',
  '**Photos** that you add to a return for 180 days',
  'Everybody can read them on the page of the product',
  '**Your reviews** until you withdraw them with the link by which you wrote them',
  'for 30 days if you do not confirm it',
  '**Stock alerts** for 1 year',
  'server logs, for 30 days',
  '**to be informed**',
  '**of access**',
  '**to rectification**',
  '**to erasure**',
  '**to restrict processing**',
  '**to data portability:**',
  '**to object**',
  '**in relation to automated decisions and profiling.** We make no such decisions',
  '**to withdraw consent** at any time',
  'answer within one month',
  'Information Commissioner’s Office',
  'one discount code for new subscribers and one reminder of a cart',
  'email us at [COMPANY_EMAIL](mailto:COMPANY_EMAIL)',
])('the privacy policy of a new shop promises: %s', (promise) => {
  expect(JSON.stringify(first)).toContain(promise);
});

test('a change is reported with the old value, requests a build, and can be undone', async () => {
  const now = { ...first.launch, headline: 'Closed for stocktaking' };
  const report = await importContent({ launch: { seen: first.launch, now } });
  expect(report).toEqual({ changed: [{ key: 'launch', was: first.launch, now }], conflicts: [] });
  expect(await askedForBuild()).toBe(true);
  await importContent({ launch: { seen: now, now: first.launch } });
  expect(await allContent()).toEqual(first);
});

test('an unchanged value changes nothing', async () => {
  const report = await importContent({ launch: { seen: first.launch, now: first.launch } });
  expect(report).toEqual({ changed: [], conflicts: [] });
  expect(await askedForBuild()).toBe(false);
});

test('another person’s change since then stays, unless overwritten', async () => {
  const theirs = { ...first.hero, alt: 'A wall of hats' };
  await importContent({ hero: { now: theirs } });
  const mine = { hero: { seen: first.hero, now: { ...first.hero, focus: { x: 1, y: 2 } } } };
  const conflict = { key: 'hero', seen: first.hero, shop: theirs, file: mine.hero.now };
  expect(await importContent(mine)).toEqual({ changed: [], conflicts: [conflict] });
  expect(await allContent()).toMatchObject({ hero: theirs });
  const changed = [{ key: 'hero', was: theirs, now: mine.hero.now }];
  expect(await importContent(mine, { overwrite: true })).toEqual({ changed, conflicts: [] });
});

test('unknown content is refused', async () => {
  const refusal = await refusalOf(importContent({ hero: { now: first.hero }, blog: { now: {} } }));
  expect(refusal).toMatchObject({ code: 'PT409', reason: 'content_unknown' });
  expect(await allContent()).toEqual(first);
});

/** Whether the build, which reads as `anon`, sees the announcement. */
async function isSeen(): Promise<boolean> {
  return sql.begin(async (transaction) => {
    await transaction`set local role anon`;
    return (await transaction`select from site_content where key = 'announcement'`).length === 1;
  });
}

/** Sets an announcement that runs between two times, in seconds from now. */
async function announce(from: number, until: number): Promise<void> {
  await sql`
    update site_content set value = jsonb_build_object('text', 'Sale', 'link', '',
      'from', now() + make_interval(secs => ${from}), 'until', now() + make_interval(secs => ${until}))
    where key = 'announcement'`;
  await sql`truncate catalogue_changes`;
}

/** Advances time for the announcement, and checks for due builds as the schedule does. */
async function pass(seconds: number): Promise<boolean> {
  // The trigger would take the new times for a new announcement.
  await sql.unsafe(`alter table site_content disable trigger user;
    update site_content set build_due_at = build_due_at - interval '${seconds} seconds',
      value = value || jsonb_build_object('from', (value ->> 'from')::timestamptz - interval '${seconds} seconds',
        'until', (value ->> 'until')::timestamptz - interval '${seconds} seconds') where key = 'announcement';
    alter table site_content enable trigger user`);
  await sql`select claim_site_build(0, 900, 90, 0)`;
  const asked = await askedForBuild();
  await sql`truncate catalogue_changes`;
  return asked;
}

test('an announcement is invisible before its time, and requests a build when it starts and ends', async () => {
  await announce(60, 120);
  expect([await isSeen(), await pass(30)]).toEqual([false, false]);
  expect(await pass(40)).toBe(true);
  expect([await isSeen(), await pass(10)]).toEqual([true, false]);
  expect(await pass(60)).toBe(true);
  expect(await pass(60)).toBe(false);
});
