/** `npm run baseline`: writes the first migration from supabase/schemas, until the first deployment. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { baseline, baselineFile } from './baseline.ts';
import { projectFolder } from './settings.ts';

writeFileSync(path.join(projectFolder, baselineFile), baseline());
console.log(baselineFile);
