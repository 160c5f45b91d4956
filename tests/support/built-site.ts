import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startThrowawayDatabase } from '#local/throwaway-database.ts';
import { awkwardProducts } from './awkward-products.ts';
import { buildPages } from './build-pages.ts';
import { copyProject } from '#harness/project-copy.ts';
import { shopEnvironment, testKeys } from '#harness/test-keys.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the site as it would be published. */
    distFolder: string;
    /** The database that it was built from. */
    builtFrom: string;
    /** Where the Supabase API of that database answers. */
    builtFromApi: string;
  }
}

/** The address that the pages are built for. */
export const siteUrl = 'https://shop.example';

/** One build, for all test files, of the seed catalogue and products that are hard to show. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-site-'));
  const database = await startThrowawayDatabase(testKeys);
  const close = async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const sql = postgres(database.databaseUrl(), { max: 1, onnotice: () => undefined });
    await awkwardProducts(sql);
    await sql.end();
    const copy = copyProject(folder);
    await buildPages(copy, {
      ...process.env,
      ...shopEnvironment(database.supabaseUrl, 'http://127.0.0.1:1'),
      SITE_URL: siteUrl,
      ASTRO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
    });
    project.provide('distFolder', path.join(copy, 'dist'));
    project.provide('builtFrom', database.databaseUrl());
    project.provide('builtFromApi', database.supabaseUrl);
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}
