/** `npm run baseline`: writes the first migration from supabase/schemas, until the first deployment. */
import { baselineFile, writeBaseline } from './baseline.ts';

writeBaseline();
console.log(baselineFile);
