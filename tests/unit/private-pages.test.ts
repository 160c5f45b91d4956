import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';

/** Headers in netlify.toml for a path pattern. */
function headersFor(address: string): string {
  const toml = readFileSync(path.join(projectFolder, 'netlify.toml'), 'utf8');
  return toml.split('[[headers]]').find((block) => block.includes(`for = "${address}"`)) ?? '';
}

test.each(['cart', 'billing', 'login', 'stripesuccess', 'order', 'keep-order', 'withdraw'])(
  'payments 23: /%s is private, by its header and its own markup',
  (page) => {
    expect(headersFor(`/${page}/*`)).toContain('X-Robots-Tag = "noindex"');
    const source = readFileSync(path.join(projectFolder, `src/pages/${page}.astro`), 'utf8');
    expect(source).toMatch(/<Shop\b[^>]*\bnoindex\b/);
  },
);

test('/studio is private, by its header and its own markup', () => {
  expect(headersFor('/studio/*')).toContain('X-Robots-Tag = "noindex"');
  const source = readFileSync(path.join(projectFolder, 'src/pages/studio.astro'), 'utf8');
  expect(source).toMatch(/<Document\b[^>]*\bnoindex\b/);
});

test('payments 23: the payment return page is never cached', () => {
  expect(headersFor('/stripesuccess/*')).toContain('Cache-Control = "no-store"');
});
