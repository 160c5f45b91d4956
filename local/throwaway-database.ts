import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { memoryFolder } from './memory-folder.ts';
import { freePort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { projectFolder } from './settings.ts';
import { startSupabase, type SupabaseKeys, type SupabaseOptions } from './supabase.ts';

/** A migrated and seeded database on free ports, deleted when closed. */
export interface ThrowawayDatabase {
  /** Connection URL as superuser; the seeded database by default. */
  databaseUrl(name?: string): string;
  databasePort: number;
  supabaseUrl: string;
  /** The schema as the Supabase API reads it, for copies of the database. */
  schemaFile: string;
  /** Closes only the Supabase API, so that the database can be copied. */
  closeApi(): Promise<void>;
  close(): Promise<void>;
}

/** Database name, API overrides, server settings, each as `name=value`, and folder for a database too large for memory. */
type ThrowawayOptions = { name?: string; settings?: readonly string[]; parent?: string } & Pick<
  SupabaseOptions,
  'shopUrl' | 'onMail'
>;

/** Keys for a database that no client calls. */
export const unusedKeys: SupabaseKeys = {
  publishableKey: 'unused',
  secretKey: 'unused',
  jwtSecret: 'unused'.repeat(6),
};

/** Starts one for tests and tools. */
export async function startThrowawayDatabase(
  keys: SupabaseKeys,
  { name = 'postgres', settings = [], parent = memoryFolder(), ...more }: ThrowawayOptions = {},
): Promise<ThrowawayDatabase> {
  const folder = mkdtempSync(path.join(parent, 'minicia-database-'));
  // PostgreSQL may run as a different user.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const dir = path.join(folder, 'postgres');
  const server = await startPostgres({ dir, port, volatile: true, settings });
  if (name !== 'postgres') await server.createDatabase(name);
  const seedFile = path.join(projectFolder, 'supabase/seed/catalogue.sql');
  const databaseUrl = server.url(name);
  const schemaFile = path.join(folder, 'schema.json');
  const supabase = await startSupabase({
    databaseUrl,
    port: 0,
    ...keys,
    seedFile,
    storageFolder: path.join(folder, 'storage'),
    schemaFile,
    ...more,
  });
  return {
    databaseUrl: (other = name) => server.url(other),
    databasePort: port,
    supabaseUrl: supabase.url,
    schemaFile,
    closeApi: () => supabase.close(),
    async close() {
      await supabase.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
