import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { readRedirects } from '#harness/netlify-rules.ts';
import { OwnPage } from '#domain/site-content/own-page.ts';
import {
  plainPath,
  redirectFault,
  RedirectFrom,
  RedirectTo,
} from '#domain/site-content/redirect.ts';
import { StaffContent } from '#domain/contracts/staff-content.ts';
import type { ReleaseChanges, ReleaseReport } from '#domain/contracts/staff-releases.ts';
import {
  changesOfPage,
  draftPage,
  withPage,
} from '#features/studio/content/own-pages/page-changes.ts';
import { isKnownPage } from '#features/studio/kit/shop-pages.ts';
import { pageFaults, pageOf, typedPage } from '#features/studio/content/own-pages/typed-page.ts';
import { anyPageEdit } from '../support/any-page-edit.ts';
import { redirectsFile } from '#integrations/redirects.ts';
import { runsWhole } from '../support/long-suites.ts';
import { HANG_MS } from '../support/hang-limit.ts';
import { openDatabase } from '../support/open-database.ts';
import { hire } from '../support/staff.ts';
import { sampleMailing } from '../support/sample-mailing.ts';
import { refusalOf } from '../support/shop-database.ts';

/** Number of edits in a normal run; `RELEASES=1000` tries that many other ones. */
const fewEdits = runsWhole ? 40 : 16;
const edits = Number(process.env['RELEASES'] ?? fewEdits);

const { database, shop, sql, callAs } = await openDatabase(10);
const marketer = await shop.newShopper();
let staff: number;

beforeAll(async () => {
  staff = await hire(database, marketer, 'marketer');
});
beforeEach(async () => {
  await sql`delete from redirects where true`;
  await sql`delete from own_pages where true`;
});

interface Said {
  report: Pick<ReleaseReport, 'dead_links'>;
  fingerprint: string;
}

/** The draft of changes, and its preview. */
async function drafted(changes: ReleaseChanges) {
  const release = randomUUID();
  await sql`select save_release(${staff}, ${release}, 'Page', 'Studio', ${sql.json(changes as never)}, '{}', 0)`;
  const [{ said }] = await sql<[{ said: Said }]>`select preview_release(${release}) as said`;
  return { release, ...said };
}

/** Publishes changes: they do what their preview showed. */
async function publish(changes: ReleaseChanges) {
  const { release, report, fingerprint } = await drafted(changes);
  const [{ done }] = await sql<[{ done: { report: object } }]>`
    select publish_release(${staff}, ${release}, ${fingerprint}) as done`;
  expect(done.report).toEqual(report);
  return { release, report };
}

async function undo(release: string): Promise<void> {
  const [{ said }] = await sql<
    [{ said: { fingerprint: string } }]
  >`select preview_undo(${release}) as said`;
  await sql`select undo_release(${staff}, ${release}, ${randomUUID()}, ${said.fingerprint})`;
}

async function shopContent(): Promise<StaffContent> {
  const [{ found }] = await sql<[{ found: unknown }]>`
    select staff_content() as found from ${acting(sql, marketer)}`;
  return StaffContent.parse(found);
}

async function stateOfPages() {
  const { pages, redirects } = await shopContent();
  return { pages, redirects };
}

function page(changes: Partial<OwnPage> = {}): OwnPage {
  return {
    slug: 'about',
    title: 'About',
    blocks: [{ type: 'text', text: 'Hats.' }],
    menu: false,
    footer: true,
    place: 0,
    entry: null,
    search_title: '',
    search_description: '',
    share_picture: '',
    ...changes,
  };
}

const about = randomUUID();

