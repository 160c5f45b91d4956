import type postgres from 'postgres';

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
