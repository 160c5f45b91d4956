import { expect, test } from 'vitest';
import { BillingBody } from './checkout-bodies.ts';

const form = {
  name: 'Ada Lovelace',
  address: '12 Test Street\nLondon\r\nN1 9GU',
  email: 'ada@example.com',
  phone: '+44 20 7946 0000',
  user: '5d3f0c3a-52a5-4f0e-9d0f-2c7a3c0d8f11',
};

test('a billing form has an address in lines, and the rest in one', () => {
  expect(BillingBody.parse(form)).toEqual({ ...form, address: '12 Test Street\nLondon\nN1 9GU' });
});

test('a billing form loses what nobody sees', () => {
  const pasted = {
    ...form,
    name: '\u2066Ada\u2028Lovelace\u2069',
    address: '12 Test Street\u2028\u2067London\tN1 9GU',
    email: '\u202Aada@example.com\u202C',
    phone: '\u202A+44 20 7946 0000\u202C',
  };
  expect(BillingBody.parse(pasted)).toEqual({ ...form, address: '12 Test Street\nLondon N1 9GU' });
});

test.each([
  [{ name: 'Ada\nLovelace' }, 'Use one line.'],
  [{ phone: '020\r7946' }, 'Use one line.'],
  [{ name: '\u200B \u3164' }, 'This field is required.'],
])('a billing form with %j is refused: %s', (change, message) => {
  const { error } = BillingBody.safeParse({ ...form, ...change });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

// As a browser's field of type "email" decides: https://html.spec.whatwg.org/#valid-e-mail-address
test.each([
  ['tom&anna@example.com', 'tom&anna@example.com'],
  ['anna@xn--e1afmkfd.xn--p1ai', 'anna@xn--e1afmkfd.xn--p1ai'],
  ['anna@пример.рф', 'anna@xn--e1afmkfd.xn--p1ai'],
  ["o'neill+{shop}|%/=?^_`~@sub.example.museum", "o'neill+{shop}|%/=?^_`~@sub.example.museum"],
  ['.anna..b.@localhost', '.anna..b.@localhost'],
])('%s is the address %s', (typed, address) => {
  expect(BillingBody.shape.email.parse(typed)).toBe(address);
});

test.each([
  'anna',
  'anna@',
  '@example.com',
  'a@b@example.com',
  'a b@example.com',
  'a@-example.com',
])('%s is not an address', (typed) => {
  const { error } = BillingBody.shape.email.safeParse(typed);
  expect(error?.issues.map((issue) => issue.message)).toEqual(['Enter a valid email address.']);
});
