import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { type EditedProduct, StaffCatalogue } from '#domain/contracts/staff-catalogue.ts';
import { EditedCategory } from '#domain/contracts/staff-categories.ts';
import type { ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import {
  categoriesIn,
  draftCategory,
  withCategory,
} from '#features/studio/categories/category-draft.ts';
import {
  categoryFaults,
  categorySlug,
  changesOfCategory,
} from '#features/studio/categories/category-edit.ts';
import { emptyCategory, typedCategory } from '#features/studio/categories/typed-category.ts';
import { givenFor, withProduct } from '#features/studio/catalogue/draft-parts.ts';
import { typedDraft } from '#features/studio/products/draft-product.ts';
import { emptyProduct } from '#features/studio/products/empty-product.ts';
import type { Given as ChangedCatalogue } from '#features/studio/catalogue/catalogue-differences.ts';
import { changesOfProduct, type ProductNow } from '#features/studio/products/product-edit.ts';
import { productFaults, productOf } from '#features/studio/products/product-faults.ts';
import { typedProduct } from '#features/studio/products/typed-product.ts';
import { OwedMail } from '#server/mail/owed-mail.ts';
import { writeMail } from '#server/mail/write-mail.ts';
import { HANG_MS } from '../support/hang-limit.ts';
import { runsWhole } from '../support/long-suites.ts';
import { hire } from '../support/staff.ts';
import { refusalOf } from '../support/shop-database.ts';
import { anyCategoryEdit } from '../support/any-category-edit.ts';
import { anyEdit } from '../support/any-edit.ts';
import { anyFile, type Given, type Options, restoredBy, stateOf } from '../support/any-release.ts';
import { openDatabase } from '../support/open-database.ts';

/** Number of files in a normal run; `RELEASES=1000` tries that many other ones. */
const fewFiles = runsWhole ? 20 : 10;
const files = Number(process.env['RELEASES'] ?? fewFiles);

const { database, shop, sql, callAs } = await openDatabase(10);
let staff: number;
const marketer = await shop.newShopper();

beforeAll(async () => {
  staff = await hire(database, marketer, 'marketer');
});

interface Report {
  catalogue: Record<string, never> & { conflicts: unknown[]; colours: { changed: unknown[] } };
}
interface Preview {
  report: Report;
  version: number;
  fingerprint: string;
  guards: { price_jumps: unknown[]; mass_archive: number };
}

async function save(
  catalogue: Given | ChangedCatalogue,
  options: Partial<Options> = {},
  release = randomUUID(),
) {
  const changes = sql.json({ catalogue } as never);
  await sql`
    select save_release(${staff}, ${release}, 'Spring', 'spring.xlsx', ${changes}, ${sql.json(options)}, 0)`;
  return release;
}

async function saveChanges(changes: ReleaseChanges): Promise<string> {
  const release = randomUUID();
  await sql`
    select save_release(${staff}, ${release}, 'Menu', 'Studio', ${sql.json(changes as never)}, '{}', 0)`;
  return release;
}

async function preview(release: string): Promise<Preview> {
  const [{ said }] = await sql<[{ said: Preview }]>`select preview_release(${release}) as said`;
  return said;
}

async function publish(release: string, fingerprint?: string): Promise<Report> {
  const seen = fingerprint ?? (await preview(release)).fingerprint;
  const [{ done }] = await sql<[{ done: { report: Report } }]>`
    select publish_release(${staff}, ${release}, ${seen}) as done`;
  return done.report;
}

async function undo(release: string, undoing = randomUUID()) {
  const [{ said }] = await sql<[{ said: Preview }]>`select preview_undo(${release}) as said`;
  const [{ done }] = await sql<[{ done: { report: Report } }]>`
    select undo_release(${staff}, ${release}, ${undoing}, ${said.fingerprint}) as done`;
  expect(done.report).toEqual(said.report);
  return { release: undoing, report: done.report };
}

const price = (pence: number, seen?: number): Given => ({
  renames: [],
  categories: [],
  products: [
    {
      slug: 'backroom-quilted-bucket',
      price_pence: pence,
      ...(seen && { seen: { price_pence: seen } }),
    },
  ],
  colours: [],
});

async function priceNow(): Promise<number> {
  const [{ price_pence }] = await sql<[{ price_pence: number }]>`
    select price_pence from products where slug = 'backroom-quilted-bucket'`;
  return price_pence;
}

describe('a release', () => {
  test('is published once, as previewed', async () => {
    const was = await priceNow();
    const release = await save(price(was + 100));
    const { fingerprint, report } = await preview(release);
    expect(await priceNow()).toBe(was);
    const both = await Promise.all([publish(release, fingerprint), publish(release, fingerprint)]);
    expect(both).toEqual([report, report]);
    expect(await priceNow()).toBe(was + 100);
    const rows = await sql`
      select what from release_events where release_id = ${release} order by id`;
    expect(rows.map(({ what }) => what)).toEqual(['made', 'published']);
    await undo(release);
    expect(await priceNow()).toBe(was);
  });

  test('that would now have another effect is refused, and changes nothing', async () => {
    const was = await priceNow();
    const release = await save(price(was + 100));
    const { fingerprint } = await preview(release);
    await sql`update products set price_pence = price_pence + 1 where slug = 'backroom-quilted-bucket'`;
    expect(await refusalOf(publish(release, fingerprint))).toMatchObject({
      reason: 'preview_outdated',
    });
    expect(await priceNow()).toBe(was + 1);
    await sql`update products set price_pence = ${was} where slug = 'backroom-quilted-bucket'`;
  });

  test('is published despite sales meanwhile, because stock changes are differences', async () => {
    const [{ color_name, quantity }] = await sql<[{ color_name: string; quantity: number }]>`
      select color_name, quantity from color_variants v join products p on p.id = v.product_id
      where slug = 'backroom-quilted-bucket' order by v.position limit 1`;
    const release = await save({
      ...price(await priceNow()),
      products: [],
      colours: [
        { slug: 'backroom-quilted-bucket', color_name, quantity: quantity + 7, seen: { quantity } },
      ],
    });
    const { fingerprint } = await preview(release);
    await sql`
      update color_variants set quantity = quantity - 1
      where color_name = ${color_name} and product_id = (select id from products where slug = 'backroom-quilted-bucket')`;
    const { catalogue } = await publish(release, fingerprint);
    expect(catalogue.colours.changed).toMatchObject([
      { changes: [{ field: 'quantity', was: quantity - 1, now: quantity + 6, moves: true }] },
    ]);
    // The undo has nothing to revert.
    expect((await undo(release)).report.catalogue.colours.changed).toEqual([]);
  });

  test('prepared by two people is not overwritten by the later one', async () => {
    const release = await save(price(4000));
    const again = (version: number, title: string) => sql`
      select save_release(${staff}, ${release}, ${title}, 'Studio', '{}', '{}', ${version})`;
    await again(1, 'First');
    // The response was lost.
    await again(1, 'First');
    expect(await refusalOf(again(1, 'Second'))).toMatchObject({
      reason: 'release_changed',
      detail: { version: 2 },
    });
  });

  test('reports and keeps later changes when undone', async () => {
    const was = await priceNow();
    const release = await save({
      ...price(was + 50),
      products: [{ slug: 'backroom-quilted-bucket', price_pence: was + 50, hs_code: '65050030' }],
    });
    await publish(release);
    await sql`update products set price_pence = ${was + 77} where slug = 'backroom-quilted-bucket'`;
    const { report } = await undo(release);
    expect(report.catalogue.conflicts).toEqual([
      {
        slug: 'backroom-quilted-bucket',
        colour: null,
        field: 'price_pence',
        seen: was + 50,
        shop: was + 77,
        file: was,
      },
    ]);
    expect(
      await sql`select price_pence, hs_code from products where slug = 'backroom-quilted-bucket'`,
    ).toMatchObject([{ price_pence: was + 77, hs_code: '65050090' }]);
    expect(await refusalOf(undo(release))).toMatchObject({ reason: 'release_undone' });
    await sql`update products set price_pence = ${was} where slug = 'backroom-quilted-bucket'`;
  });

  test('with an invalid value is refused with a message', async () => {
    expect(await refusalOf(preview(await save(price(-5))))).toMatchObject({
      code: 'PT400',
      reason: 'changes_invalid',
    });
  });

  test('is found by words of its title, its products and its authors', async () => {
    const release = await save(price(4100));
    for (const words of ['spring backroom', 'MARY', 'spring.xlsx']) {
      const [{ found }] = await sql<[{ found: { releases: { id: string }[] } }]>`
        select list_releases(${words}, 'draft', null) as found`;
      expect(found.releases[0]).toMatchObject({ id: release, created_by: 'Mary' });
    }
    const [{ none }] = await sql<[{ none: unknown }]>`
      select list_releases('spring autumn', null, null) as none`;
    expect(none).toEqual({ releases: [], next: null });
  });
});

const inAnHour = () => {
  const at = new Date(Date.now() + 3_600_000);
  at.setUTCSeconds(0, 0);
  return at;
};
async function schedule(release: string, at = inAnHour()): Promise<void> {
  const { fingerprint } = await preview(release);
  await sql`select schedule_release(${staff}, ${release}, ${at}, ${fingerprint})`;
}
/** Moves the scheduled time into the past, before anything has published it. */
async function minutePasses(): Promise<void> {
  await sql`
    with passed as (
      update releases set scheduled_for = now() - interval '1 minute' where state = 'scheduled'
      returning id, (select scheduled_for from releases old where old.id = releases.id) as was
    )
    update products p set visible_from = now() - interval '1 minute'
    from passed where p.comes_with = passed.id and p.visible_from = passed.was`;
}
async function due() {
  await minutePasses();
  const [{ done }] = await sql<[{ done: unknown }]>`select publish_due_release() as done`;
  return done;
}

describe('a scheduled release', () => {
  test('is published when its time has come, and not before', async () => {
    const was = await priceNow();
    const release = await save(price(was + 10));
    await schedule(release);
    const [{ early }] = await sql<[{ early: unknown }]>`
      select publish_due_release() as early`;
    expect(early).toBeNull();
    expect(await due()).toEqual({ release, title: 'Spring', failure: null });
    expect(await priceNow()).toBe(was + 10);
    await undo(release);
  });

  test('that was unscheduled is a draft again', async () => {
    const release = await save(price(4200));
    await schedule(release);
    await sql`select unschedule_release(${staff}, ${release})`;
    expect(await due()).toBeNull();
  });

  test('that can no longer be published fails with the reason, and changes nothing', async () => {
    const was = await priceNow();
    const release = await save(price(was + 10));
    await schedule(release);
    await sql`update products set price_pence = 100000 where slug = 'backroom-quilted-bucket'`;
    const facts = [{ slug: 'backroom-quilted-bucket', was: 100_000, now: was + 10 }];
    const failure = { reason: 'price_jumps', facts };
    expect(await due()).toEqual({ release, title: 'Spring', failure });
    expect(await priceNow()).toBe(100_000);
    expect(await sql`select state, failure from releases where id = ${release}`).toEqual([
      { state: 'failed', failure },
    ]);
    await sql`update products set price_pence = ${was} where slug = 'backroom-quilted-bucket'`;
  });

  test('that failed is e-mailed once to marketers, managers and the person who scheduled it', async () => {
    const addressOf = async (who: number) => {
      const [{ email }] = await sql<[{ email: string }]>`
        update profiles set email_confirmed_at = now()
        where user_id = (select user_id from staff where id = ${who}) returning account_email(user_id) as email`;
      return email;
    };
    const manager = await hire(database, await shop.newShopper(), 'manager');
    const packer = await hire(database, await shop.newShopper(), 'packer');
    const told = [await addressOf(staff), await addressOf(manager), await addressOf(packer)];
    const was = await priceNow();
    const release = await save(price(was + 10));
    const { fingerprint } = await preview(release);
    // The packer was a marketer when scheduling it.
    await sql`select schedule_release(${packer}, ${release}, ${inAnHour()}, ${fingerprint})`;
    await sql`update products set price_pence = 100000 where slug = 'backroom-quilted-bucket'`;
    await due();
    await due();
    await sql`update products set price_pence = ${was} where slug = 'backroom-quilted-bucket'`;
    const [{ claimed }] = await sql<[{ claimed: { mails: unknown[] } }]>`
      select claim_mails(9, 60) as claimed`;
    const [mail, ...others] = claimed.mails.map((one) =>
      writeMail(OwedMail.parse(one), 'https://shop.example'),
    );
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: told.toSorted(), subject: 'Not published: Spring' });
    expect(mail?.text).toContain('This would halve or double 1 price: backroom-quilted-bucket');
    expect(mail?.text).toContain(`https://shop.example/studio?catalogue=release&id=${release}`);
  });

  test('is refused for the past, for half a minute, and before its warnings are allowed', async () => {
    const release = await save(price(4300));
    const past = new Date(Date.now() - 60_000);
    expect(await refusalOf(schedule(release, past))).toMatchObject({ reason: 'time_invalid' });
    const odd = new Date(inAnHour().getTime() + 30_000);
    expect(await refusalOf(schedule(release, odd))).toMatchObject({ reason: 'time_invalid' });
    const jump = await save(price(100_000));
    expect(await refusalOf(schedule(jump))).toMatchObject({ reason: 'not_allowed' });
  });
});

