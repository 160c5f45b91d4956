import { expect, test } from 'vitest';
import { testFaults } from '../support/fault-tests.ts';

const { keysOf } = await testFaults('refund');

test('payments 20: a refund sends its attempt’s idempotency key', async () => {
  const { given, derived } = await keysOf(
    'a payment comes for goods that are gone',
    `select r.id::text as key from refunds r join payments p on p.id = r.payment_id
     where p.user_id = $1`,
  );
  expect(derived).toHaveLength(1);
  expect(given).toEqual(derived);
});
