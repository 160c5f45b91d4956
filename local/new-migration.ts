/**
 * `npm run migration -- add_material`: writes a migration from the existing ones to supabase/schemas. Review
 * it: no tool knows how to convert existing rows. Policies get a migration of their own.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { refillSchema } from './bare-schema.ts';
import { baseline } from './baseline.ts';
import { migrations } from './migrations.ts';
import { newMigrationPath } from './new-migration-path.ts';
import { releasedSchema } from './released-schema.ts';
import { schemaChanges } from './schema-changes.ts';
import { projectFolder } from './settings.ts';
import { startThrowawayDatabase, unusedKeys } from './throwaway-database.ts';

/** Fills the `public` schema of a database. */
async function fill(url: string, sources: readonly { sql: string }[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await refillSchema(sql, sources);
  await sql.end();
}

const [name = ''] = process.argv.slice(2);
if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
  throw new Error('Name the migration in lower case: npm run migration -- add_material');
}
if (!releasedSchema()) {
  throw new Error('Nothing to do: before the first deployment supabase/schemas is the migration.');
}
const database = await startThrowawayDatabase(unusedKeys, { name: 'migrated' });
try {
  await database.closeApi();
  const server = postgres(database.databaseUrl('postgres'), { max: 1 });
  await server`create database declared template migrated`;
  await server.end();
  const [migrated, declared] = [database.databaseUrl('migrated'), database.databaseUrl('declared')];
  await fill(migrated, migrations());
  await fill(declared, [{ sql: baseline() }]);
  const { others, policies } = schemaChanges(migrated, declared);
  if (others === null && policies === null)
    throw new Error('Nothing to do: the migrations already match supabase/schemas.');
  for (const [sql, file] of [
    [others, newMigrationPath(name)],
    [policies, newMigrationPath(`${name}_policies`, 1)],
  ] as const) {
    if (sql === null) continue;
    writeFileSync(path.join(projectFolder, file), sql);
    console.log(file);
  }
} finally {
  await database.close();
}