describe('a change that would break the build', () => {
  const bucket = 'backroom-quilted-bucket';
  const none: Given = { renames: [], categories: [], products: [], colours: [] };
  const bare = { slug: 'bare-cap', name: 'Cap', price_pence: 5000, category: 'beanies' };
  const bareShades = { ...bare, slug: 'bare-shades', name: 'Sunglasses', material: 'Nylon' };

  test.each([
    ['a new product', { products: [bare] }, [{ slug: 'bare-cap', facts: ['material'] }]],
    ['sunglasses', { products: [bareShades] }, [{ slug: 'bare-shades', facts: ['safety'] }]],
    [
      'a fact that is emptied',
      { products: [{ slug: bucket, clears: ['material'] }] },
      [{ slug: bucket, facts: ['material'] }],
    ],
    [
      'a category that becomes one of sunglasses',
      { categories: [{ slug: 'bucket-hats', name: 'Hats and Sunglasses' }] },
      expect.arrayContaining([{ slug: bucket, facts: ['safety'] }]),
    ],
  ])('is neither published nor scheduled: %s', async (_name, given, lacking) => {
    const release = await save({ ...none, ...given });
    expect((await preview(release)).report.catalogue).toMatchObject({ lacking });
    const refused = { reason: 'facts_missing', detail: lacking };
    expect(await refusalOf(publish(release))).toMatchObject(refused);
    const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000).toISOString();
    const { fingerprint } = await preview(release);
    expect(
      await refusalOf(sql`select schedule_release(${staff}, ${release}, ${at}, ${fingerprint})`),
    ).toMatchObject(refused);
  });

  test('can be fixed product by product, and not be restored by an undo', async () => {
    const slugs = [bucket, 'rulebreaker-canvas-bucket'];
    const were = await sql`select slug, facts from products where slug in ${sql(slugs)}`;
    await sql`update products set facts = facts - 'material' where slug in ${sql(slugs)}`;
    const mending = await save({ ...none, products: [{ slug: bucket, material: 'Leather' }] });
    await publish(mending);
    expect(await refusalOf(undo(mending))).toMatchObject({ reason: 'facts_missing' });
    for (const { slug, facts } of were) {
      await sql`update products set facts = ${sql.json(facts)} where slug = ${slug}`;
    }
  });
});

