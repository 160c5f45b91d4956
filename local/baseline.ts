import { readFileSync } from 'node:fs';
import path from 'node:path';
import { schemaFiles } from './bare-schema.ts';
import { projectFolder } from './settings.ts';

/** Path of the first migration, relative to the project folder. */
export const baselineFile = 'supabase/migrations/20261122000000_baseline.sql';

const header = `-- Generated from supabase/schemas by \`npm run baseline\`. Do not edit.\n`;

/** SQL of the first migration: all schema files in the order of `supabase/config.toml`. */
export function baseline(): string {
  const parts = schemaFiles().map((file) => {
    const name = path.relative(projectFolder, file);
    return `\n-- ${name}\n\n${readFileSync(file, 'utf8').trim()}\n`;
  });
  return header + parts.join('');
}
