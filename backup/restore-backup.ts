import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { TransactionSql } from 'postgres';
import { filePath, type Manifest, tablePath } from './backup-folder.ts';
import { checkBackup } from './check-backup.ts';
import { eraseAgain } from './erase-again.ts';
import type { Project } from './project.ts';
import { upload } from './stored-files.ts';
import {
  type Connection,
  fillTable,
  plainFormats,
  readTable,
  replaceInRows,
  tablesIn,
} from './tables.ts';
import { violationsByInvariant } from './violations.ts';

/** The start of URLs of stored pictures, of a project. */
function picturesAt(address: string): string {
  return `${address}/storage/v1/object/public/`;
}

/** @throws Error when somebody has used the project, so that a restore would overwrite data. */
async function requireUnused(sql: Connection): Promise<void> {
  const used = await sql.unsafe<{ found: string }[]>(`
    select 'accounts' as found where exists (select from auth.users where email is distinct from 'nobody@invalid.example')
    union all select 'checkouts' where exists (select from public.checkouts)
    union all select 'releases' where exists (select from public.releases)
    union all select 'subscriptions' where exists (select from public.subscriptions)
    union all select 'stock alerts' where exists (select from public.stock_alerts)
    union all select 'complaints' where exists (select from public.complaints)
    union all select 'suppressed addresses' where exists (select from public.suppressions)`);
  if (used.length > 0) {
    const found = used.map((row) => row.found).join(', ');
    throw new Error(
      `The project is in use (${found}). Restore into a new one. Nothing was changed.`,
    );
  }
}

/** @throws Error when the project's schema is not the backup's. */
async function requireSameSchema(sql: Connection, manifest: Manifest): Promise<void> {
  const [{ migrations }] = await sql.unsafe<[{ migrations: string[] }]>(`
    select array(select version::text from supabase_migrations.schema_migrations order by version) as migrations`);
  const missing = manifest.migrations.filter((version) => !migrations.includes(version));
  const newer = migrations.filter((version) => !manifest.migrations.includes(version));
  if (missing.length + newer.length > 0) {
    throw new Error(
      `The project’s migrations are not the backup’s (missing: ${missing.join(', ') || 'none'}; not in the backup: ${newer.join(', ') || 'none'}). Check out the release of the backup, push its migrations into a new project, restore, then push the newer ones. Nothing was changed.`,
    );
  }
  const tables = new Map(
    (await tablesIn(sql)).map(({ schema, name, columns }) => [`${schema}.${name}`, columns]),
  );
  const strange = manifest.tables.filter(({ schema, name, columns }) => {
    const there = tables.get(`${schema}.${name}`) ?? [];
    // Supabase adds columns to its own tables.
    const same = schema === 'auth' || there.length === columns.length;
    return !same || columns.some((column) => !there.includes(column));
  });
  if (strange.length > 0) {
    throw new Error(
      `The project has other columns than the backup in ${strange.map(({ name }) => name).join(', ')}. Nothing was changed.`,
    );
  }
}

/** Replaces the rows of all tables by the backup's, with triggers and foreign keys off. */
async function fillTables(
  sql: TransactionSql,
  folder: string,
  manifest: Manifest,
  address: string,
) {
  const [from, to] = [picturesAt(manifest.address), picturesAt(address)];
  await sql.unsafe(plainFormats);
  await sql.unsafe(`set local lock_timeout = '10s'; set local session_replication_role = replica`);
  const [{ all }] = await sql.unsafe<[{ all: string }]>(`
    select string_agg(format('public.%I', tablename), ', ') as all from pg_tables where schemaname = 'public'`);
  await sql.unsafe(`
    truncate ${all};
    delete from auth.identities where true;
    delete from auth.users where true`);
  for (const table of manifest.tables.filter(({ rows }) => rows > 0)) {
    const file = createReadStream(tablePath(folder, table));
    await fillTable(sql, table, file, createGunzip(), replaceInRows(from, to));
  }
  for (const { name, last_value } of manifest.sequences) {
    if (last_value !== null) await sql.unsafe(`select setval('public.${name}', ${last_value})`);
  }
  await sql.unsafe('set local session_replication_role = origin');
}

/** Reads everything back. @throws Error when a row is not the backup's, or the data contradicts itself more than there. */
async function requireSameData(
  sql: Connection,
  manifest: Manifest,
  address: string,
): Promise<void> {
  const keys = new Map((await tablesIn(sql)).map(({ schema, name, key }) => [schema + name, key]));
  const [from, to] = [picturesAt(address), picturesAt(manifest.address)];
  for (const table of manifest.tables) {
    const key = keys.get(table.schema + table.name) ?? [];
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const found = await readTable(sql, { ...table, key }, replaceInRows(from, to), nowhere);
    if (found.rows !== table.rows || found.sha256 !== table.sha256) {
      throw new Error(
        `${table.name} was not restored as it was (${found.rows} of ${table.rows} rows). Nothing was changed.`,
      );
    }
  }
  for (const [invariant, number] of Object.entries(await violationsByInvariant(sql))) {
    if (number > (manifest.violations[invariant] ?? 0)) {
      throw new Error(`The restored data contradicts itself: ${invariant}. Nothing was changed.`);
    }
  }
}

/** Stops mailings that may have been sent since the backup. @returns the number of mailings. */
async function stopMailings(sql: Connection): Promise<number> {
  const stopped = await sql.unsafe(`
    update public.mailings m set state = 'stopped'
    where m.state = 'sending' or public.mailing_is_due(m) returning m.id`);
  return stopped.length;
}

/**
 * Copies a backup into a new project: the files first, which can be repeated, then all tables in one transaction that
 * ends only when every row is as it was. After a failure, run it again.
 * @param newer folder of a later backup, for what was erased between the two.
 * @throws Error in plain words when the backup is damaged or the project is not a new one of the same schema.
 */
export async function restoreBackup(
  project: Project,
  folder: string,
  newer: string | null,
): Promise<void> {
  const manifest = await checkBackup(folder);
  const later = newer === null ? null : await checkBackup(newer);
  if (later && later.made_at < manifest.made_at) {
    throw new Error('The backup after --erased-since is older than the one to restore.');
  }
  await requireSameSchema(project.sql, manifest);
  await requireUnused(project.sql);
  await upload(project, manifest, (file) => filePath(folder, file));
  const done = await project.sql.begin(async (sql) => {
    await fillTables(sql, folder, manifest, project.address);
    // Without statistics, looking for contradictions takes many times as long.
    await sql.unsafe('analyze');
    await requireSameData(sql, manifest, project.address);
    const erased = newer === null || !later ? null : await eraseAgain(sql, newer, later);
    return { erased, stopped: await stopMailings(sql) };
  });

  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Restored ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files, as of ${manifest.made_at}.`,
  );
  console.log('Everybody has to log in again.');
  if (done.stopped > 0) {
    console.log(
      `Mailings stopped, because they may have been sent since: ${done.stopped}. See Resend before you send them.`,
    );
  }
  if (!done.erased) {
    console.log('Repeat what was erased since then: docs/release.md, “After a restore”.');
    return;
  }
  console.log(
    `Accounts closed again: ${done.erased.closed}. Addresses suppressed again: ${done.erased.suppressed}.`,
  );
  for (const { account, reason } of done.erased.refused) {
    console.log(`Could not close account ${account}: ${reason}.`);
  }
}
