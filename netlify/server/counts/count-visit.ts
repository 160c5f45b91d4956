import type { Count } from '#domain/counts.ts';
import { afterAnswer } from '../after-answer.ts';
import { database, dataOf } from '../database.ts';
import { isCounted } from './is-counted.ts';

/** Adds to the sums of today after the response, if the request may be counted. */
export function countVisit(request: Request, counts: readonly Count[]): void {
  if (counts.length === 0 || !isCounted(request)) return;
  afterAnswer('A visit was not counted', async () =>
    dataOf(await database().rpc('add_counts', { p_counts: counts.map((count) => ({ ...count })) })),
  );
}
