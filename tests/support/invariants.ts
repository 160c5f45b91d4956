import { readFileSync } from 'node:fs';
import path from 'node:path';
import type postgres from 'postgres';
import { projectFolder } from '#local/settings.ts';

export const invariantsText = readFileSync(
  path.join(projectFolder, 'supabase/invariants.sql'),
  'utf8',
);

/** A row that contradicts what must always be true. */
export interface Violation {
  invariant: string;
  row: string;
  found: string;
}

/** What the operator's query finds wrong in a database; nothing when all is well. */
export async function violationsIn(sql: Pick<postgres.Sql, 'unsafe'>): Promise<Violation[]> {
  return [...(await sql.unsafe<Violation[]>(invariantsText))];
}
