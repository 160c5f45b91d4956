import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  crowd,
  crowdSeed,
  expectNothingLost,
  figures,
  rush,
  scarceSkus,
  type Visitor,
} from '../support/crowd.ts';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';
import { refusalOf, type ShopDatabase, shopDatabase, type Sku } from '../support/shop-database.ts';

let database: FreshDatabase;
let shop: ShopDatabase;
let skus: Sku[];

beforeAll(async () => {
  database = await freshDatabase(50);
  shop = shopDatabase(database);
  skus = await scarceSkus(shop);
});
afterAll(() => database.drop());

/** The same visit without the Supabase API, so that the locks of the SQL functions really meet. */
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
    // Paid and given up at the same moment.
    await Promise.all([shop.release(checkout_id), shop.complete(checkout_id)]);
  }
}

test('five hundred shoppers on fifty connections: no unit is lost or sold twice, and nothing deadlocks', async ({
  annotate,
}) => {
  const seed = crowdSeed();
  await annotate(`LOAD_SEED=${seed} repeats this run`);
  const began = performance.now();
  const visits = await rush(crowd(skus, seed), 50, visit);
  const total = performance.now() - began;
  expect(await expectNothingLost(database, skus)).toBeGreaterThan(20);
  await annotate(figures('Visits through the SQL functions', seed, visits, total));
}, 120_000);
