import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { violationsIn } from './invariants.ts';
import { templateDatabase } from './postgres-server.ts';
import { sequentialPool } from './sequential-pool.ts';

/** A test file's own database: migrated, seeded, and dropped afterwards. */
export interface FreshDatabase {
  url: string;
  /** A pool of connections as superuser. */
  sql: postgres.Sql;
  /**
   * Drops it.
   * @param allowed an invariant that may be violated.
   * @throws Error if the tests left it in a state that violates an invariant.
   */
  drop(allowed?: string): Promise<void>;
}

/**
 * Disables lock timeouts of checkouts: on a busy machine a test's crowd may take longer than shoppers should
 * wait.
 */
export async function waitForLocks(sql: postgres.Sql): Promise<void> {
  await sql`alter function open_checkout reset lock_timeout`;
}

function address(name: string): string {
  return `postgres://postgres@127.0.0.1:${inject('postgresPort')}/${name}`;
}

/**
 * Copies the template; takes well under a second.
 * @param atOnce number of connections opened now, so that concurrent calls arrive concurrently. If omitted,
 *   up to four are opened on demand.
 */
export async function freshDatabase(atOnce?: number): Promise<FreshDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = postgres(address('postgres'), { max: 1, onnotice: () => undefined });
  // Copying files takes less time than writing them to the log, which nobody reads.
  await server.unsafe(`create database ${name} template ${templateDatabase} strategy file_copy`);
  const sql =
    atOnce === 1
      ? postgres(address(name), { max: 1, onnotice: () => undefined })
      : sequentialPool(address(name), atOnce ?? 4);
  if (atOnce && atOnce > 10) await waitForLocks(sql);
  // No scheduler runs here, so no job may count as late.
  await sql`update jobs set ok_at = 'infinity'`;
  await Promise.all(Array.from({ length: atOnce ?? 0 }, () => sql`select pg_sleep(0.02)`));
  return {
    url: address(name),
    sql,
    async drop(allowed) {
      const violations = (await violationsIn(sql)).filter(({ invariant }) => invariant !== allowed);
      await sql.end();
      await server.unsafe(`drop database ${name} with (force)`);
      await server.end();
      if (violations.length > 0) {
        throw new Error(`violations(): ${JSON.stringify(violations, null, 2)}`);
      }
    },
  };
}