const hat = (slug: string, category = 'caps-of-the-drop') => ({
  renames: [],
  categories: [{ slug: 'caps-of-the-drop', name: 'Caps Of The Drop' }],
  products: [{ slug, name: 'Drop Cap', material: 'Leather', price_pence: 5000, category }],
  colours: [{ slug, color_name: 'Ink', quantity: 9, images: [`/${slug}.jpg`] }],
});

async function unschedule(release: string) {
  const [{ done }] = await sql<[{ done: { archived: string[] } }]>`
    select unschedule_release(${staff}, ${release}) as done`;
  return done.archived;
}

/** A product's id, and when it is visible to shoppers. */
async function capOf(slug: string) {
  const [row] = await sql<
    { id: number; variant: number; open: boolean; archived: boolean; ahead: boolean }[]
  >`
    select p.id::int, v.id::int as variant, exists (select from listed_products l where l.id = p.id) as open,
      p.archived_at is not null as archived, p.comes_with is not null as ahead
    from products p join color_variants v on v.product_id = p.id where p.slug = ${slug}`;
  return row;
}

async function categoryOf(slug: string) {
  const [row] = await sql<{ hidden: boolean }[]>`
    select coalesce(visible_from > now(), false) as hidden from categories where slug = ${slug}`;
  return row;
}

