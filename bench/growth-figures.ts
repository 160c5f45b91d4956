/**
 * `npm run figures:growth -- 100000 1000000`: size of the database with that many generated orders, and the time of
 * what reads them: the check of the invariants, the studio, shoppers, jobs, backup and restore. In a temporary folder;
 * a million orders need 20 GB. `--wait` keeps each database until its process is killed, to look at plans.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { startChild } from '#local/child.ts';
import { processorSeconds } from '#local/processor-time.ts';
import { projectFolder } from '#local/settings.ts';
import { startThrowawayDatabase, type ThrowawayDatabase } from '#local/throwaway-database.ts';
import { testKeys } from '#harness/test-keys.ts';
import { sweepCheckouts } from '#server/checkout/sweep-checkouts.ts';
import { sweepOrderRefunds } from '#server/checkout/sweep-order-refunds.ts';
import { prunePersonalData } from '#server/privacy/prune.ts';
import { apiCalls } from './api-calls.ts';
import { logIn, newBuyers } from './api-shoppers.ts';
import { startApiStack } from './api-stack.ts';
import { sizeOf } from './folder-size.ts';
import { timeInvariants } from './invariant-times.ts';
import { makeOrders } from './many-orders.ts';
import { timeRequests } from './request-figures.ts';
import { staffRequests } from './staff-figures.ts';
import { textTable } from './text-table.ts';

/** Repetitions of each call. */
const CALLS = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { wait: { type: 'boolean', default: false } },
});
const sizes = positionals.map(Number);
if (sizes.length === 0 || !sizes.every((size) => Number.isInteger(size) && size > 0))
  throw new Error('Give numbers of orders: npm run figures:growth -- 100000 1000000');

const megabytes = (bytes: number) => Math.round(bytes / 1e6).toString();
const seconds = (ms: number) => (ms / 1000).toFixed(1);

async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  console.log(`${title}: ${seconds(performance.now() - began)} s`);
  return done;
}

/** CPU time of the database's connections and this process so far, in seconds. */
async function processorOf(sql: postgres.Sql): Promise<number> {
  const servers = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'client backend'`;
  const { user, system } = process.cpuUsage();
  // Each is a process group of its own.
  return processorSeconds(new Set(servers.map(({ pid }) => pid))) + (user + system) / 1e6;
}

async function printSizes(sql: postgres.Sql): Promise<void> {
  const tables = await sql<{ name: string; rows: string; heap: number; indexes: number }[]>`
    select relname as name, n_live_tup::text as rows, pg_table_size(relid)::float as heap,
      pg_indexes_size(relid)::float as indexes
    from pg_stat_user_tables where pg_total_relation_size(relid) > 4e6
    order by pg_total_relation_size(relid) desc`;
  const indexes = await sql<{ name: string; bytes: number }[]>`
    select indexrelname as name, pg_relation_size(indexrelid)::float as bytes
    from pg_stat_user_indexes order by 2 desc limit 25`;
  const [{ total }] = await sql<[{ total: number }]>`
    select pg_database_size(current_database())::float as total`;
  const rows = tables.map(({ name, rows: count, heap, indexes: own }) => [
    name,
    count,
    megabytes(heap),
    megabytes(own),
  ]);
  console.log(`\nDatabase: ${megabytes(total)} MB`);
  console.log(textTable([['table', 'rows', 'table, MB', 'indexes, MB'], ...rows]));
  console.log(
    `\n${textTable([['index', 'MB'], ...indexes.map(({ name, bytes }) => [name, megabytes(bytes)])])}`,
  );
}

async function printInvariants(sql: postgres.Sql): Promise<void> {
  const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const processor = () => processorSeconds(new Set([pid]));
  const before = processor();
  const broken = await timed(
    '\nInvariants',
    () => sql<{ invariant: string; rows: number }[]>`
    select invariant, count(*)::int as rows from violations() group by 1`,
  );
  console.log(`  ${(processor() - before).toFixed(1)} s of the processor; violations:`, [
    ...broken,
  ]);
  for (const { invariant, ms } of (await timeInvariants(sql)).slice(0, 12))
    console.log(`  ${seconds(ms)} s ${invariant}`);
}

/** Requests of a shopper with orders, and of new ones. */
async function shopperRequests(sql: postgres.Sql): Promise<Record<string, () => Request>> {
  const [{ id, order }] = await sql<[{ id: string; order: string }]>`
    select user_id as id, max(id) as order from orders where user_id is not null
    group by user_id order by count(*) desc limit 1`;
  const [shopper] = await logIn(sql, [id]);
  const headers = { Authorization: `Bearer ${shopper?.token}` };
  const get = (what: string) => () =>
    new Request(`https://minicia.example/api/account/${what}`, { headers });
  const calls = await apiCalls(sql, async () => new Response());
  const checkout = calls.find(({ name }) => name === 'create-stripe-session');
  if (!checkout) throw new Error('No call opens a checkout.');
  return {
    'account: orders': get('orders'),
    'account: one order': get(`orders?order=${order}`),
    'open a checkout': () => checkout.request(),
  };
}

