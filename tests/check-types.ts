/** Types of everything, pages included, whose content types come from the catalogue. */
import path from 'node:path';
import { startChild } from '#local/child.ts';
import { projectFolder } from '#local/settings.ts';
import { startThrowawayDatabase } from '#local/throwaway-database.ts';
import { testKeys } from '#harness/test-keys.ts';

const database = await startThrowawayDatabase(testKeys);
const astro = startChild(path.join(projectFolder, 'node_modules/.bin/astro'), ['check'], {
  cwd: projectFolder,
  env: {
    ...process.env,
    SUPABASE_URL: database.supabaseUrl,
    SUPABASE_PUBLISHABLE_KEY: testKeys.publishableKey,
  },
});
process.exitCode = await astro.exited;
await astro.stop();
await database.close();
