import { resourceMissing } from './api-error.ts';
import type { CreatedRange, PageParameters } from './request-parameters.ts';

/** Stripe's list envelope (docs.stripe.com/api/pagination). */
export interface ListPage<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

const DEFAULT_LIMIT = 10;

function positionOf(
  items: readonly { id: string }[],
  id: string,
  parameter: 'starting_after' | 'ending_before',
): number {
  const position = items.findIndex((item) => item.id === id);
  if (position === -1) throw resourceMissing('object', id, parameter);
  return position;
}

/**
 * One page of a sorted list.
 * @throws ApiError when a cursor is not in the list
 */
export function listPage<T extends { id: string }>(
  items: readonly T[],
  page: PageParameters,
  url: string,
): ListPage<T> {
  const limit = page.limit ?? DEFAULT_LIMIT;
  if (page.ending_before !== undefined) {
    const end = positionOf(items, page.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: items.slice(start, end), has_more: start > 0, url };
  }
  const start =
    page.starting_after === undefined
      ? 0
      : positionOf(items, page.starting_after, 'starting_after') + 1;
  const end = start + limit;
  return { object: 'list', data: items.slice(start, end), has_more: end < items.length, url };
}

/** Stored objects, newest first, as Stripe lists them. */
export function newestFirst<T>(stored: ReadonlyMap<string, T>): T[] {
  return [...stored.values()].toReversed();
}

/** Whether a Unix time in seconds is within the range, if there is one. */
export function isWithin(created: number, range: CreatedRange | undefined): boolean {
  if (!range) return true;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}
