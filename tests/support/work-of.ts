import type postgres from 'postgres';
import type { FreshDatabase } from './fresh-database.ts';

/** The work of a statement: the tables it read and the functions it called, with counts; others are left out. */
export interface Work {
  /** Scans of a whole table where no index served. */
  scans: Record<string, number>;
  /** Rows read, by table. */
  rows: Record<string, number>;
  /** Calls, by SQL function. */
  calls: Record<string, number>;
}

type Counts = Map<string, number>;

/** What PostgreSQL has counted on this connection and not published yet. */
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
 * Does something in a transaction that is rolled back, and counts what it took. Tables of tests are so small that
 * PostgreSQL reads them whole; here it does so only where no index would serve, as in a shop of years.
 * @param given done first, and not counted.
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
    // Plans that this connection made before know nothing of that.
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
