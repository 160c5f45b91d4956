import { expect, test } from 'vitest';
import { sweepCheckouts } from '#server/checkout/sweep-checkouts.ts';
import { openBackend } from '../support/open-backend.ts';
import { call } from '../support/call.ts';
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
import { shopDatabase, type WantedLine } from '../support/shop-database.ts';
import { newShopper, payOnPage, sessionOf, type Shopper } from '../support/shopper.ts';

/** Milliseconds of each press of CHECKOUT. */
const presses: number[] = [];
/** Responses that must never occur. */
const faults: string[] = [];

const { backend } = await openBackend();
const skus = await scarceSkus(shopDatabase(backend.database));

async function press(shopper: Shopper, wanted: WantedLine[]): Promise<string | null> {
  const began = performance.now();
  const { status, body } = await shopper.checkOut(wanted);
  presses.push(performance.now() - began);
  if (status === 200) return sessionOf(JSON.stringify(body));
  if (status !== 409) faults.push(`CHECKOUT ${status} ${JSON.stringify(body)}`);
  return null;
}

/** A visit from CHECKOUT to its end; retries with one unit if not everything is in stock. */
async function visit({ wanted, fate, saysSo }: Visitor): Promise<void> {
  const shopper = await newShopper(backend);
  const least = wanted.slice(0, 1).map(({ sku }) => ({ sku, quantity: 1 }));
  const session = (await press(shopper, wanted)) ?? (await press(shopper, least));
  if (!session) return;
  const page = `${backend.stripeUrl}/c/pay/${session}`;
  if (fate === 'pays') {
    const paying = await payOnPage(page);
    if (paying.status !== 303) faults.push(`payment page ${paying.status}`);
    const { status, body } = await shopper.reduceQuantity(session);
    if (status !== 200) faults.push(`return ${status} ${JSON.stringify(body)}`);
  } else if (fate === 'is declined') {
    await payOnPage(page, { card: '4000 0000 0000 0002' });
  } else if (saysSo) {
    const checkout = await backend.database.sql<{ id: string }[]>`
      select id from checkouts where stripe_session_id = ${session}`;
    await call(`${backend.origin}/api/stripe/cancel/?checkout=${checkout[0]?.id}`);
  }
}

test(`${crowdSize} shoppers for a hundred units: none is lost or sold twice, and each payment becomes one order`, async ({
  annotate,
}) => {
  const seed = crowdSeed();
  await annotate(`LOAD_SEED=${seed} repeats this run`);
  const began = performance.now();
  const visits = await rush(crowd(skus, seed), 40, visit);
  const total = performance.now() - began;
  expect(faults).toEqual([]);

  await backend.stripe.advanceClock(40 * 60);
  await backend.stripe.whenIdle(60_000);
  await backend.database.sql`update checkouts set created_at = created_at - interval '1 hour'`;
  await sweepCheckouts({ budgetMs: 60_000, patienceMs: 60_000 });

  const sold = await expectNothingLost(backend.database, skus);
  expect(sold).toBeGreaterThan(20);
  const sessions = await backend.stripe.sessions();
  const paid = sessions.filter(({ payment_status }) => payment_status === 'paid');
  const orders = await backend.database.sql<{ paid: string }[]>`
    select p.stripe_session_id || ' ' || o.order_amount_pence as paid
    from orders o join payments p on p.id = o.payment_id`;
  expect(orders.map((order) => order.paid).toSorted()).toEqual(
    paid.map(({ id, amount_total }) => `${id} ${amount_total}`).toSorted(),
  );
  expect(sessions.filter(({ status }) => status === 'open')).toEqual([]);
  await annotate(figures('Visits through the functions', seed, visits, total));
  await annotate(figures('Presses of CHECKOUT', seed, presses, total));
  await annotate(`${sessions.length} payment pages, ${paid.length} orders, ${sold} units sold`);
}, 300_000);
