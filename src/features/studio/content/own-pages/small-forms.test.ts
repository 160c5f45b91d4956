import { expect, test } from 'vitest';
import type { OwnPage } from '#domain/site-content/own-page.ts';
import { threeWay } from '../../releases/edits/three-way.ts';
import { orderInDraft, orderOfPages, withOrderOfPages } from './page-changes.ts';
import { withRedirects } from './redirect-changes.ts';
import { draftRedirects, redirectsKind, typedRedirects } from './redirects-kind.ts';

const shop = { '/old': '/all-products', '/gone': '/' };
const plain = (form: ReturnType<typeof typedRedirects>) =>
  form.rows.map(({ from, to }) => [from, to]);

test('the redirects of a draft are read back as typed', () => {
  const form = typedRedirects(shop);
  const rows = [
    { id: 'a', from: '/new', to: '/cart' },
    { id: 'b', from: '/old', to: '/' },
  ];
  const changes = withRedirects({ menu: { now: [] } }, { ...form, rows });
  expect(changes).toEqual({
    menu: { now: [] },
    redirects: {
      '/gone': { seen: '/', now: null },
      '/new': { seen: null, now: '/cart' },
      '/old': { seen: '/all-products', now: '/' },
    },
  });
  const again = draftRedirects(shop, { id: 'r', version: 2, changes: changes ?? {} });
  expect(again).toMatchObject({ form: { release: 'r', version: 2 }, seen: shop });
  expect(plain(again)).toEqual([
    ['/new', '/cart'],
    ['/old', '/'],
  ]);
  // Also once it has been published.
  expect(
    plain(draftRedirects({ '/new': '/cart' }, { id: 'r', version: 2, changes: changes ?? {} })),
  ).toEqual(plain(again));
  expect(withRedirects(changes ?? {}, form)).toEqual({ menu: { now: [] } });
  expect(withRedirects({}, form)).toBe(null);
});

test('redirects of two people are merged, and rows with the same address are both kept', () => {
  const { fields, withFields } = redirectsKind;
  const base = typedRedirects(shop);
  const twins = [1, 2].map((id) => ({ id: `${id}`, from: '/x', to: `/${id}` }));
  const mine = { ...base, rows: [...twins, ...base.rows] };
  const theirs = { ...base, rows: base.rows.slice(0, 1) };
  const { merged, clashes } = threeWay(fields(base), fields(mine), fields(theirs));
  expect(clashes).toEqual([]);
  expect(plain(withFields(theirs, merged, mine))).toEqual([
    ...plain(theirs),
    ['/x', '/1'],
    ['/x', '/2'],
  ]);
});

function page(title: string, place: number): OwnPage {
  return {
    slug: `${title.toLowerCase().replace(' ', '-')}-page`,
    title,
    menu: false,
    footer: true,
    place,
    entry: null,
    search_title: '',
    search_description: '',
    share_picture: '',
    blocks: [{ type: 'text', text: title }],
  };
}

test('the order of pages in a draft is read back, beside changes of their texts', () => {
  const pages = { a: page('About', 0), b: page('Size guide', 1), c: page('Journal', 2) };
  const renamed = { pages: { b: { seen: pages.b, now: { ...pages.b, title: 'Sizes' } } } };
  expect(orderInDraft(pages, renamed)).toBe(undefined);
  const changes = withOrderOfPages(pages, renamed, ['c', 'b', 'a']);
  expect(changes.pages?.['b']).toEqual(renamed.pages.b);
  expect(orderInDraft(pages, changes)).toEqual({ seen: ['a', 'b', 'c'], now: ['c', 'b', 'a'] });
  expect(withOrderOfPages(pages, changes, orderOfPages(pages))).toEqual(renamed);
});
