import type { Shop } from './shop.ts';

/**
 * Alternates between the shops, so that other load on the machine affects all of them equally.
 * @returns each shop's results, in order; without shops that had nothing to measure.
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
