import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultPoints } from '../support/fault-points.ts';
import { testFaults } from '../support/fault-tests.ts';

const { keysOf } = await testFaults('checkout');

test('payments 9: creating a session sends an idempotency key derived from the checkout', async () => {
  const { given, derived } = await keysOf(
    'CHECKOUT is pressed',
    `select 'checkout-' || id as key from checkouts where user_id = $1`,
  );
  expect(derived).toHaveLength(1);
  expect(given).toEqual(derived);
});

test('the coupon of a discount has a key of its own', async () => {
  const { given, derived } = await keysOf(
    'CHECKOUT is pressed with a single-use code',
    `select unnest(array['coupon-' || id, 'checkout-' || id]) as key from checkouts where user_id = $1`,
  );
  expect(given).toEqual(derived);
});

test('every subject in the table of fault points has its test file', () => {
  const files = globSync('*-faults.test.ts', { cwd: import.meta.dirname });
  const subjects = Object.keys(faultPoints).map((subject) => `${subject}-faults.test.ts`);
  expect(files).toEqual(expect.arrayContaining(subjects));
});
