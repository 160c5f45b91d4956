import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startSupabase } from '#local/supabase.ts';
import { type FreshDatabase, freshDatabase } from './fresh-database.ts';
import { type CommandOutcome, runCommand, startCommand } from './run-command.ts';
import { testKeys } from '#harness/test-keys.ts';

/** A shop with Storage, and a folder for a marketer's files. */
export interface MarketersDesk {
  database: FreshDatabase;
  supabaseUrl: string;
  folder: string;
  /** Runs the catalogue's command in the folder, as `npm run catalogue --` does. */
  run(...args: string[]): Promise<CommandOutcome>;
  /** Runs it in its own process. */
  start(...args: string[]): Promise<CommandOutcome>;
  close(): Promise<void>;
}

/** Starts the shop's database with its API and Storage on a free port. */
export async function startMarketersDesk(): Promise<MarketersDesk> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-catalogue-'));
  chmodSync(folder, 0o755);
  const database = await freshDatabase();
  const supabase = await startSupabase({
    databaseUrl: database.url,
    port: 0,
    ...testKeys,
    storageFolder: path.join(folder, 'storage'),
  });
  const shop = { SUPABASE_URL: supabase.url, SUPABASE_SECRET_KEY: testKeys.secretKey };
  // Settings from a file apply only where the environment sets nothing.
  const variablesFor = (args: readonly string[]) => ({
    INIT_CWD: folder,
    ...(args.includes('--settings') ? {} : shop),
  });
  return {
    database,
    supabaseUrl: supabase.url,
    folder,
    run: (...args) => runCommand('catalogue', args, variablesFor(args)),
    start: (...args) => startCommand('catalogue', args, variablesFor(args)),
    async close() {
      await supabase.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