describe('the new products of a scheduled release', () => {
  test('exist at once, hidden, and open at their time, before anything is published', async () => {
    const release = await save(hat('drop-cap'));
    const { report } = await preview(release);
    await schedule(release);
    const before = await capOf('drop-cap');
    expect(before).toMatchObject({ open: false, ahead: true });
    expect(await categoryOf('caps-of-the-drop')).toEqual({ hidden: true });
    expect((await preview(release)).report).toEqual(report);
    await minutePasses();
    expect(await capOf('drop-cap')).toEqual({ ...before, open: true });
    expect(await categoryOf('caps-of-the-drop')).toEqual({ hidden: false });
    const shopper = await shop.newShopper();
    const sku = { product_id: before?.id ?? 0, variant_id: before?.variant ?? 0, price: 5000 };
    await shop.complete((await shop.open(shopper, [{ sku, quantity: 2 }])).checkout_id);
    expect(await due()).toMatchObject({ release, failure: null });
    expect(await capOf('drop-cap')).toEqual({ ...before, open: true, ahead: false });
    expect(
      await sql`
        select r.report = ${sql.json(report as never)} as same, v.quantity, e.what
        from releases r join color_variants v on v.id = ${sku.variant_id} join release_events e on e.release_id = r.id
        where r.id = ${release} order by e.id desc limit 1`,
    ).toEqual([{ same: true, quantity: 7, what: 'published' }]);
    await undo(release);
  });

  test('are removed when it is unscheduled or discarded, request no build, and can be scheduled again', async () => {
    const before = await stateOf(database);
    const release = await save(hat('taken-back-cap', 'caps-taken-back'));
    await sql`
      update releases set changes = jsonb_set(changes, '{catalogue,categories}', '[{"slug": "caps-taken-back", "name": "Hush"}]')
      where id = ${release}`;
    await sql`truncate catalogue_changes`;
    await schedule(release);
    expect(await unschedule(release)).toEqual([]);
    expect(await stateOf(database)).toEqual(before);
    await schedule(release);
    const first = await capOf('taken-back-cap');
    const later = new Date(inAnHour().getTime() + 60_000);
    await schedule(release, later);
    expect(await capOf('taken-back-cap')).toEqual(first);
    expect(
      await sql`select visible_from, created_at from products where slug = 'taken-back-cap'`,
    ).toEqual([{ visible_from: later, created_at: later }]);
    await sql`select discard_release(${staff}, ${release})`;
    expect(await stateOf(database)).toEqual(before);
    expect(await sql`select from catalogue_changes`).toHaveLength(0);
  });

  test('open as the release states when it is published early', async () => {
    const release = await save(hat('early-cap'));
    await schedule(release);
    const before = await capOf('early-cap');
    await publish(release);
    expect(await capOf('early-cap')).toEqual({ ...before, open: true, ahead: false });
    await undo(release);
  });

  test('that have opened are removed when the rest cannot be published; bought ones are archived', async () => {
    const was = await priceNow();
    const [failing, bought] = [hat('failing-cap'), hat('bought-cap')];
    const release = await save({
      ...failing,
      products: [
        ...failing.products,
        ...bought.products,
        { slug: 'backroom-quilted-bucket', price_pence: was + 10 },
      ],
      colours: [...failing.colours, ...bought.colours],
    });
    await schedule(release);
    await minutePasses();
    const cap = await capOf('bought-cap');
    const sku = { product_id: cap?.id ?? 0, variant_id: cap?.variant ?? 0, price: 5000 };
    await shop.open(await shop.newShopper(), [{ sku, quantity: 1 }]);
    await sql`update products set price_pence = 100000 where slug = 'backroom-quilted-bucket'`;
    expect(await due()).toMatchObject({
      failure: { reason: 'price_jumps', archived: ['bought-cap'] },
    });
    expect(await capOf('failing-cap')).toBeUndefined();
    expect(await capOf('bought-cap')).toEqual({
      ...cap,
      open: false,
      archived: true,
      ahead: false,
    });
    await sql`update products set price_pence = ${was} where slug = 'backroom-quilted-bucket'`;
  });

  test('are invisible to other releases: not exported, archived or ordered, and refused by name', async () => {
    const release = await save(hat('other-cap'));
    await schedule(release);
    const [{ exported }] = await sql<[{ exported: string }]>`
      select export_catalogue(0, 10000)::text as exported`;
    expect(exported).not.toContain('other-cap');
    expect(await refusalOf(preview(await save(hat('other-cap'))))).toEqual({
      code: 'PT409',
      reason: 'product_scheduled',
      detail: { slug: 'other-cap', title: 'Spring' },
    });
    const all = { archive_missing: true, allow_archiving: 10_000 };
    const { archived } = (await preview(await save({ ...price(1), products: [] }, all))).report
      .catalogue as unknown as { archived: { products: string[] } };
    expect(archived.products.length).toBeGreaterThan(20);
    expect(archived.products).not.toContain('other-cap');
    const order = { 'caps-of-the-drop': { now: ['other-cap'] } };
    const [{ done }] = await sql<[{ done: object }]>`
      select import_product_order(${sql.json(order)}) as done`;
    expect(done).toMatchObject({ changed: [], missing: [{ slug: 'other-cap' }] });
    await unschedule(release);
  });

  test('can share a new category, which exists as long as one of them', async () => {
    const first = await save(hat('first-cap', 'shared-caps'));
    const second = await save(hat('second-cap', 'shared-caps'));
    await sql`
      update releases set changes = jsonb_set(changes, '{catalogue,categories}', '[{"slug": "shared-caps", "name": "Hush"}]')
      where id in (${first}, ${second})`;
    await schedule(first);
    await schedule(second);
    await unschedule(first);
    expect(await categoryOf('shared-caps')).toEqual({ hidden: true });
    await unschedule(second);
    expect(await categoryOf('shared-caps')).toBeUndefined();
  });
});

