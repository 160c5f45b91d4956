import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { figures, rush } from '../support/crowd.ts';
import { openBackend } from '../support/open-backend.ts';
import { newShopper, payOnPage, sessionOf, type Shopper } from '../support/shopper.ts';

// Runs through the functions; database.test.ts covers the same in SQL, without payments.

const { backend, shop } = await openBackend();
const { sql } = backend.database;
const other = await shop.newSku(5);
const drop = await shop.newSku(100);
/** Responses that must never occur. */
const faults: string[] = [];

/** Makes the requests of a browsing visitor. Adds the milliseconds of each round to `times`. */
async function lookAround(times: number[]): Promise<void> {
  const items = [{ productId: other.product_id, selectedColorId: other.variant_id }];
  const began = performance.now();
  const answers = await Promise.all([
    call(`${backend.origin}/api/listing/productListing/?first=12`),
    call(`${backend.origin}/api/listing/liveProducts/?ids=${other.product_id}`),
    call(`${backend.origin}/api/listing/cartvalidate/`, { json: { items } }),
    call(`${backend.origin}/api/listing/additionalPays/`),
  ]);
  times.push(performance.now() - began);
  for (const { status, body } of answers) {
    if (status !== 200) faults.push(`meanwhile ${status} ${JSON.stringify(body)}`);
  }
}

async function isOpen(): Promise<boolean> {
  const rows = await sql`
    select from products where id = ${drop.product_id} and visible_from <= now()`;
  return rows.length > 0;
}

/** Presses CHECKOUT until the payment page opens and pays, or until everything is sold. */
async function buy(buyer: Shopper): Promise<void> {
  for (;;) {
    const { status, body } = await buyer.checkOut([{ sku: drop, quantity: 1 }]);
    if (status === 200) {
      const session = sessionOf(JSON.stringify(body));
      await payOnPage(`${backend.stripeUrl}/c/pay/${session}`);
      await buyer.reduceQuantity(session);
      return;
    }
    if (status !== 409) faults.push(`CHECKOUT ${status} ${JSON.stringify(body)}`);
    if (await isOpen()) return;
    await pause(500);
  }
}

test('five hundred buyers at a drop: its hundred units are sold once, none early, and other visitors get responses', async ({
  annotate,
}) => {
  const buyers = await Promise.all(Array.from({ length: 500 }, () => newShopper(backend)));
  const before: number[] = [];
  const quiet = performance.now();
  for (let round = 0; round < 100; round += 1) await lookAround(before);
  const quietMs = performance.now() - quiet;

  await sql`
    update products set visible_from = now() + interval '3 seconds' where id = ${drop.product_id}`;
  const meanwhile: number[] = [];
  const over = new AbortController();
  const others = (async () => {
    while (!over.signal.aborted) {
      await lookAround(meanwhile);
      await pause(50);
    }
  })();
  const began = performance.now();
  const visits = await rush(buyers, 50, buy);
  const total = performance.now() - began;
  over.abort();
  await others;
  expect(faults).toEqual([]);

  await backend.stripe.whenIdle(60_000);
  const [sold] = await sql`
    select count(*)::int as units, count(*) filter (where c.created_at < p.visible_from)::int as early
    from order_items i
    join orders o on o.id = i.order_id
    join checkouts c on c.id = o.checkout_id
    join products p on p.id = i.product_id
    where i.product_id = ${drop.product_id}`;
  expect(sold).toEqual({ units: 100, early: 0 });
  await annotate(figures('Buyers of the drop', null, visits, total));
  await annotate(figures('Four calls of a page, before', null, before, quietMs));
  await annotate(figures('Four calls of a page, meanwhile', null, meanwhile, total));
}, 300_000);
