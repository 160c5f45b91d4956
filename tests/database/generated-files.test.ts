import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { databaseTypes } from '#local/database-types.ts';
import { projectFolder } from '#local/settings.ts';
import { freshDatabase } from '../support/fresh-database.ts';

function projectFile(name: string): string {
  return readFileSync(path.join(projectFolder, name), 'utf8');
}

test('the generated database types match the migrations', async () => {
  const database = await freshDatabase();
  try {
    expect(projectFile('netlify/server/database.types.ts')).toBe(await databaseTypes(database.url));
  } finally {
    await database.drop();
  }
});
