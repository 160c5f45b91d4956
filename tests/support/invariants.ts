import { readFileSync } from 'node:fs';
import path from 'node:path';
import type postgres from 'postgres';
import { projectFolder } from '#local/settings.ts';

export const invariantsText = readFileSync(
  path.join(projectFolder, 'supabase/schemas/platform/invariants.sql'),
  'utf8',
);

/** A violation of an invariant. */
export interface Violation {
  invariant: string;
  row: string;
  found: string;
}

/** Rows returned by the operator's query; empty if all is well. */
export async function violationsIn(sql: Pick<postgres.Sql, 'unsafe'>): Promise<Violation[]> {
  return [...(await sql.unsafe<Violation[]>('select * from public.violations()'))];
}
