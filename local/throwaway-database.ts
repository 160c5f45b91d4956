import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { memoryFolder } from './memory-folder.ts';
import { freePort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { projectFolder } from './settings.ts';
import { startSupabase, type SupabaseKeys, type SupabaseOptions } from './supabase.ts';

/** A migrated and seeded database on free ports, gone when it is closed. */
export interface ThrowawayDatabase {
  /** Connection address as superuser; of the seeded database unless another is named. */
  databaseUrl(name?: string): string;
  databasePort: number;
  supabaseUrl: string;
  /** Ends the Supabase API alone, so that the database can be copied. */
  closeApi(): Promise<void>;
  close(): Promise<void>;
}

/** The database's name, overrides for its API, and whether each function is planned once for all values. */
type ThrowawayOptions = { name?: string; plansOnce?: boolean } & Pick<
  SupabaseOptions,
  'shopUrl' | 'onMail'
>;

/** Starts one for tests and tools. */
export async function startThrowawayDatabase(
  keys: SupabaseKeys,
  { name = 'postgres', plansOnce = false, ...more }: ThrowawayOptions = {},
): Promise<ThrowawayDatabase> {
  const folder = mkdtempSync(path.join(memoryFolder(), 'minicia-database-'));
  // PostgreSQL may run as another user than us.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const dir = path.join(folder, 'postgres');
  const settings = plansOnce ? ['plan_cache_mode=force_generic_plan'] : [];
  const server = await startPostgres({ dir, port, volatile: true, settings });
  if (name !== 'postgres') await server.createDatabase(name);
  const seedFile = path.join(projectFolder, 'supabase/seed/catalogue.sql');
  const databaseUrl = server.url(name);
  const supabase = await startSupabase({
    databaseUrl,
    port: 0,
    ...keys,
    seedFile,
    storageFolder: path.join(folder, 'storage'),
    ...more,
  });
  return {
    databaseUrl: (other = name) => server.url(other),
    databasePort: port,
    supabaseUrl: supabase.url,
    closeApi: () => supabase.close(),
    async close() {
      await supabase.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
