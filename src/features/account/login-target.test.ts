import { beforeEach, expect, test, vi } from 'vitest';
import { takeLoginTarget } from './login-target.ts';
import { rememberReturn } from '#stores/return-target.ts';
import { FakeStorage } from '#tests/support/fake-storage.ts';

const shop = 'https://shop.example';

function openLogin(query: string, referrer: string): void {
  vi.stubGlobal('location', new URL(`${shop}/login${query}`));
  vi.stubGlobal('document', { referrer });
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new FakeStorage());
});

test.each([
  ['home, without a referrer', '', null, '', '/'],
  ['the referring page', '', null, `${shop}/all-products?page=2`, '/all-products?page=2'],
  ['home, coming from another site', '', null, 'https://search.example/x', '/'],
  ['the remembered page', '', '/billing', `${shop}/cart`, '/billing'],
  ['the page named in the URL', '?next=/cart', '/billing', '', '/cart'],
  ['home instead of another site', '?next=//evil.example', null, '', '/'],
  ['home instead of the login again', '', null, `${shop}/login?next=/cart`, '/'],
  ['home instead of the login again', '?next=/login/', null, '', '/'],
])('after login a shopper goes to %s', (_, query, remembered, referrer, target) => {
  openLogin(query, referrer);
  if (remembered !== null) rememberReturn(remembered);
  expect(takeLoginTarget()).toBe(target);
});