test(
  'for every edit of a page, its draft is read back as typed, publishing does what the preview showed, and undo restores all',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyPageEdit, async ({ id, redirects, edits: [fields, blocks, removal] }) => {
        const content = await shopContent();
        const before = await stateOfPages();
        const begun = { ...typedPage({ id, was: content.pages[id] ?? null }), redirects };
        const changed = blocks(fields(begun));
        const typed = removal ? removal(changed) : changed;
        const others = Object.entries(content.pages).flatMap(([other, { slug }]) =>
          other === id ? [] : slug,
        );
        const changes =
          pageFaults(typed, others).size > 0 ? null : changesOfPage(typed, content.redirects);
        if (changes === null) return;
        const read = draftPage(id, content.pages[id], { id: randomUUID(), version: 1, changes });
        expect(read.removed || pageOf(read)).toEqual(typed.removed || pageOf(typed));
        expect(changesOfPage(read, content.redirects)).toEqual(changes);
        expect(withPage(changes, read, changes)).toEqual(changes);

        // Refused as a whole: an address from which another page’s redirect leads.
        const seen = await drafted(changes).catch(() => null);
        if (seen === null) return;
        expect(await stateOfPages()).toEqual(before);
        const { release } = await publish(changes);
        const after = await stateOfPages();
        expect(after.pages[id]).toEqual(typed.removed ? undefined : pageOf(typed));
        await undo(release);
        expect(await stateOfPages()).toEqual(before);
        await publish(changes);
        expect(await stateOfPages()).toEqual(after);
      }),
      { numRuns: edits, ...(edits === fewEdits && { seed: 5 }), endOnFailure: true },
    );
  },
  Math.max(HANG_MS, edits * 2000),
);

test('a colleague’s change of a page stays, and so does one of a redirect', async () => {
  await publish({ pages: { [about]: { seen: null, now: page() } } });
  const theirs = page({ title: 'About us' });
  await publish({ pages: { [about]: { seen: page(), now: theirs } } });
  const mine = { seen: page(), now: page({ title: 'Who we are' }) };
  const { report } = await publish({ pages: { [about]: mine } });
  expect(report).toMatchObject({
    pages: { changed: [], conflicts: [{ id: about, shop: theirs }] },
  });
  const old = { '/old': { seen: null, now: '/about' } };
  await publish({ redirects: old });
  const again = await publish({ redirects: { '/OLD': { seen: null, now: '/cart' } } });
  expect(again.report).toMatchObject({
    redirects: { changed: [], conflicts: [{ shop: '/about' }] },
  });
});

test('the form of all redirects is told of every draft that changes one', async () => {
  const many = Array.from({ length: 25 }, (_, at) => [`/old-${at}`, { seen: null, now: '/cart' }]);
  await publish({ redirects: Object.fromEntries(many) });
  const last = await drafted({ redirects: { '/old-24': { seen: '/cart', now: null } } });
  const added = await drafted({ redirects: { '/older': { seen: null, now: '/cart' } } });
  const found = await callAs<{ drafts: { id: string; others: string[] }[] }>(
    marketer,
    'staff_edits',
    '/studio?pages=redirects',
    '{redirects}',
  );
  expect(found.drafts.map(({ id }) => id).slice(0, 2)).toEqual([added.release, last.release]);
  expect(found.drafts[0]?.others).toEqual(['redirect/older', 'redirects']);
});

test('two pages may swap their addresses, but not share one or take one of the shop', async () => {
  const guide = randomUUID();
  const both = { [about]: page(), [guide]: page({ slug: 'size-guide' }) };
  await publish({
    pages: { [about]: { now: both[about] ?? null }, [guide]: { now: both[guide] ?? null } },
  });
  const swapped = {
    [about]: { now: page({ slug: 'size-guide' }) },
    [guide]: { now: page() },
  };
  await publish({ pages: swapped });
  const shared = { [about]: { now: page() } };
  expect(await refusalOf(drafted({ pages: shared }))).toMatchObject({
    reason: 'page_slug_taken',
    detail: { slug: 'about' },
  });
  for (const slug of ['cart', 'feeds', 'robots', 'index', 'admin', 'netlify', 'well-known']) {
    const taken = { pages: { [about]: { now: page({ slug }) } } };
    expect(OwnPage.safeParse(page({ slug })).success).toBe(false);
    expect(await refusalOf(drafted(taken))).toMatchObject({ reason: 'changes_invalid' });
  }
});

test('a page keeps its products when one gets another slug', async () => {
  const blocks = [{ type: 'products' as const, heading: '', products: ['headline-trucker', 'x'] }];
  await publish({ pages: { [about]: { now: page({ blocks }) } } });
  const renames = [{ slug: 'headline-trucker', colour: null, now: 'headline-cap' }];
  const { release } = await publish({ catalogue: { renames } });
  const shown = async () => (await shopContent()).pages[about]?.blocks;
  expect(await shown()).toMatchObject([{ products: ['headline-cap', 'x'] }]);
  await undo(release);
  expect(await shown()).toMatchObject([{ products: ['headline-trucker', 'x'] }]);
});

