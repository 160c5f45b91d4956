import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterAll } from 'vitest';
import type { StaffRole } from '#domain/enums.ts';
import { acting } from '#harness/acting.ts';
import { freshDatabase } from './fresh-database.ts';
import { shopDatabase } from './shop-database.ts';
import { hire } from './staff.ts';

/**
 * Opens a test file's database, dropped after its last test, with the helpers that tests use.
 * @param atOnce number of connections, as in `freshDatabase`.
 */
export async function openDatabase(atOnce?: number) {
  const database = await freshDatabase(atOnce);
  afterAll(() => database.drop());
  const shop = shopDatabase(database);
  const { sql } = database;
  /**
   * Calls an SQL function as a logged-in user. Returns its answer.
   * @param given arguments; objects and arrays are passed as JSON.
   */
  async function callAs<Answer>(user: string, name: string, ...given: unknown[]): Promise<Answer> {
    // The driver's type lacks objects, which it serialises by the type that PostgreSQL reports.
    const values: postgres.SerializableParameter[] = JSON.parse(JSON.stringify(given));
    const list = values.map((value, place) => (place === 0 ? sql`${value}` : sql`, ${value}`));
    const [{ answer }] = await sql<[{ answer: Answer }]>`
      select ${sql(name)}(${list}) as answer from ${acting(sql, user)}`;
    return answer;
  }
  return {
    database,
    shop,
    sql,
    callAs,
    /** A member of staff, logged in with a session of the same id. Returns the user's id. */
    async newStaff(role: StaffRole, name?: string): Promise<string> {
      const user = await shop.newShopper({ billing: false });
      await hire(database, user, role, name);
      return user;
    },
    /**
     * Dispatches a parcel of an order as staff.
     * @param more units, carrier and number; by default all that is unsent, with Evri, without a number.
     */
    async dispatch(user: string, order: number, more: object = {}) {
      type Sent = { outcome: string; parcel: number };
      const parcel = { event: randomUUID(), order, carrier: 'Evri', items: null, ...more };
      const [sent] = await callAs<[Sent]>(user, 'staff_dispatch', [parcel]);
      return sent;
    },
  };
}
