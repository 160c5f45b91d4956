import { database, dataOf } from '../database.ts';

export interface PruneLimits {
  /** Rows of each kind erased per call to the database. */
  batch: number;
  /** Milliseconds after which no call is started. With the last one it stays below Netlify's limit of 30 s. */
  budgetMs: number;
}

const defaultLimits: PruneLimits = { batch: 500, budgetMs: 20_000 };

/** The result of a prune. */
export interface Prune {
  /** Rows erased, by the kinds of `retention_periods`. */
  erased: Record<string, number>;
  /** Whether time ran out: the next night's run erases the rest. */
  cutShort: boolean;
}

/**
 * Erases expired personal data, batch by batch.
 * @throws Error when the database refuses or is unreachable; rows erased by then stay erased.
 */
export async function prunePersonalData(limits: Partial<PruneLimits> = {}): Promise<Prune> {
  const { batch, budgetMs } = { ...defaultLimits, ...limits };
  const end = Date.now() + budgetMs;
  const erased: Record<string, number> = {};
  for (;;) {
    if (Date.now() >= end) return { erased, cutShort: true };
    const counts = dataOf(await database().rpc('prune_personal_data', { p_limit: batch }));
    for (const { data, rows } of counts) erased[data] = (erased[data] ?? 0) + rows;
    if (counts.every(({ rows }) => rows < batch)) return { erased, cutShort: false };
  }
}
