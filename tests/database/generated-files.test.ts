import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { databaseTypes } from '#local/database-types.ts';
import { projectFolder } from '#local/settings.ts';
import { freshDatabase } from '../support/fresh-database.ts';

test('the generated database types and enums match the migrations', async () => {
  const database = await freshDatabase();
  try {
    const files = await databaseTypes(database.url);
    expect(Object.keys(files)).toEqual(['netlify/server/database.types.ts', 'src/domain/enums.ts']);
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(path.join(projectFolder, name), 'utf8'), 'run npm run types').toBe(text);
    }
  } finally {
    await database.drop();
  }
});