/** The catalogue as shoppers see it. */
async function shownNow() {
  const [row] = await sql`
    select categories_until() -> 'categories' as categories, product_listing() as products`;
  return row;
}

/** Schedules, unschedules and reschedules a release, invisibly to shoppers, then publishes it at its time. */
async function publishAtItsMinute(release: string): Promise<unknown> {
  const [before, shown, { report }] = [
    await stateOf(database),
    await shownNow(),
    await preview(release),
  ];
  await schedule(release);
  expect(await shownNow()).toEqual(shown);
  expect((await preview(release)).report).toEqual(report);
  expect(await unschedule(release)).toEqual([]);
  expect(await stateOf(database)).toEqual(before);
  await schedule(release);
  expect(await due()).toMatchObject({ release, failure: null });
  const [row] = await sql`select report from releases where id = ${release}`;
  return row?.['report'];
}

/** Publishing does what the preview showed; undo, its undo and another restore all but stock. */
async function thereAndBack(release: string, atItsMinute: boolean): Promise<void> {
  const before = await stateOf(database);
  const seen = await preview(release);
  expect(await stateOf(database)).toEqual(before);
  expect(
    await (atItsMinute ? publishAtItsMinute(release) : publish(release, seen.fingerprint)),
  ).toEqual(seen.report);
  const after = await stateOf(database);
  const { report, release: undoing } = await undo(release);
  expect(report.catalogue.conflicts).toEqual([]);
  expect(restoredBy(await stateOf(database), before)).toEqual(before);
  const { release: again } = await undo(undoing);
  expect(restoredBy(await stateOf(database), after)).toEqual(after);
  await undo(again);
}

