/** `npm run types`: regenerates netlify/server/database.types.ts from the migrations. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { databaseTypes } from './database-types.ts';
import { projectFolder } from './settings.ts';
import { startThrowawayDatabase } from './throwaway-database.ts';

const keys = { publishableKey: 'unused', secretKey: 'unused', jwtSecret: 'unused'.repeat(6) };
const database = await startThrowawayDatabase(keys);
try {
  const types = await databaseTypes(database.databaseUrl());
  writeFileSync(path.join(projectFolder, 'netlify/server/database.types.ts'), types);
} finally {
  await database.close();
}
