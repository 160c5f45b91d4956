/** `npm run released`: records which names in the database the code of this commit uses. For the deployed commit. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readDatabaseSchema } from './database-schema.ts';
import { releasedFile, shippedCode, usedBy } from './released-schema.ts';
import { projectFolder } from './settings.ts';

const types = readFileSync(path.join(projectFolder, 'netlify/server/database.types.ts'), 'utf8');
const used = usedBy(shippedCode(), readDatabaseSchema(types));
writeFileSync(path.join(projectFolder, releasedFile), `${JSON.stringify(used, null, 1)}\n`);
console.log(releasedFile);
