import { expect, test } from 'vitest';
import { safeReturnPath } from '#shop/return-path.ts';

test.each([
  '/',
  '/billing',
  '/stripesuccess?session_id=cs_test_a1',
  '/product-details/3?colour=4#notes',
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
  'data:text/html,x',
  null,
  undefined,
  7,
  ['/billing'],
])('%j leads home', (value) => {
  expect(safeReturnPath(value)).toBe('/');
});
