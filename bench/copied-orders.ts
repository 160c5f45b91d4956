import type postgres from 'postgres';
import { z } from 'zod';

/** Tables of an order's facts, and the column that ties their rows to `copied`. */
const tables = {
  checkouts: 'id in (select checkout_id from copied)',
  checkout_lines: 'checkout_id in (select checkout_id from copied)',
  checkout_shipping_options: 'checkout_id in (select checkout_id from copied)',
  payments: 'checkout_id in (select checkout_id from copied)',
  orders: 'checkout_id in (select checkout_id from copied)',
  order_items: 'order_id in (select order_id from copied)',
  order_words: 'order_id in (select order_id from copied)',
  order_events: 'checkout_id in (select checkout_id from copied)',
  cancelled_items: 'order_id in (select order_id from copied)',
  order_refunds: 'order_id in (select order_id from copied)',
  order_refund_items: 'order_id in (select order_id from copied)',
  parcels: 'order_id in (select order_id from copied)',
  parcel_items: 'order_id in (select order_id from copied)',
  returns: 'order_id in (select order_id from copied)',
  return_items: 'order_id in (select order_id from copied)',
  refunds: 'payment_id in (select payment_id from copied)',
  disputes: 'payment_id in (select payment_id from copied)',
  mail_outbox: 'checkout_id in (select checkout_id from copied)',
};

/** Keys of these tables, which are other ones in each copy. */
const keys = /^(?:id|(?:checkout|order|payment|parcel|return|event|order_refund)_id)$/;
/** Texts that are unique. */
const uniqueTexts = /^(?:stripe_\w+|tracking_number)$/;

/** Distance between the numbers of a row and its next copy. */
const STEP = 10_000_000_000;

/** More than the originals' numbers of returns span; the number has eight digits. */
const CODES = 6000;

/** A column's value in copy `k`. */
function copyOf(table: string, { name, type }: Column): string {
  if (table === 'order_words' && name === 'words')
    return `t.words || array_to_tsvector(array[(t.order_id + k * ${STEP})::text])`;
  if (name === 'subject') return 'pg_temp.subject_of(t.subject, k)';
  if (keys.test(name))
    return type === 'uuid' ? `pg_temp.key_of(t.${name}, k)` : `t.${name} + k * ${STEP}`;
  if (name === 'code')
    return `'R-' || lpad((substr(t.code, 3)::bigint + k * ${CODES})::text, 8, '0')`;
  if (uniqueTexts.test(name)) return `t.${name} || k`;
  return `t.${name}`;
}

const Column = z.object({ name: z.string(), type: z.string() });
type Column = z.infer<typeof Column>;

async function copyTable(
  tx: postgres.TransactionSql,
  table: string,
  which: string,
  copies: number,
) {
  const columns = z.array(Column).parse(
    await tx`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`,
  );
  await tx.unsafe(`
    insert into ${table} (${columns.map(({ name }) => name).join()}) overriding system value
    select ${columns.map((column) => copyOf(table, column)).join()}
    from ${table} t cross join generate_series(1, ${copies}) k where ${which}`);
}

/**
 * Copies a shop's completed orders with all their facts, without triggers, until it has about `count` more. Copies have
 * the times and shoppers of their originals.
 */
export async function copyOrders(sql: postgres.Sql, count: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local synchronous_commit = off`;
    await tx`set local work_mem = '256MB'`;
    await tx.unsafe(`
      create function pg_temp.key_of(uuid, bigint) returns uuid language sql immutable as $$
        select overlay(overlay(md5($1::text || $2) placing '4' from 13) placing '8' from 17)::uuid
      $$;
      create function pg_temp.subject_of(text, bigint) returns text language sql immutable as $$
        select case when $1 ~ '^[0-9]+$' then ($1::bigint + $2 * ${STEP})::text
          else pg_temp.key_of($1::uuid, $2)::text end
      $$;
      create temp table copied on commit drop as
      select id as order_id, checkout_id, payment_id from orders o
      where units_to_send = 0 and goods_status in ('delivered', 'cancelled', 'part_returned', 'returned')
        and money_status in ('paid', 'part_refunded', 'refunded')
        and not exists (select from refunds f where f.payment_id = o.payment_id and f.state = 'failed')
        and not exists (select from disputes d where d.payment_id = o.payment_id and d.closed_at is null)
        and created_at < now() - interval '7 days';`);
    const [found] = await tx<[{ number: number }]>`select count(*)::int as number from copied`;
    const copies = Math.ceil(count / found.number);
    for (const [table, which] of Object.entries(tables)) await copyTable(tx, table, which, copies);
  });
}
