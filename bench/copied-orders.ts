import type postgres from 'postgres';
import { z } from 'zod';

/** Tables of an order's facts and shoppers, and the column that ties their rows to `copied`. */
const tables = {
  'auth.users': 'id in (select user_id from copied)',
  profiles: 'user_id in (select user_id from copied)',
  billing_infos: 'id in (select billing_info_id from copied)',
  checkouts: 'id in (select checkout_id from copied)',
  checkout_lines: 'checkout_id in (select checkout_id from copied)',
  checkout_shipping_options: 'checkout_id in (select checkout_id from copied)',
  payments: 'checkout_id in (select checkout_id from copied)',
  orders: 'checkout_id in (select checkout_id from copied)',
  order_items: 'order_id in (select order_id from copied)',
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
  mail_outbox: `checkout_id in (select checkout_id from copied)
    and created_at > (select expired_before('e-mails sent or given up'))`,
};

/** Keys of these tables, which are other ones in each copy. */
const keys =
  /^(?:id|(?:user|billing_info|checkout|order|payment|parcel|return|event|order_refund)_id)$/;
/** Texts that are unique. */
const uniqueTexts = /^(?:stripe_\w+|tracking_number)$/;

/** Distance between the numbers of a row and its next copy. */
const STEP = 10_000_000_000;

/** More than the originals' numbers of returns span; the number has eight digits. */
const CODES = 6000;

/** A column's value in copy `k`. */
function copyOf({ name, type }: Column): string {
  if (name === 'subject') return 'pg_temp.subject_of(t.subject, k)';
  if (keys.test(name))
    return type === 'uuid' ? `pg_temp.key_of(t.${name}, k)` : `t.${name} + k * ${STEP}`;
  if (name === 'code')
    return `'R-' || lpad((substr(t.code, 3)::bigint + k * ${CODES})::text, 8, '0')`;
  if (name === 'email') return `replace(t.email, '@', '@k' || k || '.')`;
  if (name === 'username') return `t.username || '-' || k`;
  if (uniqueTexts.test(name)) return `t.${name} || k`;
  // An index stores equal values once.
  if (type.startsWith('timestamp')) return `t.${name} + k * interval '1 microsecond'`;
  return `t.${name}`;
}

/** Search words that occur in few orders: e-mail addresses, Stripe's ids, tracking numbers, codes of returns. */
const ownWord = '@|^(cs_test|pi|re|du)_|^[0-9a-z]{2}[0-9]{9}gb$|^(r-?)?[0-9]{8}$';

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
      select attname as name, atttypid::regtype::text as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  await tx.unsafe(`
    insert into ${table} (${columns.map(({ name }) => name).join()}) overriding system value
    select ${columns.map(copyOf).join()}
    from (select * from ${table} where ${which}) t
    -- Depends on t, so that rows are stored in the originals' order, by time.
    cross join lateral generate_series(1, ${copies} + 0 * octet_length(t::text)) k`);
}

/** Copies the search words of orders: those that name one order, shopper or parcel are its own. */
async function copyWords(tx: postgres.TransactionSql, copies: number) {
  await tx.unsafe(`
    create function pg_temp.word_of(word text, k bigint) returns text language sql immutable as $$
      select case
        when word ~ '@' then replace(word, '@', '@k' || k || '.')
        when word ~ '^(r-?)?[0-9]{8}$' then
          left(word, -8) || lpad((right(word, 8)::bigint + k * ${CODES})::text, 8, '0')
        else word || k end
    $$;
    insert into order_words (order_id, words)
    select order_id + k * ${STEP}, array_to_tsvector(
      shared || array(select pg_temp.word_of(word, k) from unnest(own) word) || ('k' || k)
        || left(pg_temp.key_of(checkout_id, k)::text, 8))
    from (
      select order_id, checkout_id,
        array_agg(word) filter (where word !~ '${ownWord}') as shared,
        array_agg(word) filter (where word ~ '${ownWord}') as own
      from copied join order_words using (order_id) cross join unnest(tsvector_to_array(words)) word
      where word <> left(checkout_id::text, 8)
      group by 1, 2) t
    cross join generate_series(1, ${copies}) k`);
}

/** Copies the credit notes of refunds, numbered on from the last one. */
async function copyCreditNotes(tx: postgres.TransactionSql, copies: number) {
  await tx`
    insert into credit_notes (number, refund_id, issued_at, amount_pence, tax_pence, rate_basis_points)
    select (select max(number) from credit_notes) + row_number() over (order by n.number, k),
           pg_temp.key_of(n.refund_id, k), n.issued_at, n.amount_pence, n.tax_pence, n.rate_basis_points
    from credit_notes n
    join refunds r on r.id = n.refund_id and r.payment_id in (select payment_id from copied)
    cross join generate_series(1, ${copies}::integer) k`;
}

/**
 * Copies a shop's completed orders with their shoppers and all their facts, without triggers, until it has about `count`
 * more, at the times of their originals.
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
      select id as order_id, checkout_id, payment_id, user_id, billing_info_id from orders o
      where units_to_send = 0 and goods_status in ('delivered', 'cancelled', 'part_returned', 'returned')
        and money_status in ('paid', 'part_refunded', 'refunded')
        and not exists (select from refunds f where f.payment_id = o.payment_id and f.state in ('failed', 'cancelled'))
        and not exists (select from disputes d where d.payment_id = o.payment_id and d.closed_at is null)
        and created_at < now() - interval '7 days';`);
    const [found] = await tx<[{ number: number }]>`select count(*)::int as number from copied`;
    const copies = Math.ceil(count / found.number);
    for (const [table, which] of Object.entries(tables)) await copyTable(tx, table, which, copies);
    await copyCreditNotes(tx, copies);
    await copyWords(tx, copies);
  });
}
