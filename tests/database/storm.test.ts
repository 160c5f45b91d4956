import { expect, test } from 'vitest';
import { dice } from '../support/dice.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type WantedLine } from '../support/shop-database.ts';

const unitsAtStart = 25;
const rounds = 3;

const { shop, sql } = await openDatabase(12);
const skus = await Promise.all(Array.from({ length: 5 }, () => shop.newSku(unitsAtStart)));

/** The new checkout's id; null when stock is short. Any other refusal fails the test. */
async function openedOrShort(buyer: string, wanted: WantedLine[], replaces: string | undefined) {
  const opening = shop.open(buyer, wanted, replaces ? { replaces } : {});
  const refusal = await refusalOf(opening);
  if (refusal && refusal.reason !== 'out_of_stock') throw new Error(JSON.stringify(refusal));
  return refusal ? null : (await opening).checkout_id;
}

/** A shopper who opens checkouts and pays, cancels, returns late or lets the hold expire. */
async function shopAround(seed: number): Promise<void> {
  const roll = dice(seed);
  const buyer = await shop.newShopper();
  let replaces: string | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const first = roll(skus.length);
    const wanted: WantedLine[] = skus
      .filter((_, place) => place === first || roll(3) === 0)
      .map((sku) => ({ sku, quantity: 1 + roll(3) }));
    const checkout = await openedOrShort(buyer, wanted, replaces);
    if (!checkout) continue;
    replaces = checkout;
    const fate = roll(6);
    if (fate === 0) await shop.release(checkout);
    else if (fate === 1) await Promise.all([shop.release(checkout), shop.complete(checkout)]);
    else if (fate === 2) {
      await shop.letHoldsRunOut(checkout);
      await shop.complete(checkout);
    } else if (fate > 3) await Promise.all([1, 2, 3].map(() => shop.complete(checkout)));
  }
}

test('after a storm of buyers every unit has been sold once or is still in stock, without deadlocks', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, seed) => shopAround(seed * 7919 + 1)));

  const stock = await sql<{ left: number; sold: number; held: number }[]>`
    select v.quantity as left,
           coalesce((select sum(i.quantity) from order_items i where i.variant_id = v.id), 0)::int as sold,
           coalesce((select sum(h.quantity) from stock_holds h
                     where h.variant_id = v.id and h.expires_at > now()), 0)::int as held
    from color_variants v where v.id in ${sql(skus.map((sku) => sku.variant_id))}`;
  expect(stock).toHaveLength(skus.length);
  for (const { left, sold, held } of stock) {
    expect(left + sold).toBe(unitsAtStart);
    expect(held).toBeLessThanOrEqual(left);
  }
  expect(stock.some(({ sold }) => sold > 0)).toBe(true);

  const [counts] = await sql`
    select (select count(*)::int from orders) as orders,
           (select count(*)::int from checkouts where status = 'completed') as completed,
           (select count(*)::int from payments) as payments,
           (select count(*)::int from checkouts
            where status in ('completed', 'refund_due')) as paid,
           (select count(*)::int from stock_holds h join checkouts c on c.id = h.checkout_id
            where c.status <> 'open') as "forgottenHolds"`;
  expect(counts).toMatchObject({ forgottenHolds: 0 });
  expect(counts?.['orders']).toBe(counts?.['completed']);
  expect(counts?.['payments']).toBe(counts?.['paid']);
  expect(counts?.['orders']).toBeGreaterThan(10);
  const [circles] = await sql`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  expect(circles).toEqual({ deadlocks: 0 });
});
