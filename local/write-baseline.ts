/** `npm run baseline`: writes the first migration from supabase/schemas, until the first deployment. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { baseline, baselineFile } from './baseline.ts';
import { releasedSchema } from './released-schema.ts';
import { projectFolder } from './settings.ts';

if (releasedSchema()) {
  throw new Error('The shop is deployed: write a migration instead (npm run migration -- add_x).');
}
writeFileSync(path.join(projectFolder, baselineFile), baseline());
console.log(baselineFile);
