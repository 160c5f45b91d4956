import type { Count } from '#domain/browsing/counts.ts';
import type { CountKind } from '#domain/enums.ts';
import { afterAnswer } from '../after-answer.ts';
import { database, dataOf } from '../database.ts';
import { textLimits } from '../rate-limit/attempt.ts';
import { isCounted } from './is-counted.ts';

/** Kinds whose keys visitors and other sites write. */
const textKinds: ReadonlySet<CountKind> = new Set([
  'searched',
  'searched_in_vain',
  'referrer',
  'campaign',
  'referrer_added',
  'campaign_added',
]);

/**
 * Adds to the sums of today after the response, if the request may be counted.
 * @param ip the visitor's address, whose new texts are limited.
 */
export function countVisit(request: Request, counts: readonly Count[], ip: string): void {
  if (counts.length === 0 || !isCounted(request)) return;
  const p_counts = counts.map((count) => ({
    ...count,
    ...(textKinds.has(count.kind) && textLimits(count, ip)),
  }));
  afterAnswer('A visit was not counted', async () =>
    dataOf(await database().rpc('add_counts', { p_counts })),
  );
}
