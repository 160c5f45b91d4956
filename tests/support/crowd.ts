import { expect } from 'vitest';
import { dice } from './dice.ts';
import type { FreshDatabase } from './fresh-database.ts';
import type { ShopDatabase, WantedLine, Sku } from './shop-database.ts';

/** Number of concurrent shoppers: demand several times the stock. */
export const crowdSize = 500;
const variants = 20;
const unitsEach = 5;

/** A shopper's action at the payment page: a third each. */
type Fate = 'pays' | 'is declined' | 'abandons';
const fates: Fate[] = ['pays', 'is declined', 'abandons'];

/** One shopper of a crowd, who wants a few colours in random order. */
export interface Visitor {
  wanted: WantedLine[];
  fate: Fate;
  /** Whether they use the cancel link when they abandon. */
  saysSo: boolean;
}

/** Random seed of this run: LOAD_SEED, or a new one each time. */
export function crowdSeed(): number {
  return Number(process.env['LOAD_SEED'] ?? Math.floor(Math.random() * 1_000_000));
}

/** Twenty colours of five units each. */
export function scarceSkus(shop: ShopDatabase): Promise<Sku[]> {
  return Promise.all(
    Array.from({ length: variants }, (_, place) => shop.newSku(unitsEach, 900 + 150 * place)),
  );
}

export function crowd(skus: readonly Sku[], seed: number): Visitor[] {
  const roll = dice(seed);
  return Array.from({ length: crowdSize }, (_, place) => {
    const shelf = [...skus];
    const wanted = Array.from({ length: 1 + roll(4) }, () => ({
      sku: shelf.splice(roll(shelf.length), 1),
      quantity: 1 + roll(2),
    })).flatMap(({ sku, quantity }) => sku.map((each) => ({ sku: each, quantity })));
    return { wanted, fate: fates[place % fates.length] ?? 'pays', saysSo: roll(2) === 0 };
  });
}

/** Runs a task for each item with the given concurrency. Returns the milliseconds of each. */
export async function rush<Item>(
  items: readonly Item[],
  atOnce: number,
  task: (item: Item) => Promise<void>,
): Promise<number[]> {
  const queue = items.values();
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) {
        const began = performance.now();
        await task(item);
        times.push(performance.now() - began);
      }
    }),
  );
  return times;
}

/**
 * Prints figures that no test asserts, for `npm run load`.
 * @param seed random seed of the run; null if nothing was random.
 */
export function figures(
  what: string,
  seed: number | null,
  times: number[],
  totalMs: number,
): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  const rate = ((times.length * 1000) / totalMs).toFixed(1);
  const chance = seed === null ? '' : ` (LOAD_SEED=${seed})`;
  return `${what}${chance}: ${times.length} in ${(totalMs / 1000).toFixed(1)} s, ${rate}/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

/** Expects that every unit was sold once or is still in stock, nothing deadlocked, and no work is left. */
export async function expectNothingLost({ sql }: FreshDatabase, skus: readonly Sku[]) {
  const stock = await sql<{ left: number; sold: number; held: number }[]>`
    select v.quantity as left,
      (select coalesce(sum(quantity), 0)::int from order_items where variant_id = v.id) as sold,
      (select coalesce(sum(quantity), 0)::int from stock_holds where variant_id = v.id) as held
    from color_variants v where v.id in ${sql(skus.map((sku) => sku.variant_id))}`;
  expect(stock.map(({ left, sold }) => left + sold)).toEqual(skus.map(() => unitsEach));
  expect(stock.map(({ held }) => held)).toEqual(skus.map(() => 0));
  const [circles] = await sql`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  expect(circles).toEqual({ deadlocks: 0 });
  return stock.reduce((sum, { sold }) => sum + sold, 0);
}