/** Links that changes would leave without a page. */
async function deadOf(changes: ReleaseChanges) {
  const { report } = await drafted(changes);
  return report.dead_links?.map(({ at, to }) => `${at} ${to}`);
}

test('a release says which links it leaves without a page, its own pages included', async () => {
  const { content } = await shopContent();
  const linkTo = (link: string) => ({ hero: { now: { ...content.hero, button: 'Look', link } } });
  const markdown =
    '[a](/nothing) [b](/about/?x=1) [c](/old) [d](https://x.example/y) [e](/buy/12:1)';
  const text = `${markdown}\n\n[f][f] [g](</product-details/99999>)\n\n[f]: /PRODUCTLISTING/999`;
  const pages = { [about]: { now: page({ blocks: [{ type: 'text', text }] }) } };
  const redirects = { '/old': { now: '/cart' } };
  const tile = {
    picture: '/catalogue/front/hero.jpg',
    focus: { x: 50, y: 50 },
    alt: 'A hat',
    caption: '',
    link: '/gone',
  };
  const [{ id }] = await database.sql<
    [{ id: string }]
  >`select id from categories where slug = 'beanies'`;
  const catalogue = { categories: [{ slug: 'beanies', intro: '[Nowhere](/nowhere)', tile }] };
  const changes = { pages, redirects, catalogue, content: linkTo('/productListing/999') };
  expect(await deadOf(changes)).toEqual([
    '/about /PRODUCTLISTING/999',
    '/about /nothing',
    '/about /product-details/99999',
    `/productListing/${id} /gone`,
    `/productListing/${id} /nowhere`,
    'hero /productListing/999',
  ]);
  expect(await deadOf({ pages: { [about]: { now: page() } }, content: linkTo('/about') })).toBe(
    undefined,
  );
  await publish({ pages: { [about]: { now: page() } }, content: linkTo('/about') });
  expect(await deadOf({ pages: { [about]: { seen: page(), now: null } } })).toEqual([
    'hero /about',
  ]);
  await publish({ content: { hero: { now: content.hero } } });
});

test('a release says which links of a scheduled mailing it leaves without a page, and the list of mailings as well', async () => {
  await publish({ pages: { [about]: { now: page() } } });
  const [cap] = await sql<[{ id: number }]>`
    select id::int from products where slug = 'headline-trucker'`;
  const content = {
    ...sampleMailing,
    text: '[About](/about) [Cart](/cart)',
    buttonHref: `/product-details/${cap.id}?colour=1`,
    products: [cap.id],
  };
  const mailing = randomUUID();
  await sql`
    insert into mailings (id, content, state, send_at, released_by)
    values (${mailing}, ${sql.json(content)}, 'scheduled', now() + interval '1 day', ${staff})`;
  const archived = {
    pages: { [about]: { seen: page(), now: null } },
    catalogue: { products: [{ slug: 'headline-trucker', archived: true }] },
  };
  const links = ['/about', `/product-details/${cap.id}`, `/product-details/${cap.id}?colour=1`];
  const { report } = await drafted(archived);
  expect(report.dead_links).toEqual(links.map((to) => ({ at: content.subject, to, mailing })));
  const facts = async () => {
    const said = await callAs<{ mailings: { dead_links: string[] }[] }>(
      marketer,
      'staff_mailings',
      mailing,
    );
    return said.mailings[0]?.dead_links.toSorted();
  };
  expect(await facts()).toEqual([]);
  const { release } = await publish(archived);
  expect(await facts()).toEqual(links);
  await undo(release);
  await sql`delete from mailings where id = ${mailing}`;
});

async function refusalOfRedirects(redirects: Record<string, string>) {
  const changes = Object.entries(redirects).map(([from, now]) => [from, { now }] as const);
  return refusalOf(publish({ redirects: Object.fromEntries(changes) }));
}

