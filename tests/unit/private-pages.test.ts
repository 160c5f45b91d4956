import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';

/** What netlify.toml says of the addresses under a path. */
function headersFor(address: string): string {
  const toml = readFileSync(path.join(projectFolder, 'netlify.toml'), 'utf8');
  return toml.split('[[headers]]').find((block) => block.includes(`for = "${address}"`)) ?? '';
}

test.each(['cart', 'billing', 'login', 'stripesuccess', 'order', 'withdraw'])(
  'payments 23: /%s is one shopper’s page, by its header and by its own word',
  (page) => {
    expect(headersFor(`/${page}/*`)).toContain('X-Robots-Tag = "noindex"');
    const source = readFileSync(path.join(projectFolder, `src/pages/${page}.astro`), 'utf8');
    expect(source).toMatch(/<Shop\b[^>]*\bnoindex\b/);
  },
);

test('/studio is for the shop’s own people, by its header and by its own word', () => {
  expect(headersFor('/studio/*')).toContain('X-Robots-Tag = "noindex"');
  const source = readFileSync(path.join(projectFolder, 'src/pages/studio.astro'), 'utf8');
  expect(source).toMatch(/<Document\b[^>]*\bnoindex\b/);
});

test('payments 23: nobody keeps the page of a payment’s return', () => {
  expect(headersFor('/stripesuccess/*')).toContain('Cache-Control = "no-store"');
});
