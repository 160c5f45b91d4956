import { expect, test } from 'vitest';
import { giveUpAll } from '../support/checkout-facts.ts';
import { checkoutScenarios } from '../support/checkout-scenarios.ts';
import { keysOf, testFaults } from '../support/fault-tests.ts';
import { openBackend } from '../support/open-backend.ts';
import { createWire } from '../support/wire.ts';

// The order number is written to Stripe after the response; delivery-address.test.ts breaks that call.
const wire = createWire({ beside: ['stripe POST /v1/payment_intents/:id'] });
const { backend } = await openBackend({ wire });
const { sql } = backend.database;
const scenarios = checkoutScenarios(backend);
testFaults(backend, wire, scenarios, () => giveUpAll(backend.database));

test.each([
  [
    'payments 9: creating a session sends an idempotency key derived from the checkout',
    'CHECKOUT is pressed',
    `select array['checkout-' || id] as keys from checkouts order by created_at desc limit 1`,
  ],
  [
    'the coupon of a discount has a key of its own',
    'CHECKOUT is pressed with a single-use code',
    `select array['coupon-' || id, 'checkout-' || id] as keys from checkouts order by created_at desc limit 1`,
  ],
  [
    'payments 20: a refund sends its attempt’s idempotency key',
    'a payment comes for goods that are gone',
    'select array[id::text] as keys from refunds order by created_at desc limit 1',
  ],
])('%s', async (_statement, name, derived) => {
  const sent = await keysOf(wire, scenarios[name]);
  const [row] = await sql.unsafe<{ keys: string[] }[]>(derived);
  expect(sent).toEqual(row?.keys);
});
