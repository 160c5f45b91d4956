import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { reuseWarmConnections } from '#local/warm-connections.ts';
import { freshDatabase } from '../support/fresh-database.ts';

const database = await freshDatabase(1);
const driver = postgres(database.url, { max: 6, onnotice: () => undefined });
const release = reuseWarmConnections(driver, 2);
afterAll(() => database.drop());

async function processOf(connection: postgres.ReservedSql): Promise<number> {
  const [row] = await connection<[{ pid: number }]>`select pg_backend_pid() as pid`;
  return row.pid;
}

async function once(): Promise<number> {
  const connection = await driver.reserve();
  const pid = await processOf(connection);
  connection.release();
  return pid;
}

test('after a rush, one call after the other meets the same connection', async () => {
  const rush = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const connection = await driver.reserve();
      await connection`select pg_sleep(0.02)`;
      const pid = await processOf(connection);
      connection.release();
      return pid;
    }),
  );
  expect(new Set(rush).size).toBe(6);
  const calls = [await once(), await once(), await once(), await once()];
  expect(new Set(calls).size).toBe(1);
});

test('nobody shares a connection, and statements of no transaction find one', async () => {
  const held = await Promise.all([driver.reserve(), driver.reserve(), driver.reserve()]);
  const pids = await Promise.all(held.map(processOf));
  expect(new Set(pids).size).toBe(3);
  await expect(driver`select 1 as one`).resolves.toEqual([{ one: 1 }]);
  for (const connection of held) connection.release();
});

test('the driver ends once what was kept is given back', async () => {
  release();
  await driver.end({ timeout: 5 });
  await expect(driver`select 1`).rejects.toThrow('CONNECTION_ENDED');
});
