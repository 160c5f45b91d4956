import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { databaseTypes } from '#local/database-types.ts';
import { readDatabaseSchema } from '#local/database-schema.ts';
import { productFactsFile, productFactsSql } from '#local/product-facts-sql.ts';
import { brokenFor, shippedCode, usedBy } from '#local/released-schema.ts';
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

test('SQL has the product facts of the table in TypeScript', () => {
  expect(readFileSync(productFactsFile, 'utf8'), 'run npm run types').toBe(productFactsSql());
});

test('a migration that the deployed code would not survive is named', async () => {
  const types = 'netlify/server/database.types.ts';
  const deployed = readDatabaseSchema(readFileSync(path.join(projectFolder, types), 'utf8'));
  const database = await freshDatabase();
  await database.sql.unsafe(`
    alter table terms_versions rename column published_at to at;
    alter type staff_role rename value 'packer' to 'sender';
    drop function applied_migrations()`);
  const files = await databaseTypes(database.url);
  await database.drop();
  expect(brokenFor(usedBy(shippedCode(), deployed), readDatabaseSchema(files[types]))).toEqual([
    'the function applied_migrations is gone',
    'the table terms_versions no longer has published_at',
    'the enum staff_role no longer has packer',
  ]);
});
