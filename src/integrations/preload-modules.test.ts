import { expect, test } from 'vitest';
import { withPreloads } from './preload-modules.ts';

const built = {
  imports: new Map([
    ['page.js', ['shop.js']],
    ['shop.js', ['money.js']],
    ['money.js', []],
    ['cart.js', ['react.js', 'shop.js']],
    ['react.js', ['shop.js']],
  ]),
  lazy: new Map([['/src/cart.tsx', 'cart.js']]),
};

function page(content = ''): string {
  return `<main>${content}</main><script type="module" src="/page.js"></script></body>`;
}

function linksIn(html: string, relation: string): string[] {
  const links = html.matchAll(new RegExp(`<link rel="${relation}" href="/([^"]+)"`, 'g'));
  return [...links].map(([, file = '']) => file);
}

test('a page preloads the transitive imports of its scripts, but not the scripts themselves', () => {
  const html = withPreloads(page(), built);
  expect(linksIn(html, 'modulepreload')).toEqual(['shop.js', 'money.js']);
});

test('scripts are fetched at low priority, after the content', () => {
  expect(withPreloads(page(), built)).toMatch(
    /<main>.*<script type="module" src="\/page.js" fetchpriority="low"><\/script><link/,
  );
});

test('an island is preloaded with all its imports', () => {
  const island = '<astro-island component-url="/cart.js" renderer-url="/react.js" client="load">';
  const links = linksIn(withPreloads(page(`${island}</astro-island>`), built), 'modulepreload');
  expect(links.toSorted()).toEqual(['cart.js', 'money.js', 'react.js', 'shop.js']);
});

test.each([
  ['later', 'prefetch'],
  ['painted', 'modulepreload'],
  ['used', 'modulepreload'],
])('a template data-%s lists the further files of a module, to %s', (when, relation) => {
  const html = withPreloads(page(`<template data-${when}="/src/cart.tsx"></template>`), built);
  const [waiting = '', atOnce = ''] = html.split('</main>');
  expect(linksIn(atOnce, 'modulepreload')).toEqual(['shop.js', 'money.js']);
  expect(linksIn(waiting, relation)).toEqual(['cart.js', 'react.js']);
  expect(waiting).toMatch(new RegExp(`<template data-${when}="/cart.js">.*</template>$`));
});

test('a template of a module that is not imported lazily fails the build', () => {
  const asked = page('<template data-later="/src/gone.ts"></template>');
  expect(() => withPreloads(asked, built)).toThrow('gone');
});