test(
  'for every file, publishing reports what its preview did, now or scheduled, and undo restores everything but stock',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, fc.boolean(), async ({ given, options }, atItsMinute) => {
        const release = await save(given, options);
        // Refused as a whole, e.g. a rename to a taken name.
        if (!(await preview(release).catch(() => null))) return;
        const before = await stateOf(database);
        await thereAndBack(release, atItsMinute);
        expect(restoredBy(await stateOf(database), before)).toEqual(before);
      }),
      { numRuns: files, ...(files === fewFiles && { seed: 16 }), endOnFailure: true },
    );
  },
  Math.max(HANG_MS, files * 2000),
);

test.each([false, true])(
  'codes that new colours take from others return with an undo (scheduled: %s)',
  async (atItsMinute) => {
    const slug = 'backroom-quilted-bucket';
    const [{ color_name }] = await sql<[{ color_name: string }]>`
      select color_name from color_variants v join products p on p.id = v.product_id
      where slug = ${slug} order by v.id limit 1`;
    const old = { slug, color_name };
    // The colour's SKU is the number of its barcode.
    const codes = { sku: '12345670', gtin: '12345670' };
    const first = await save({ ...price(await priceNow()), colours: [{ ...old, ...codes }] });
    await publish(first);
    const heir = `heir-${atItsMinute}`;
    const release = await save({
      ...hat(heir),
      colours: [
        { ...old, sku: 'OLD-1', clears: ['gtin'] },
        { slug, color_name: `Heir ${atItsMinute}`, sku: `HEIR-${Number(atItsMinute)}` },
        { slug: heir, color_name: 'Ink', quantity: 9, images: ['/heir.jpg'], ...codes },
      ],
    });
    const before = await stateOf(database);
    await thereAndBack(release, atItsMinute);
    expect(restoredBy(await stateOf(database), before)).toEqual(before);
    await undo(first);
  },
);

test('a code that a third colour has taken since stays there, and the rest is undone', async () => {
  const slug = 'third';
  const made = {
    ...hat(slug),
    colours: [{ slug, color_name: 'Ink', sku: 'THIRD-1', hex: '#111111' }],
  };
  await publish(await save(made));
  const ink = { slug, color_name: 'Ink', sku: 'THIRD-2', hex: '#222222' };
  const recoded = await save({ ...price(await priceNow()), colours: [ink] });
  await publish(recoded);
  const rust = { slug, color_name: 'Rust', sku: 'THIRD-1' };
  await publish(await save({ ...price(await priceNow()), colours: [rust] }));
  const { report } = await undo(recoded);
  expect(report.catalogue.conflicts).toEqual([
    { slug, colour: 'Ink', field: 'sku', seen: 'THIRD-2', shop: 'THIRD-2', file: 'THIRD-1' },
  ]);
  const rows = await sql`
    select v.color_name, v.sku, v.hex from color_variants v join products p on p.id = v.product_id
    where p.slug = ${slug} order by v.color_name`;
  expect([...rows]).toEqual([
    { color_name: 'Ink', sku: 'THIRD-2', hex: '#111111' },
    { color_name: 'Rust', sku: 'THIRD-1', hex: null },
  ]);
});

