import path from 'node:path';

/** Path of a migration created now, relative to the project folder. */
export function newMigrationPath(name: string): string {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return path.join('supabase/migrations', `${time}_${name}.sql`);
}
