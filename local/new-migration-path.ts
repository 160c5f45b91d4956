import path from 'node:path';

/** Where a migration that is written now belongs, from the project's top folder. */
export function newMigrationPath(name: string): string {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return path.join('supabase/migrations', `${time}_${name}.sql`);
}
