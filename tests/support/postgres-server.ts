import type { TestProject } from 'vitest/node';
import { startThrowawayDatabase } from '#local/throwaway-database.ts';
import { testKeys } from '#harness/test-keys.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Port of the PostgreSQL server that all test files share. */
    postgresPort: number;
  }
}

/** The database that every test file's own is copied from. */
export const templateDatabase = 'shop_template';

/**
 * One PostgreSQL for the whole run, with a migrated and seeded database to copy. Vitest sets up one
 * project after another: the first that needs it starts it for all.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  if ('postgresPort' in project.getProvidedContext()) return undefined;
  const database = await startThrowawayDatabase(testKeys, {
    name: templateDatabase,
    // The files' connections are young: each would plan every statement of a function five times over.
    plansOnce: true,
  });
  // A database that is in use cannot be copied.
  await database.closeApi();
  project.vitest.provide('postgresPort', database.databasePort);
  return () => database.close();
}
