import { expect, test } from 'vitest';
import { withBuild } from './page-parts.ts';
import { partOf } from './part-of-page.ts';

const page = [
  '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width"><title>Hat – Minicia</title>',
  '<meta name="description" content="A hat"><meta property="og:title" content="Hat">',
  '<link rel="canonical" href="https://shop.example/hat"><style>p{color:red}</style>',
  '<style data-page-sheet>[value="5"]{display:none}</style><script>early()</script>',
  '</head><body><header data-over-hero></header><main id="main"><p>Hat &lt;/main&gt;</p>',
  '<noscript>Switch it on</noscript><style>i{}</style><script>preview()</script>',
  '<template data-painted><link rel="modulepreload" href="/_astro/gallery.js"></template>',
  '<script type="module" src="/_astro/hat.js" fetchpriority="low"></script></main><footer>Imprint</footer>',
  '<script type="module" src="/_astro/shop.js"></script>',
  '<link rel="modulepreload" href="/_astro/price.js" fetchpriority="low"></body></html>',
].join('');

test('a part has the content and the parts of the head that belong to the page', () => {
  const part = partOf(page, 'b1');
  expect(part).toContain('<main id="main"><p>Hat &lt;/main&gt;</p>');
  expect(part).toContain('<title>Hat – Minicia</title><meta name="description" content="A hat">');
  expect(part).toContain('<meta property="og:title" content="Hat">');
  expect(part).toContain('<link rel="canonical" href="https://shop.example/hat">');
  expect(part).toContain('<html data-build="b1" data-header="over-hero">');
  for (const common of ['viewport', 'p{color:red}', 'Imprint', '<header']) {
    expect(part).not.toContain(common);
  }
});

test('a part has nothing that another page’s Content-Security-Policy would block', () => {
  const part = partOf(page, 'b1');
  expect(part).toContain('<template data-page-sheet>[value="5"]{display:none}</template>');
  for (const inline of ['<style', 'early()', 'preview()', 'noscript']) {
    expect(part).not.toContain(inline);
  }
});

test('a part lists its scripts with their imports, but not files fetched later', () => {
  const part = partOf(page, 'b1');
  expect(part).toMatch(
    /src="\/_astro\/hat.js".*src="\/_astro\/shop.js".*modulepreload" href="\/_astro\/price.js".*<\/head>/,
  );
  expect(part.split('</head>')[0]).not.toContain('gallery.js');
  expect(part).toContain('href="/_astro/gallery.js"></template></main>');
});

test('names that look like tags stay text', () => {
  const name = '> <main> <script> <style> </main>';
  const escaped = '&gt; &lt;main&gt; &lt;script&gt; &lt;style&gt; &lt;/main&gt;';
  const named = page
    .replace('content="Hat"', () => `content="${name}"`)
    .replace('<p>Hat', () => `<p><img alt="${name}"><img alt="</style></script>">Hat`);
  const part = partOf(named, 'b1');
  expect(part).toContain(`<meta property="og:title" content="${escaped}"><link rel="canonical"`);
  expect(part).toContain(
    `<main id="main"><p><img alt="${escaped}"><img alt="&lt;/style&gt;&lt;/script&gt;">Hat &lt;/main&gt;</p>`,
  );
});

test('an SVG’s title is not the page’s title', () => {
  const drawn = page.replace('<p>Hat', '<svg><title>Drawing</title></svg><p>Hat');
  expect(partOf(drawn, 'b1').split('</head>')[0]).not.toContain('Drawing');
});

test('a page without content has no part', () => {
  expect(() => partOf('<html></html>', 'b1')).toThrow('no main element');
});

test('a page names its build once, even if reused from an earlier build', () => {
  const first = withBuild('<html lang="en-GB">', 'b1');
  expect(first).toBe('<html data-build="b1" lang="en-GB">');
  expect(withBuild(first, 'b2')).toBe('<html data-build="b2" lang="en-GB">');
});
