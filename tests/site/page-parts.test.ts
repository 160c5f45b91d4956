import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { isSwappedPage } from '#domain/browsing/swapped-page.ts';
import { htmlPage } from '../support/html-page.ts';
import { builtPages } from '../support/site-pages.ts';

const pages = builtPages();
const swapped = pages.filter(({ path: pathname }) => isSwappedPage(pathname));

function partFile(page: { file: string }): string {
  return path.join(inject('distFolder'), path.dirname(page.file), 'part.html');
}

/** Scripts and styles of a document. */
const isNotShown = (tag: string) => ['script', 'style', 'noscript'].includes(tag);

test('all pages name one build, which distinguishes their parts from another build’s', () => {
  const builds = new Set(pages.flatMap(({ values }) => values('html', 'data-build')));
  expect(builds.size).toBe(1);
  // The 404 page is served at any URL and loaded as a document.
  for (const { file, values } of pages)
    expect.soft(values('html', 'data-build'), file).toHaveLength(file === '404.html' ? 0 : 1);
});

test('exactly the pages that are shown in place have a part', () => {
  const parts = globSync('**/part.html', { cwd: inject('distFolder') });
  expect(new Set(parts.map((file) => path.dirname(file)))).toEqual(
    new Set(swapped.map(({ file }) => path.dirname(file))),
  );
  const paths = swapped.map(({ path: pathname }) => pathname);
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/all-products', '/productListing/1', '/cart', '/Faqs']),
  );
  for (const clean of [
    '/login',
    '/billing',
    '/account',
    '/stripesuccess',
    '/studio',
    '/arrivals/product',
  ])
    expect(paths).not.toContain(clean);
});

describe.each(swapped)('the part of $path', (page) => {
  test('has the page’s head and content', () => {
    expect(existsSync(partFile(page))).toBe(true);
    const part = htmlPage(partFile(page));
    expect(part.values('html', 'data-build')).toEqual(page.values('html', 'data-build'));
    expect(part.title).toBe(page.title);
    expect(part.links('canonical')).toEqual(page.links('canonical'));
    expect(part.values('meta', 'property')).toEqual(page.values('meta', 'property'));
    const names = ['description', 'robots', ...new Set(page.values('meta', 'property'))];
    for (const name of names)
      expect([name, ...part.meta(name)]).toEqual([name, ...page.meta(name)]);
    expect(part.main(isNotShown)).toBe(page.main(isNotShown));
    expect(part.main(isNotShown)).toContain('<h1');
  });

  test('names the page’s scripts and their imports, and contains none', () => {
    const part = htmlPage(partFile(page));
    expect(part.values('script', 'src')).toEqual(page.values('script', 'src'));
    expect(part.values('script', 'src')).not.toEqual([]);
    expect(part.scripts().join('').trim()).toBe('');
    expect(part.links('modulepreload')).toEqual(page.links('modulepreload'));
    expect(part.links('modulepreload')).not.toEqual([]);
    const others = part
      .values('link', 'rel')
      .filter((rel) => !/^(canonical|modulepreload)$/.test(rel));
    expect(others).toEqual([]);
  });
});
