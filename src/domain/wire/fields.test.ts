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
  expect(BillingBody.safeParse(form).success).toBe(true);
});

test.each([
  [{ name: 'Ada\nLovelace' }, 'Use one line.'],
  [{ name: 'Ada\u2028Lovelace' }, 'Use one line.'],
  [{ phone: '020\r7946' }, 'Use one line.'],
  [{ name: 'Ada\u202Eecalevol' }, 'Remove the invisible characters.'],
  [{ phone: '020\u200B7946' }, 'Remove the invisible characters.'],
  [{ address: '12 Test Street\n\u2067London' }, 'Remove the invisible characters.'],
  [{ address: '12 Test Street\u2028London' }, 'Remove the invisible characters.'],
])('a billing form with %j is refused: %s', (change, message) => {
  const { error } = BillingBody.safeParse({ ...form, ...change });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});