test('a new product joins a new collection in one release, at its minute too', async () => {
  const before = await stateOf(database);
  for (const atItsMinute of [false, true]) {
    const slug = `collected-${atItsMinute}`;
    const { categories, ...cap } = hat(slug);
    const collection = { slug: `drop-${atItsMinute}`, kind: 'collection' as const, name: slug };
    const release = await saveChanges({
      catalogue: { ...cap, categories: [...categories, collection] },
      order: { [collection.slug]: { seen: [], now: ['headline-trucker', slug] } },
    });
    const seen = await preview(release);
    expect(
      await (atItsMinute ? publishAtItsMinute(release) : publish(release, seen.fingerprint)),
    ).toEqual(seen.report);
    const [row] = await sql`
      select category_order(id) as slugs from categories where slug = ${collection.slug}`;
    expect(row?.['slugs']).toEqual(['headline-trucker', slug]);
    await undo(release);
    expect(restoredBy(await stateOf(database), before)).toEqual(before);
  }
});

/** A product as the studio's form gets it. */
async function shopProduct(slug: string): Promise<EditedProduct> {
  const found = await callAs(marketer, 'staff_catalogue', '', null, [slug]);
  const [product] = StaffCatalogue.parse(found).products;
  if (!product) throw new Error(`The shop has no ${slug}`);
  return product;
}

test('a product is found by a code of one of its colours, archived or not', async () => {
  const [colour] = await sql<[{ sku: string; slug: string }]>`
    select v.sku, p.slug from color_variants v join products p on p.id = v.product_id
    order by v.archived_at is null, v.id limit 1`;
  const withCodes = async (codes: string[]) => {
    const [{ found }] = await sql<[{ found: unknown }]>`
      select staff_catalogue(p_codes => ${codes}) as found from ${acting(sql, marketer)}`;
    return StaffCatalogue.parse(found).products.map(({ slug }) => slug);
  };
  expect(await withCodes([colour.sku, 'NO-SUCH-CODE'])).toEqual([colour.slug]);
  expect(await withCodes(['NO-SUCH-CODE'])).toEqual([]);
});

/** A product's fields that a form decides alone; stock also depends on shoppers. */
function shownOf({ name, price_pence, archived, colours }: ProductNow | EditedProduct) {
  return {
    name,
    price_pence,
    archived,
    colours: colours.map(({ color_name, images, hex }) => ({ color_name, images, hex })),
  };
}

const caps = { ...emptyProduct, name: 'Cap', slug: 'hand-made-cap', category: 'beanies' };

test(
  'for every edit by hand, its draft is read back as typed, publishing does what the preview showed, and undo restores all but stock',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyEdit, fc.boolean(), async ({ slug, isNew, edit }, atItsMinute) => {
        const found = await shopProduct(slug);
        const typed = edit(
          isNew
            ? typedProduct(null, { ...caps, material: 'Leather', price_pence: 4000 })
            : typedProduct(found, found),
        );
        const changes = changesOfProduct(typed.was, productOf(typed), randomUUID());
        if (!changes || productFaults(typed, Date.now()).size > 0) return;
        const { catalogue = {} } = changes;
        const draft = { id: randomUUID(), version: 1, title: 'Hat' };
        // Reopened in its form, beside another product of the same draft.
        const given = typed.was?.slug ?? productOf(typed).slug;
        const other = { products: [{ slug: 'another' }], renames: [], colours: [] };
        const several = withProduct({ catalogue: other }, given, catalogue)?.catalogue ?? {};
        const again = typedDraft(typed.was ?? undefined, givenFor(several, given), draft);
        expect(productOf(again)).toEqual(productOf(typed));
        expect(withProduct({ catalogue: several }, given, undefined)).toEqual({ catalogue: other });

        const before = await stateOf(database);
        const release = await save(catalogue, { allow_price_jumps: true });
        const seen = await preview(release).catch(() => null);
        // Refused as a whole: another product's slug, two colours that swap their names.
        if (seen === null) return;
        expect(await stateOf(database)).toEqual(before);
        expect(
          await (atItsMinute ? publishAtItsMinute(release) : publish(release, seen.fingerprint)),
        ).toEqual(seen.report);
        const product = productOf(typed);
        expect(shownOf(await shopProduct(product.slug))).toEqual(shownOf(product));
        const { report } = await undo(release);
        expect(report.catalogue.conflicts).toEqual([]);
        expect(restoredBy(await stateOf(database), before)).toEqual(before);
        // Slugs of archived products stay taken.
        if (isNew)
          await sql`delete from color_variants where product_id = (select id from products where slug = ${productOf(typed).slug})`;
        if (isNew) await sql`delete from products where slug = ${productOf(typed).slug}`;
      }),
      { numRuns: files, ...(files === fewFiles && { seed: 7 }), endOnFailure: true },
    );
  },
  Math.max(HANG_MS, files * 2000),
);