describe('a redirect', () => {
  test.each([
    ['to itself', { '/old': '/old' }, 'redirect_loop'],
    ['to itself in other letters', { '/Café': '/cafe\u0301?a=1' }, 'redirect_loop'],
    ['in a circle by other letters', { '/old': '/Été', '/été': '/OLD' }, 'redirect_loop'],
    ['in a circle', { '/old': '/older', '/older': '/old' }, 'redirect_loop'],
    ['to a redirect', { '/old': '/older', '/older': '/about' }, 'redirect_chain'],
    ['to nothing', { '/old': '/nothing' }, 'redirect_nowhere'],
    ['to a product that there is not', { '/old': '/product-details/99999' }, 'redirect_nowhere'],
    ['from a page of the shop', { '/Cart': '/about' }, 'redirect_hides'],
    ['from below a path of the shop', { '/api/health': '/about' }, 'redirect_hides'],
    ['from the sitemap', { '/SITEMAP.xml': '/about' }, 'redirect_hides'],
    ['from a feed', { '/feeds/meta.csv': '/about' }, 'redirect_hides'],
    ['from the list of products for programs', { '/search.json': '/about' }, 'redirect_hides'],
    ['from a text for programs', { '/Faqs.md': '/about' }, 'redirect_hides'],
    ['from the robots’ file', { '/robots.txt': '/about' }, 'redirect_hides'],
    ['from a certificate’s proof', { '/.well-known/acme': '/about' }, 'redirect_hides'],
    ['from Netlify’s own paths', { '/.netlify/images': '/about' }, 'redirect_hides'],
    ['from a page of a listing', { '/pages/all-products': '/about' }, 'redirect_hides'],
    ['from another page’s part', { '/about/part.html': '/cart' }, 'redirect_hides'],
    ['from a product', { '/product-details/1': '/about' }, 'redirect_hides'],
    ['from a category', { '/productListing/1': '/about' }, 'redirect_hides'],
    ['from another page', { '/about': '/cart' }, 'redirect_hides'],
    ['from a path with a query', { '/old?a=1': '/about' }, 'changes_invalid'],
    ['from a path that could be a pattern', { '/old/*': '/about' }, 'changes_invalid'],
    ['from a path with a placeholder', { '/old/:id': '/about' }, 'changes_invalid'],
    ['from a path with an invisible character', { '/o\u200bld': '/about' }, 'changes_invalid'],
    ['from two rules in one', { '/old /cart 301!\n/x': '/about' }, 'changes_invalid'],
    ['to another site', { '/old': '//elsewhere.example' }, 'changes_invalid'],
    ['to a rule of its own', { '/old': '/about?a 200!' }, 'changes_invalid'],
    ['to another site by a backslash', { '/old': '/\\elsewhere.example' }, 'changes_invalid'],
  ])('%s is refused, with its reason', async (_case, redirects, reason) => {
    await publish({ pages: { [about]: { now: page() } } });
    expect(await refusalOfRedirects(redirects)).toMatchObject({ reason });
    expect(await sql`select from redirects`).toHaveLength(0);
  });

  test.each<[string, Record<string, string>]>([
    ['to a page', { '/old': '/about' }],
    ['to a part of a product’s page', { '/products/tide-cap': '/product-details/1?colour=2#size' }],
    ['from a product that has left', { '/product-details/99999': '/all-products' }],
    ['from a collection that has left', { '/productListing/99999': '/productListing/1' }],
    ['from a path in any letters', { '/Café/100%25-wool/帽子,+(1)': '/about?q=caf%C3%A9' }],
  ])('%s is kept', async (_case, redirects) => {
    await publish({ pages: { [about]: { now: page() } } });
    expect(await refusalOfRedirects(redirects)).toBeUndefined();
    expect((await shopContent()).redirects).toEqual(redirects);
  });

  test('gives way to a new page at its address', async () => {
    await publish({ redirects: { '/about': { now: '/contact-us' } } });
    const arrives = { pages: { [about]: { now: page() } } };
    expect(await refusalOf(drafted(arrives))).toMatchObject({ reason: 'redirect_hides' });
    await publish({ ...arrives, redirects: { '/about': { seen: '/contact-us', now: null } } });
  });

  test('is judged in the form as in the database', async () => {
    await publish({ pages: { [about]: { now: page() } } });
    const address = fc.constantFrom(
      '/old',
      '/OLDER',
      '/older',
      '/about',
      '/about/part.html',
      '/cart',
      '/feeds/x',
      '/robots.txt',
      '/nothing',
      '/É',
      '/é',
    );
    const listing = fc.constantFrom(
      '/productListing/1',
      '/productListing/99999',
      '/productListing',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.oneof(address, listing), fc.oneof(address, listing)), {
          minLength: 1,
          maxLength: 3,
        }),
        async (pairs) => {
          const rows = pairs.filter(
            ([from], index) =>
              pairs.findIndex(([other]) => plainPath(other) === plainPath(from)) === index,
          );
          await sql`delete from redirects where true`;
          const content = await shopContent();
          const faults = rows.flatMap(([from, to]) => {
            const others = Object.fromEntries(rows.filter(([other]) => other !== from));
            return redirectFault({ from, to }, others, isKnownPage(content)) ?? [];
          });
          const refused = await refusalOfRedirects(Object.fromEntries(rows));
          expect(faults.length > 0).toBe(refused !== undefined);
        },
      ),
      { numRuns: 60, seed: 3, endOnFailure: true },
    );
  });

  test.each([
    ['/old', '/old'],
    ['/x/', '/x'],
    ['/caf%c3%a9', '/café'],
    ['/cafe\u0301', '/café'],
    ['/%D8%B1%D9%88%E2%80%8C%D9%87', '/رو\u200cه'],
    ["/it's(1),a;b=c+d&e@f$g!h~i", "/it's(1),a;b=c+d&e@f$g!h~i"],
    ['/wiki/Category:Hats', '/wiki/Category:Hats'],
    ['/100%25-wool/a%3fb', '/100%25-wool/a%3Fb'],
    ['/%7Bx%7D%5By%5D|^`"<>', '/{x}[y]|^`"<>'],
    ['/a..b/.c', '/a..b/.c'],
  ])('leads from %s as %s, for Netlify as for the database', async (typed, from) => {
    expect(RedirectFrom.parse(typed)).toBe(from);
    expect(RedirectFrom.parse(from)).toBe(from);
    expect(await refusalOfRedirects({ [from]: '/cart' })).toBeUndefined();
    const folder = mkdtempSync(path.join(tmpdir(), 'redirects-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(
      path.join(folder, '_redirects'),
      redirectsFile([{ from, to: '/cart', status: 301 }]),
    );
    const rules = readRedirects(folder);
    // Rules have no query, and match with any.
    for (const asked of [typed, from.toLowerCase(), `${typed}?x=1`]) {
      const answer = await rules.match(new Request(`https://shop.example${asked}`));
      expect(answer).toMatchObject({
        statusCode: 301,
        targetRelative: expect.stringMatching(/^\/cart(?:\?x=1)?$/),
      });
    }
  });

  test.each([
    'old',
    '/',
    '//x',
    '/a b',
    '/a%20b',
    '/a?b',
    '/a/../b',
    '/a/%2e%2e/b',
    '/:id',
    '/*',
    '/a%2Fb',
    '/a\\b',
    '/a%5Cb',
    '/a%0D%0Ab',
    '/a%',
    '/a%zz',
    '/%E0%A4',
    '/a%E2%80%AEb',
  ])('cannot lead from %s', (from) => expect(RedirectFrom.safeParse(from).success).toBe(false));

  test.each([
    ['/cart/', '/cart'],
    [
      '/all-products?q=light blue&colour=Größe',
      '/all-products?q=light%20blue&colour=Gr%C3%B6%C3%9Fe',
    ],
    ['/?a=b:c#d:e', '/?a=b%3Ac#d%3Ae'],
    ['/%61bout', '/about'],
  ])('leads to %s as %s', (typed, to) => {
    expect(RedirectTo.parse(typed)).toBe(to);
    expect(RedirectTo.parse(to)).toBe(to);
  });

  test.each([
    'x',
    '//elsewhere.example',
    '/%2Felsewhere.example',
    '/\\elsewhere.example',
    'https://elsewhere.example',
    'javascript:alert(1)',
    '/:splat',
    '/cart 301!',
    '/cart?a=\r\nSet-Cookie:b',
  ])('cannot lead to %s', (to) => expect(RedirectTo.safeParse(to).success).toBe(false));
});
