import type { TestProject } from 'vitest/node';
import { startThrowawayDatabase } from '#local/throwaway-database.ts';
import { testKeys } from '#harness/test-keys.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Port of the PostgreSQL server that all test files share. */
    postgresPort: number;
    /** The template's schema as the Supabase API reads it. */
    schemaFile: string;
  }
}

/** Template of every test file's database. */
export const templateDatabase = 'shop_template';

/**
 * Starts one PostgreSQL for the whole run, with a migrated and seeded template database. Vitest sets up
 * projects one after another: the first that needs it starts it for all.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  if ('postgresPort' in project.getProvidedContext()) return undefined;
  const database = await startThrowawayDatabase(testKeys, {
    name: templateDatabase,
    settings: [
      // Connections of test files are short-lived, and each would plan every statement of a function five times
      // before using a generic plan.
      'plan_cache_mode=force_generic_plan',
      // A query over all tables would start two processes for a few milliseconds of work.
      'max_parallel_workers_per_gather=0',
      // Refuses shadowed variables in new functions and, at run time, a `select into` of several rows.
      'plpgsql.extra_errors=all',
    ],
  });
  // A database in use cannot be copied.
  await database.closeApi();
  project.vitest.provide('postgresPort', database.databasePort);
  project.vitest.provide('schemaFile', database.schemaFile);
  return () => database.close();
}
