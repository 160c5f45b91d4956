import { expect, test } from 'vitest';
import { bookScenarios } from '../support/book-scenarios.ts';
import { eventually } from '../support/eventually.ts';
import { keysOf, testFaults } from '../support/fault-tests.ts';
import { labelScenarios } from '../support/label-scenarios.ts';
import { openBackend } from '../support/open-backend.ts';
import { refundScenarios } from '../support/refund-scenarios.ts';
import { saleScenarios } from '../support/sale-scenarios.ts';
import { createWire } from '../support/wire.ts';

// The order number is written to Stripe after the response.
const wire = createWire({ beside: ['stripe POST /v1/payment_intents/:id'] });

const { backend } = await openBackend({ wire });
const { sql } = backend.database;
const refunds = refundScenarios(backend);
testFaults(
  backend,
  wire,
  {
    ...refunds,
    ...saleScenarios(backend),
    ...bookScenarios(backend),
    ...labelScenarios(backend),
  },
  async () => {
    await sql`update order_refunds set given_up_at = now(), given_up_because = 'decided', given_up_by = 'staff' where taken_at is null`;
    await sql`update orders set cancels_at = null where cancels_at is not null`;
    await sql`update labels set state = 'refused', bought_at = null, purchase = null where state in ('wanted', 'void_wanted')`;
    await sql`update stripe_events_seen set seen_until = now()`;
  },
);

test('payments 20: a refund of an order sends its attempt’s idempotency key', async () => {
  const sent = await keysOf(wire, refunds['a manager refunds']);
  const [row] = await sql<[{ key: string }]>`
    select id::text as key from refunds order by created_at desc limit 1`;
  expect(sent).toEqual([row.key]);
});

test('no call is made while a database transaction is open', async () => {
  // Each statement of the functions is a separate HTTP call, so no transaction can outlast it, and no lock on
  // the order is held when Stripe responds.
  const given = await refunds['a manager refunds']?.prepare();
  await backend.stripe.fail({
    method: 'POST',
    path: '/v1/refunds',
    outcome: 'slow',
    delayMs: 1500,
  });
  const pressed = given?.act();
  const paidLast = sql`select checkout_id from payments order by created_at desc limit 1`;
  await eventually(async () => {
    const [row] = await sql`
      select count(*)::int as asked from refunds r join payments p on p.id = r.payment_id
      where p.checkout_id = (${paidLast}) and r.state = 'requested'`;
    expect(row).toEqual({ asked: 1 });
  });
  const locked = await sql.begin(
    (tx) => tx`select id from checkouts where id = (${paidLast}) for update nowait`,
  );
  expect(locked).toHaveLength(1);
  const [open] = await sql`
    select count(*)::int as transactions from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`;
  expect(open).toEqual({ transactions: 0 });
  expect(await pressed).toMatchObject({ body: { refund: { state: 'succeeded' } } });
});
