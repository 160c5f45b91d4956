import { expect, test } from 'vitest';
import { withPreloads } from './preload-modules.ts';

const imports = new Map([
  ['page.js', ['shop.js']],
  ['shop.js', ['money.js']],
  ['money.js', []],
  ['Cart.js', ['react.js', 'shop.js']],
  ['react.js', ['shop.js']],
]);

function page(directive: string): string {
  const island = `<astro-island component-url="/Cart.js" renderer-url="/react.js" client="${directive}">`;
  return `<head></head><script type="module" src="/page.js"></script>${island}</astro-island>`;
}

function linksIn(html: string, relation: string): string[] {
  const links = html.matchAll(new RegExp(`<link rel="${relation}" href="/([^"]+)"`, 'g'));
  return [...links].map(([, file = '']) => file);
}

test('a page preloads the transitive imports of its scripts, but not the scripts themselves', () => {
  const html = withPreloads(page('none'), imports);
  expect(linksIn(html, 'modulepreload')).toEqual(['shop.js', 'money.js']);
  expect(html).not.toContain('data-later');
});

test('scripts are fetched at low priority, after the pictures', () => {
  expect(withPreloads(page('none'), imports)).toContain(
    '<script type="module" src="/page.js" fetchpriority="low"></script>',
  );
});

test.each(['load', 'only'])(
  'an island with client:%s is preloaded with all its imports',
  (directive) => {
    const links = linksIn(withPreloads(page(directive), imports), 'modulepreload');
    expect(links.toSorted()).toEqual(['Cart.js', 'money.js', 'react.js', 'shop.js']);
  },
);

test('the further files of a client:later island wait in a template', () => {
  const html = withPreloads(page('later'), imports);
  expect(linksIn(html, 'modulepreload')).toEqual(['shop.js', 'money.js']);
  expect(html).toMatch(/<template data-later>.*<\/template><\/head>/);
  expect(linksIn(html, 'prefetch')).toEqual(['Cart.js', 'react.js']);
});

test('so do those of a client:painted island, to be preloaded after the first paint', () => {
  const html = withPreloads(page('painted'), imports);
  const [atOnce = '', waiting = ''] = html.split('<template data-painted>');
  expect(linksIn(atOnce, 'modulepreload')).toEqual(['shop.js', 'money.js']);
  expect(linksIn(waiting, 'modulepreload')).toEqual(['Cart.js', 'react.js']);
});
