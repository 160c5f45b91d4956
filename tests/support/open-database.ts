import { afterAll } from 'vitest';
import type { StaffRole } from '#domain/enums.ts';
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
  return {
    database,
    shop,
    sql: database.sql,
    /** A member of staff, logged in with a session of the same id. Returns the user's id. */
    async newStaff(role: StaffRole, name?: string): Promise<string> {
      const user = await shop.newShopper({ billing: false });
      await hire(database, user, role, name);
      return user;
    },
  };
}