async function printJobs(sql: postgres.Sql): Promise<void> {
  await timed('Job take_due_jobs', () => sql`select take_due_jobs(45)`);
  const jobs = { sweepCheckouts, sweepOrderRefunds, prunePersonalData };
  for (const [name, job] of Object.entries(jobs))
    console.log(' ', await timed<object>(`Job ${name}`, () => job()));
  const [{ id }] = await sql<[{ id: string }]>`
    select user_id as id from orders where goods_status = 'delivered' order by id desc limit 1`;
  await timed('Close an account', () => sql`select close_account(${id})`);
}

/** Runs `npm run backup` or `npm run restore` against a database. */
async function backupCommand(database: ThrowawayDatabase, ...args: string[]): Promise<void> {
  const { exited } = startChild(
    process.execPath,
    [path.join(projectFolder, 'backup/command.ts'), ...args],
    {
      env: {
        ...process.env,
        DATABASE_URL: database.databaseUrl(),
        SUPABASE_URL: database.supabaseUrl,
        SUPABASE_SECRET_KEY: testKeys.secretKey,
      },
    },
  );
  if ((await exited) !== 0) throw new Error(`${args.join(' ')} failed.`);
}

async function printBackup(database: ThrowawayDatabase, parent: string): Promise<void> {
  const folder = path.join(parent, 'backup');
  await timed('\nBackup', () => backupCommand(database, 'backup', '--to', folder));
  console.log(`  ${megabytes(sizeOf(folder).bytes)} MB`);
  await timed('Check of the backup', () => backupCommand(database, 'restore', '--check', folder));
  const empty = await startThrowawayDatabase(testKeys, { parent });
  try {
    await timed('Restore', () => backupCommand(empty, 'restore', '--from', folder));
  } finally {
    await empty.close();
  }
}

async function measure(size: number, parent: string): Promise<void> {
  const { database, close } = await startApiStack(parent);
  const sql = postgres(database.databaseUrl(), { max: 1, onnotice: () => undefined });
  try {
    console.log(database.databaseUrl());
    await timed(`${size} orders generated`, () => makeOrders(sql, size));
    await printSizes(sql);
    await printInvariants(sql);
    const [manager] = await newBuyers(sql, 1);
    if (!manager) throw new Error('The database has no manager.');
    await sql`insert into staff (user_id, name, role) values (${manager.id}, 'Morag', 'manager')`;
    const requests = {
      ...(await staffRequests(sql, manager.token)),
      ...(await shopperRequests(sql)),
    };
    await timeRequests(requests, CALLS, () => processorOf(sql));
    await printJobs(sql);
    await printBackup(database, parent);
  } catch (error) {
    if (!values.wait) throw error;
    console.error(error);
  } finally {
    if (values.wait) await new Promise(() => undefined);
    await sql.end();
    await close();
  }
}

for (const size of sizes) {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'minicia-growth-'));
  chmodSync(parent, 0o755);
  try {
    await measure(size, parent);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
process.exit();
