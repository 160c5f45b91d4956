import { z } from 'zod';
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

const Counts = z.record(z.string(), z.int());

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
    const counts = Counts.parse(
      dataOf(await database().rpc('prune_personal_data', { p_limit: batch })),
    );
    for (const [kind, rows] of Object.entries(counts)) erased[kind] = (erased[kind] ?? 0) + rows;
    if (Object.values(counts).every((rows) => rows < batch)) return { erased, cutShort: false };
  }
}
