import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { releasedSchema } from './released-schema.ts';
import { projectFolder } from './settings.ts';

/** Path of the first migration, relative to the project folder. Git ignores it until the first deployment. */
export const baselineFile = 'supabase/migrations/20261122000000_baseline.sql';

const header = `-- Generated from supabase/schemas by \`npm run baseline\`. Do not edit.\n`;

const Config = z.object({
  db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }),
});

/** Paths of the schema files relative to the project folder, in the order of `supabase/config.toml`. */
export function schemaFiles(folder = projectFolder): string[] {
  const config = readFileSync(path.join(folder, 'supabase/config.toml'), 'utf8');
  const { schema_paths: paths } = Config.parse(parse(config)).db.migrations;
  return paths.map((name) => path.join('supabase', name));
}

/** SQL of the whole schema: all its files in their order. */
export function baseline(folder = projectFolder): string {
  const parts = schemaFiles(folder).map(
    (name) => `\n-- ${name}\n\n${readFileSync(path.join(folder, name), 'utf8').trim()}\n`,
  );
  return header + parts.join('');
}

/**
 * Writes the first migration.
 * @throws Error once a hosted project has run it.
 */
export function writeBaseline(folder = projectFolder): void {
  if (releasedSchema(folder)) {
    throw new Error(
      'The shop is deployed: write a migration instead (npm run migration -- add_x).',
    );
  }
  const file = path.join(folder, baselineFile);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, baseline(folder));
}

/** The reason why the first migration cannot be pushed as it is, with its remedy; null if it can. */
export function baselineFault(folder = projectFolder): string | null {
  const file = path.join(folder, baselineFile);
  const released = releasedSchema(folder) !== null;
  if (!existsSync(file)) {
    return released
      ? `${baselineFile} is missing, which a hosted project has run. Restore it from Git.`
      : `${baselineFile} is missing. Run npm run baseline.`;
  }
  return released || readFileSync(file, 'utf8') === baseline(folder)
    ? null
    : `${baselineFile} is older than supabase/schemas. Run npm run baseline.`;
}
