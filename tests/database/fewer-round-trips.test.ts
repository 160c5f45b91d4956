import { afterAll, beforeEach, expect, test } from 'vitest';
import { openConnectionPool } from '#local/servers/connection-pool.ts';
import { spareRoundTrips } from '#local/fewer-round-trips.ts';
import { freshDatabase } from '../support/fresh-database.ts';

const database = await freshDatabase(1);
/** Messages that the driver sends, in order. */
const sent: string[] = [];
const pool = openConnectionPool(
  database.url,
  { onnotice: () => undefined, debug: (_connection, query) => sent.push(query) },
  1,
);
const connection = await spareRoundTrips(pool)();
// The driver first queries the database's types.
await connection.unsafe('select 1');
beforeEach(() => {
  sent.length = 0;
});
afterAll(async () => {
  connection.release();
  await pool.end();
  await database.drop();
});

const role = `SELECT set_config('role', $1, true)`;
const subject = `SELECT set_config('request.jwt.claim.sub', $1, true)`;
const status = `SELECT set_config('response.status', '', true)`;
const who = `select current_user::text as role, current_setting('request.jwt.claim.sub', true) as sub,
  current_setting('response.status', true) as status`;

test('a transaction’s settings apply from its first statement and end with it', async () => {
  await connection.unsafe('begin');
  await connection.unsafe(role, ['anon']);
  await connection.unsafe(subject, [`o'hara\\`]);
  await connection.unsafe(status);
  expect(await connection.unsafe(who)).toEqual([{ role: 'anon', sub: `o'hara\\`, status: '' }]);
  await connection.unsafe('commit');
  expect(sent).toHaveLength(4);
  expect(await connection.unsafe(who)).toMatchObject([{ role: 'postgres', sub: '' }]);
});

test('settings of one transaction do not affect the next', async () => {
  await connection.unsafe('begin');
  await connection.unsafe(role, ['service_role']);
  await connection.unsafe('rollback');
  await connection.unsafe('begin');
  expect(await connection.unsafe(who)).toMatchObject([{ role: 'postgres' }]);
  await connection.unsafe('commit');
});

test('a refused setting ends the transaction with the reason', async () => {
  await connection.unsafe('begin');
  await connection.unsafe(role, ['nobody-such']);
  await expect(connection.unsafe('select 1')).rejects.toThrow('role "nobody-such" does not exist');
  await expect(connection.unsafe('select 1')).rejects.toThrow('transaction is aborted');
  await connection.unsafe('rollback');
  expect(await connection.unsafe(who)).toMatchObject([{ role: 'postgres' }]);
});

test('a failing statement is reported, and changes nothing', async () => {
  await connection.unsafe('begin');
  await connection.unsafe(role, ['anon']);
  await expect(connection.unsafe('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
  await connection.unsafe('rollback');
});
