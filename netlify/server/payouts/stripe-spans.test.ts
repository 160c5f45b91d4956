import { expect, test } from 'vitest';
import { spansOf } from './stripe-spans.ts';

/** A list like Stripe's: newest first, a page of two at the most. */
function listOf(times: readonly number[]) {
  const all = times.map((created, place) => ({ id: `txn_${place}`, created })).toReversed();
  return async (asked: { created: { gte: number; lt?: number }; starting_after?: string }) => {
    const { gte, lt = Infinity } = asked.created;
    const found = all.filter(({ created }) => created >= gte && created < lt);
    const start = found.findIndex(({ id }) => id === asked.starting_after) + 1;
    return { data: found.slice(start, start + 2), has_more: found.length > start + 2 };
  };
}

test('every item is read, oldest span first, even many in one second', async () => {
  const times = [10, 10, 10, 10, 10, 11, 500, 501, 502, 503, 90_000, 90_001, 90_002];
  const seen: number[] = [];
  let until: number | null = 0;
  for await (const span of spansOf(listOf(times), 5)) {
    const here = span.items.map(({ created }) => created);
    expect(Math.min(...here, Infinity)).toBeGreaterThanOrEqual(seen.at(-1) ?? 0);
    seen.push(...here.toReversed());
    until = span.until;
  }
  expect(seen).toEqual(times);
  expect(until).toBeNull();
});

test('an interrupted reader goes on from the end of its last span', async () => {
  const list = listOf([10, 20, 30, 40, 50]);
  const first = await spansOf(list, 0).next();
  if (first.done) throw new Error('It has spans');
  const { items, until } = first.value;
  const seen = items.map(({ created }) => created);
  for await (const span of spansOf(list, until ?? 0)) {
    seen.push(...span.items.map(({ created }) => created));
  }
  expect(seen.toSorted()).toEqual([10, 20, 30, 40, 50]);
});
