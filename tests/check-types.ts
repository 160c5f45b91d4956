/**
 * Type-checks everything, including pages, whose content types come from the catalogue. The native compiler
 * checks the TypeScript files in a quarter of the time, but does not support pages, which Astro checks.
 */
import path from 'node:path';
import { startChild } from '#local/child.ts';
import { projectFolder } from '#local/settings.ts';
import { startThrowawayDatabase } from '#local/throwaway-database.ts';
import { testKeys } from '#harness/test-keys.ts';

async function passes(program: string, ...args: string[]): Promise<boolean> {
  const child = startChild(path.join(projectFolder, 'node_modules', program), args, {
    cwd: projectFolder,
    env: {
      ...process.env,
      SUPABASE_URL: database.supabaseUrl,
      SUPABASE_PUBLISHABLE_KEY: testKeys.publishableKey,
    },
  });
  const code = await child.exited;
  await child.stop();
  return code === 0;
}

const database = await startThrowawayDatabase(testKeys);
// First, because it generates the content types.
const pages = await passes('.bin/astro', 'check', '--tsconfig', 'tsconfig.astro.json');
const modules = await passes('typescript-7/bin/tsc', '--project', 'tsconfig.json');
process.exitCode = Number(!(pages && modules));
await database.close();