test('a new product does not change one that has its slug', async () => {
  const taken = { ...caps, slug: 'headline-trucker', price_pence: 100 };
  const typed = { ...typedProduct(null, taken), hasOwnSlug: true };
  const { catalogue = {} } = changesOfProduct(null, productOf(typed), randomUUID()) ?? {};
  expect(await refusalOf(preview(await save(catalogue)))).toEqual({
    code: 'PT409',
    reason: 'slug_taken',
    detail: { slug: 'headline-trucker' },
  });
});

/** Categories and collections as the studio gets them. */
async function shopCategories(): Promise<EditedCategory[]> {
  const [{ found }] = await sql<[{ found: unknown }]>`
    select staff_categories() as found from ${acting(sql, marketer)}`;
  return EditedCategory.array().parse(found);
}

async function productsIn(category: string): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`
    select p.slug from products p join categories c on c.id = p.category_id
    where c.slug = ${category} and p.archived_at is null order by p.id`;
  return rows.map(({ slug }) => slug);
}

test(
  'for every edit of a category, a collection or the menu, its draft is read back as typed, publishing does what the preview showed, and undo restores all',
  async () => {
    await publish(
      await saveChanges({
        catalogue: {
          categories: [
            { slug: 'picks', kind: 'collection', name: 'Picks' },
            { slug: 'bargains', kind: 'collection', name: 'Bargains', rule: { on_sale: true } },
          ],
        },
        order: { picks: { now: ['outlaw-cable-beanie', 'headline-trucker'] } },
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        anyCategoryEdit,
        fc.boolean(),
        async ({ slug, kind, edit, menu }, atItsMinute) => {
          const all = await shopCategories();
          const known = all.find((one) => one.slug === slug);
          const typed = edit(typedCategory(known ?? emptyCategory(kind), known ?? null));
          const held = known ? await productsIn(known.slug) : [];
          const category = categorySlug(typed, []);
          const edited = changesOfCategory(typed, held, category);
          if (!edited || categoryFaults(typed).size > 0) return;
          // Reopened in its form, beside another change of the same draft.
          const beside = { content: { hero: { now: {} } } };
          const changes = withCategory({ ...edited, ...beside }, category, edited) ?? {};
          expect(changes).toMatchObject({ ...edited, ...beside });
          expect(categoriesIn(changes)).toEqual(edited.catalogue ? [category] : []);
          const draft = { id: typed.form.release, version: 0, changes };
          const read = draftCategory(known, category, draft);
          expect(changesOfCategory(read, held, category)).toEqual(edited);
          expect(withCategory(changes, category, null)).toEqual(beside);

          const before = await stateOf(database);
          const seen = before.menu;
          const now = seen.toSorted(
            (a, b) => (menu?.[seen.indexOf(a)] ?? 0) - (menu?.[seen.indexOf(b)] ?? 0),
          );
          const release = await saveChanges({ ...edited, ...(menu && { menu: { seen, now } }) });
          const looked = await preview(release).catch(() => null);
          // Refused as a whole: a name that is taken.
          if (looked === null) return;
          expect(await stateOf(database)).toEqual(before);
          expect(
            await (atItsMinute
              ? publishAtItsMinute(release)
              : publish(release, looked.fingerprint)),
          ).toEqual(looked.report);
          const after = await stateOf(database);
          const { release: undoing } = await undo(release);
          expect(await stateOf(database)).toEqual(before);
          // And back again.
          const { release: again } = await undo(undoing);
          expect(await stateOf(database)).toEqual(after);
          await undo(again);
        },
      ),
      { numRuns: files, ...(files === fewFiles && { seed: 3 }), endOnFailure: true },
    );
  },
  Math.max(HANG_MS, files * 2000),
);
