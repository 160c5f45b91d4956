import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import postgres, { type TransactionSql } from 'postgres';
import { type Manifest, tablePath } from './backup-folder.ts';
import { fillTable } from './tables.ts';

/** A temporary copy of one of a backup's tables. */
async function lookInto(
  sql: TransactionSql,
  folder: string,
  { tables }: Manifest,
  schema: string,
  name: string,
  as: string,
): Promise<void> {
  const table = tables.find((one) => one.schema === schema && one.name === name);
  if (!table) throw new Error(`The backup in ${folder} has no table ${schema}.${name}.`);
  await sql.unsafe(`create temporary table ${as} (like ${schema}.${name}) on commit drop`);
  const { columns } = table;
  const into = { schema: 'pg_temp', name: as, columns };
  await fillTable(sql, into, createReadStream(tablePath(folder, table)), createGunzip());
}

/**
 * Repeats erasures that a later backup shows: accounts that it no longer has are closed, and addresses that it
 * suppresses get no more news or stock alerts.
 * @returns counts, and the accounts that SQL refused to close, with its reason.
 */
export async function eraseAgain(sql: TransactionSql, folder: string, later: Manifest) {
  await lookInto(sql, folder, later, 'auth', 'users', 'later_users');
  await lookInto(sql, folder, later, 'public', 'suppressions', 'later_suppressions');
  const added = await sql.unsafe<{ address_hash: string; reason: string }[]>(`
    insert into public.suppressions select * from later_suppressions on conflict do nothing
    returning address_hash, reason`);
  await sql.unsafe(`
    select public.suppress_address(email, l.reason)
    from (select email from public.subscriptions union select email from public.stock_alerts) known
    join later_suppressions l on l.address_hash = public.address_hash(known.email)`);
  const gone = await sql.unsafe<{ id: string }[]>(`
    select id from auth.users u where not exists (select from later_users l where l.id = u.id) order by id`);
  const refused: { account: string; reason: string }[] = [];
  for (const { id } of gone) {
    try {
      await sql.savepoint((inner) => inner`select public.close_account(${id})`);
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error;
      refused.push({ account: id, reason: error.hint ?? error.code });
    }
  }
  return { closed: gone.length - refused.length, suppressed: added.length, refused };
}
