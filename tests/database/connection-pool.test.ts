import { once as eventOf } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openConnectionPool, type PooledConnection } from '#local/servers/connection-pool.ts';
import { freshDatabase } from '../support/fresh-database.ts';

const database = await freshDatabase(1);
const pool = openConnectionPool(database.url, { onnotice: () => undefined }, 6);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Errors of a statement that loses its connection, which may be reset before PostgreSQL's reason has arrived. */
const lost = /terminating|closed|ended|ECONNRESET|EPIPE/i;
/** Errors of later statements on a lost connection. */
const refused = /closed|ended|destroyed/i;

async function processOf({ unsafe }: PooledConnection): Promise<number> {
  const rows: unknown = await unsafe('select pg_backend_pid() as pid');
  return Array.isArray(rows) ? rows[0].pid : 0;
}

async function once(): Promise<number> {
  const connection = await pool.reserve();
  const pid = await processOf(connection);
  connection.release();
  return pid;
}

/** Terminates a connection on the server and waits until the client has noticed. */
async function end(pid: number): Promise<void> {
  await database.sql`select pg_terminate_backend(${pid}, 5000)`;
}

test('after a rush, sequential calls use the same connection', async () => {
  const rush = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const connection = await pool.reserve();
      await connection.unsafe('select pg_sleep(0.02)');
      const pid = await processOf(connection);
      connection.release();
      return pid;
    }),
  );
  expect(new Set(rush).size).toBe(6);
  const calls = [await once(), await once(), await once(), await once()];
  expect(new Set(calls).size).toBe(1);
});

test('after a renewal, connections know the array types created since', async () => {
  await once();
  await database.sql`create type fruit as enum ('apple', 'pear')`;
  pool.renew();
  const connection = await pool.reserve();
  const found = await connection.unsafe(`select array['pear']::fruit[] as fruits`);
  connection.release();
  expect(found).toEqual([{ fruits: ['pear'] }]);
});

test('connections are never shared', async () => {
  const held = await Promise.all([pool.reserve(), pool.reserve(), pool.reserve()]);
  const pids = await Promise.all(held.map(processOf));
  expect(new Set(pids).size).toBe(3);
  for (const connection of held) connection.release();
});

test('a connection closed by PostgreSQL in a transaction fails for its user and is never reused', async () => {
  const connection = await pool.reserve();
  await connection.unsafe('begin');
  const pid = await processOf(connection);
  await Promise.all([
    expect(connection.unsafe('select pg_sleep(60)')).rejects.toThrow(lost),
    end(pid),
  ]);
  await expect(connection.unsafe('select 1')).rejects.toThrow(refused);
  await expect(connection.unsafe('rollback')).rejects.toThrow(refused);
  connection.release();
  for (let turn = 0; turn < 6; turn += 1) expect(await once()).not.toBe(pid);
});

test('a connection reset by the network fails for its user and is never reused', async () => {
  const address = new URL(database.url);
  const { hostname, port } = address;
  const sockets: Socket[] = [];
  const proxy = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    for (const one of [socket, onward]) one.on('error', () => undefined);
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
    sockets.push(socket);
  }).listen(0, hostname);
  await eventOf(proxy, 'listening');
  address.port = String(z.object({ port: z.int() }).parse(proxy.address()).port);
  const reset = openConnectionPool(address.href, { onnotice: () => undefined }, 1);
  const connection = await reset.reserve();
  await connection.unsafe('begin');
  const waits = connection.unsafe('select pg_sleep(60)');
  sockets[0]?.resetAndDestroy();
  await expect(waits).rejects.toThrow(lost);
  await expect(connection.unsafe('rollback')).rejects.toThrow(refused);
  connection.release();
  expect(await reset.query`select 1 as one`).toEqual([{ one: 1 }]);
  expect(sockets).toHaveLength(2);
  await reset.end();
  proxy.close();
});

test('a transaction fails when PostgreSQL closes its connection, and the next succeeds', async () => {
  const work = pool.begin(async (sql) => {
    const [row] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
    await end(row.pid);
    await sql`select 1`;
  });
  await expect(work).rejects.toThrow(lost);
  expect(await pool.begin((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('a waiting caller gets a connection when another is closed', async () => {
  const held = await Promise.all(Array.from({ length: 6 }, () => pool.reserve()));
  const pids = await Promise.all(held.map(processOf));
  const waits = once();
  await Promise.all(pids.map(end));
  await expect(waits).resolves.toBeGreaterThan(0);
  for (const connection of held) connection.release();
});
