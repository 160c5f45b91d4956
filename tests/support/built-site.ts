import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startThrowawayDatabase } from '#local/throwaway-database.ts';
import { builtAwkwardly, stockAwkwardly } from './awkward-site.ts';
import { testKeys } from '#harness/test-keys.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the site as published. */
    distFolder: string;
    /** URL of the database that it was built from. */
    builtFrom: string;
    /** URL of the Supabase API of that database. */
    builtFromApi: string;
  }
}

/** Builds one site for all test files, with the seed catalogue and products that are hard to show. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-site-'));
  const database = await startThrowawayDatabase(testKeys);
  const close = async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await stockAwkwardly(database.databaseUrl());
    const built = await builtAwkwardly(folder, database.supabaseUrl);
    project.provide('distFolder', path.join(built, 'dist'));
    project.provide('builtFrom', database.databaseUrl());
    project.provide('builtFromApi', database.supabaseUrl);
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}
