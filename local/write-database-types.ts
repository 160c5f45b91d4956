/** `npm run types`: writes the types and the enums of the database from the migrations. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { databaseTypes } from './database-types.ts';
import { projectFolder } from './settings.ts';
import { startThrowawayDatabase } from './throwaway-database.ts';

const keys = { publishableKey: 'unused', secretKey: 'unused', jwtSecret: 'unused'.repeat(6) };
const database = await startThrowawayDatabase(keys);
try {
  const files = await databaseTypes(database.databaseUrl());
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(projectFolder, name), text);
  }
} finally {
  await database.close();
}
