import type { Shop } from './shop.ts';

/**
 * Measures each shop in turn, so that what else the machine does meets all of them.
 * @returns each shop's results, in order; without those that there was nothing to measure for.
 */
export async function inTurns<Result>(
  shops: readonly Shop[],
  runs: number,
  measure: (shop: Shop) => Promise<Result | undefined>,
): Promise<Result[][]> {
  const results = shops.map((): Result[] => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, shop] of shops.entries()) {
      const result = await measure(shop);
      if (result !== undefined) results[index]?.push(result);
    }
  }
  return results;
}
