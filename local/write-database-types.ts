/** `npm run types`: writes the limits of product facts for SQL, then types and enums of the database. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { databaseTypes } from './database-types.ts';
import { productFactsFile, productFactsSql } from './product-facts-sql.ts';
import { projectFolder } from './settings.ts';
import { startThrowawayDatabase, unusedKeys } from './throwaway-database.ts';

writeFileSync(productFactsFile, productFactsSql());
const database = await startThrowawayDatabase(unusedKeys);
try {
  const files = await databaseTypes(database.databaseUrl());
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(projectFolder, name), text);
  }
} finally {
  await database.close();
}
