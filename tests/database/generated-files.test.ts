import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { databaseTypes } from '#local/database-types.ts';
import { projectFolder } from '#local/settings.ts';
import { freshDatabase } from '../support/fresh-database.ts';

function projectFile(name: string): string {
  return readFileSync(path.join(projectFolder, name), 'utf8');
}

/** The `NAME = "value"` lines of one table of a TOML file. */
function tomlTable(toml: string, table: string): Record<string, string> {
  const [, body = ''] = toml.split(`[${table}]`);
  const [lines = ''] = body.split(/^\s*\[/m);
  return Object.fromEntries(
    Array.from(lines.matchAll(/^\s*(\w+)\s*=\s*"(.*)"\s*$/gm), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

test('the types of the database are those of the migrations', async () => {
  const database = await freshDatabase();
  try {
    expect(projectFile('netlify/server/database.types.ts')).toBe(await databaseTypes(database.url));
  } finally {
    await database.drop();
  }
});

test('the settings of Netlify’s dev server are those of .env.example', () => {
  const netlify = tomlTable(projectFile('netlify.toml'), 'context.dev.environment');
  const example = parseEnv(projectFile('.env.example'));
  expect(Object.keys(netlify).length).toBeGreaterThan(5);
  expect(example).toMatchObject(netlify);
  const local = Object.keys(example).filter((name) => !name.endsWith('_PORT'));
  expect(Object.keys(netlify).toSorted()).toEqual(local.toSorted());
});
