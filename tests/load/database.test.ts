import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import {
  crowd,
  crowdSeed,
  crowdSize,
  expectNothingLost,
  figures,
  rush,
  scarceSkus,
  type Visitor,
} from '../support/crowd.ts';
import { runsWhole } from '../support/long-suites.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type Sku } from '../support/shop-database.ts';

const { database, shop, sql } = await openDatabase(runsWhole ? 50 : 12);
let skus: Sku[];
/** Shoppers of a drop that has a unit for every fifth. */
const waiting = runsWhole ? 500 : 100;

beforeAll(async () => {
  skus = await scarceSkus(shop);
});

/** A visit directly to the database, so that the SQL functions really contend for locks. */
async function visit({ wanted, fate, saysSo }: Visitor): Promise<void> {
  const buyer = await shop.newShopper();
  const opening = shop.open(buyer, wanted);
  const refusal = await refusalOf(opening);
  if (refusal) {
    if (refusal.reason !== 'out_of_stock') throw new Error(JSON.stringify(refusal));
    return;
  }
  const { checkout_id } = await opening;
  if (fate === 'pays') {
    await Promise.all([shop.complete(checkout_id), shop.complete(checkout_id)]);
  } else if (fate === 'is declined' || saysSo) {
    await Promise.all([shop.release(checkout_id), shop.release(checkout_id)]);
  } else {
    // Paid and released at the same moment.
    await Promise.all([shop.release(checkout_id), shop.complete(checkout_id)]);
  }
}

test(`${waiting} shoppers waiting for a drop: nothing is sold early, and everything once afterwards`, async () => {
  const drop = await shop.newSku(waiting / 5);
  const buyers = await Promise.all(Array.from({ length: waiting }, () => shop.newShopper()));
  await sql`
    update products set visible_from = now() + interval '1.5 seconds' where id = ${drop.product_id}`;
  let tries = 0;
  await rush(buyers, 50, async (buyer) => {
    for (;;) {
      tries += 1;
      const opening = shop.open(buyer, [{ sku: drop, quantity: 1 }]);
      const refusal = await refusalOf(opening);
      if (!refusal) {
        await shop.complete((await opening).checkout_id);
        return;
      }
      if (refusal.reason !== 'out_of_stock') throw new Error(JSON.stringify(refusal));
      // Sold out, rather than refused because the sale is closed.
      const [over] = await sql`
        select from products where id = ${drop.product_id} and visible_from <= now()`;
      if (over) return;
      await pause(100);
    }
  });
  const [sold] = await sql`
    select count(*)::int as units, count(*) filter (where c.created_at < p.visible_from)::int as early
    from order_items i
    join orders o on o.id = i.order_id
    join checkouts c on c.id = o.checkout_id
    join products p on p.id = i.product_id
    where i.product_id = ${drop.product_id}`;
  expect(sold).toEqual({ units: waiting / 5, early: 0 });
  expect(tries).toBeGreaterThan(waiting + 50);
});

// A smaller crowd with the same rules always runs: tests/database/storm.test.ts.
test.runIf(runsWhole)(
  `${crowdSize} shoppers on fifty connections: no unit is lost or sold twice, without deadlocks`,
  async ({ annotate }) => {
    const seed = crowdSeed();
    await annotate(`LOAD_SEED=${seed} repeats this run`);
    const began = performance.now();
    const visits = await rush(crowd(skus, seed), 50, visit);
    const total = performance.now() - began;
    expect(await expectNothingLost(database, skus)).toBeGreaterThan(20);
    await annotate(figures('Visits through the SQL functions', seed, visits, total));
  },
);
