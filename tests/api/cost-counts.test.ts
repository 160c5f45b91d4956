import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { loadCalls } from '#harness/function-server.ts';
import { counts, purchaseCalls } from '../../bench/cost/counts.ts';
import { openBackend } from '../support/open-backend.ts';
import { newGuest, sessionOf } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';
import { untilStatus } from '../support/checkout-facts.ts';

// Figures of docs/cost.md. When one changes, change bench/cost/counts.ts and run `npm run cost`.

const { backend, shop } = await openBackend();
const { sql } = backend.database;
let order: number;
let rowBytes: number;

/** Bytes of all rows of the shop and its accounts. */
async function bytesOfRows(): Promise<number> {
  const tables = await sql<{ select: string }[]>`
    select format('select coalesce(sum(pg_column_size(t.*)), 0) as bytes from %I.%I t', schemaname, tablename) as select
    from pg_tables where schemaname in ('public', 'auth')`;
  const selects = tables.map(({ select }) => select).join(' union all ');
  const [{ bytes }] = await sql.unsafe<[{ bytes: number }]>(
    `select sum(bytes)::float as bytes from (${selects}) tables`,
  );
  return bytes;
}

/** A guest's order, sent and arrived. */
beforeAll(async () => {
  const sku = await shop.newSku(5);
  const packer = await newStaff(backend, 'packer');
  const before = await bytesOfRows();
  const guest = await newGuest(backend);
  await guest.saveBilling();
  const session = sessionOf(await guest.paymentPage([{ sku, quantity: 1 }]));
  await backend.stripe.pay(session, { outcome: 'paid' });
  await untilStatus(backend.database, session, 'completed');
  ({ order } = await guest.comeBack(session));
  const parcels = [{ event: randomUUID(), order, carrier: 'Evri' }];
  await packer.post('/api/staff/dispatch', { parcels });
  const [{ parcel }] = await sql<[{ parcel: number }]>`
    select id::int as parcel from parcels where order_id = ${order}`;
  await packer.post('/api/staff/parcel/deliver', { event: randomUUID(), order, parcel });
  rowBytes = (await bytesOfRows()) - before;
});

test('an order sends as many e-mails as docs/cost.md counts', async () => {
  const mails = await sql`
    select m.kind from mail_outbox m join orders o on o.checkout_id = m.checkout_id where o.id = ${order}`;
  expect(mails.map(({ kind }) => kind)).toHaveLength(counts.mailsPerOrder);
});

test('each call of a purchase exists', async () => {
  const names = (await loadCalls()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...purchaseCalls]));
});

test('an order adds as many bytes of rows as docs/cost.md counts', () => {
  expect(Math.abs(rowBytes / counts.rowBytesPerOrder - 1), `${rowBytes} bytes`).toBeLessThan(0.1);
});
