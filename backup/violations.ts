import type { Connection } from './tables.ts';

/** Number of violations of each invariant, except late orders, which are work for packers and grow with time. */
export async function violationsByInvariant(sql: Connection): Promise<Record<string, number>> {
  const found = await sql.unsafe<{ invariant: string; number: number }[]>(`
    select invariant, count(*)::integer as number from public.violations()
    where invariant <> 'an order leaves by the day it was promised' group by invariant order by invariant`);
  return Object.fromEntries(found.map(({ invariant, number }) => [invariant, number]));
}
