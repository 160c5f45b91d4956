import type postgres from 'postgres';

/** Milliseconds of one invariant alone, with the shared parts it reads. */
export interface InvariantTime {
  invariant: string;
  ms: number;
}

/** Times each invariant of `violations()` as a statement of its own, dearest first. */
export async function timeInvariants(sql: postgres.Sql): Promise<InvariantTime[]> {
  const [{ body }] = await sql<[{ body: string }]>`
    select prosrc as body from pg_proc where oid = 'public.violations()'::regprocedure`;
  const [, shared, all] = /^\s*(with[^]*?)(?=^select)([^]*)^order by/m.exec(body) ?? [];
  const times: InvariantTime[] = [];
  for (const invariant of (all ?? '').split(/^union all$/m)) {
    const name = /select '((?:[^']|'')+)'/.exec(invariant)?.[1];
    if (name === undefined) throw new Error(`An invariant without a name: ${invariant}`);
    const began = performance.now();
    await sql.unsafe(`${shared} select count(*) from (${invariant}) found`);
    times.push({ invariant: name.replaceAll("''", "'"), ms: performance.now() - began });
  }
  return times.toSorted((a, b) => b.ms - a.ms);
}
