import type postgres from 'postgres';
import type { FreshDatabase } from './fresh-database.ts';

/** Work of a statement: counts of tables read and functions called; others are omitted. */
export interface Work {
  /** Sequential scans for which no index was usable. */
  scans: Record<string, number>;
  /** Rows read, by table. */
  rows: Record<string, number>;
  /** Calls, by SQL function. */
  calls: Record<string, number>;
}

type Counts = Map<string, number>;

/** PostgreSQL's pending statistics of this connection. */
async function countsOf(tx: postgres.TransactionSql): Promise<Counts> {
  const counts = await tx<{ name: string; count: number }[]>`
    select 'scans ' || relname as name, seq_scan::int as count
    from pg_stat_xact_user_tables where schemaname = 'public'
    union all
    select 'rows ' || relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int
    from pg_stat_xact_user_tables where schemaname = 'public'
    union all
    select 'calls ' || funcname, calls::int from pg_stat_xact_user_functions`;
  return new Map(counts.map(({ name, count }) => [name, count]));
}

function added(kind: keyof Work, before: Counts, after: Counts): Record<string, number> {
  const counts = [...after].flatMap(([key, count]) => {
    const more = count - (before.get(key) ?? 0);
    const [of, name = ''] = key.split(' ');
    return of === kind && more > 0 ? [[name, more] as const] : [];
  });
  return Object.fromEntries(counts);
}

/**
 * Runs work in a transaction that is rolled back, and counts it. PostgreSQL scans the small tables of tests
 * sequentially; here it does so only where no index is usable, as in a shop with years of data.
 * @param given runs first and is not counted.
 */
export async function workOf(
  { sql }: FreshDatabase,
  act: (tx: postgres.TransactionSql) => Promise<unknown>,
  given?: (tx: postgres.TransactionSql) => Promise<unknown>,
): Promise<Work> {
  const undo = new Error('undo');
  let [before, after]: Counts[] = [];
  const done = sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    await tx`set local track_functions = 'all'`;
    // Plans cached by this connection ignore that setting.
    await tx`discard plans`;
    await given?.(tx);
    before = await countsOf(tx);
    await act(tx);
    after = await countsOf(tx);
    throw undo;
  });
  await done.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  if (!before || !after) throw new Error('Nothing was counted.');
  return {
    scans: added('scans', before, after),
    rows: added('rows', before, after),
    calls: added('calls', before, after),
  };
}
