import { expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

test.each([
  '/',
  '/billing',
  '/stripesuccess?session_id=cs_test_a1',
  '/product-details/3?colour=4#notes',
  '/cart?from=https://evil.example',
])('a shopper is sent back to %j', (path) => {
  expect(safeReturnPath(path)).toBe(path);
});

test.each([
  '',
  'billing',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /billing',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  '\tjavascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'blob:https://shop.example/1',
  'http:evil.example',
  'https:/evil.example',
  'https://user:secret@evil.example/',
  '//user:secret@evil.example',
  '//shop.example@evil.example',
  '//evil.example:443/billing',
  '//evil%2Eexample',
  '\t//evil.example',
  '\u0000//evil.example',
  '\u2028//evil.example',
  '\uFEFF//evil.example',
  '/\u0085/evil.example',
  '/\\/evil.example',
  '/%2e%2e//evil.example',
  '/.%2e//evil.example',
  '/%2e//evil.example',
  '\uFF0F\uFF0Fevil.example',
  '\u2044\u2044evil.example',
  '%2F%2Fevil.example',
  '%68ttps://evil.example',
  null,
  undefined,
  7,
  ['/billing'],
])('%j redirects to the home page', (value) => {
  expect(safeReturnPath(value)).toBe('/');
});

// Paths of this shop that would look like another site's if decoded or normalised once more.
test.each([
  '/%2Fevil.example',
  '/%2F%2Fevil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '/%0d%0aLocation:%20//evil.example',
  '/\uFF0Fevil.example',
  '/\u2215evil.example',
  '/\u29F8/evil.example',
  '/\uFF3Cevil.example',
  '/@evil.example',
  '/:443//evil.example',
  '/billing//evil.example',
  '/?//evil.example',
  '/#//evil.example',
])('%j stays in the shop', (value) => {
  const path = safeReturnPath(value);
  const { origin } = new URL(path, 'https://shop.example');
  expect(origin).toBe('https://shop.example');
  expect(path).toMatch(/^\/(?![/\\])/);
});
