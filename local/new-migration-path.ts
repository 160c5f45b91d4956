import path from 'node:path';

/** Path of a migration created now, or `later` seconds from now, relative to the project folder. */
export function newMigrationPath(name: string, later = 0): string {
  const time = new Date(Date.now() + later * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return path.join('supabase/migrations', `${time}_${name}.sql`);
}
