import { expect, test } from 'vitest';
import sweep from '#handlers/jobs/checkout-sweep.ts';
import { openBackend } from '../support/open-backend.ts';
import { call, patiently } from '../support/call.ts';
import { dice } from '../support/dice.ts';
import type { WantedLine } from '../support/shop-database.ts';
import { newShopper, payOnPage, sessionOf } from '../support/shopper.ts';

const unitsAtStart = 9;
const buyers = 15;

const { backend, shop } = await openBackend();
const skus = await Promise.all([900, 1950, 4599].map((price) => shop.newSku(unitsAtStart, price)));

function basket(roll: (sides: number) => number): WantedLine[] {
  const first = roll(skus.length);
  return skus
    .filter((_, place) => place === first || roll(3) === 0)
    .map((sku) => ({ sku, quantity: 1 + roll(2) }));
}

/** Session id of a payment page; null when the checkout was refused for an expected reason. */
function sessionIn({ status, body }: { status: number; body: unknown }): string | null {
  if (status === 200) return sessionOf(JSON.stringify(body));
  if (status === 409) return null;
  throw new Error(`CHECKOUT answered ${status} ${JSON.stringify(body)}`);
}

/** A hurried shopper: two tabs, double clicks, payments, cancels and reloads, all concurrent. */
async function rush(seed: number): Promise<number[]> {
  const roll = dice(seed);
  const shopper = await newShopper(backend);
  const checkOut = (wanted: WantedLine[]) => patiently(() => shopper.checkOut(wanted));
  const comeBack = (session: string) => patiently(() => shopper.reduceQuantity(session));
  const [one, other] = [basket(roll), basket(roll)];
  const clicks = await Promise.all([
    checkOut(one),
    checkOut(one),
    ...(roll(2) === 0 ? [checkOut(other)] : []),
  ]);
  const sessions = [...new Set(clicks.map(sessionIn))].filter((id) => id !== null);
  const pages = await backend.stripe.sessions();
  const replies = await Promise.all(
    sessions.flatMap((session) => {
      const cancel = pages.find(({ id }) => id === session)?.cancel_url ?? '';
      const acts = [
        () => payOnPage(`${backend.stripeUrl}/c/pay/${session}`),
        () => payOnPage(`${backend.stripeUrl}/c/pay/${session}`),
        () => comeBack(session),
        ...(roll(4) === 0 ? [() => patiently(() => call(cancel))] : []),
        ...(roll(4) === 0 ? [() => checkOut(other)] : []),
      ];
      return acts.map((act) => act());
    }),
  );
  const last = await Promise.all(sessions.map(comeBack));
  return [...clicks, ...replies, ...last].map(({ status }) => status);
}

test('after a rush every unit is sold once or still in stock, and every penny belongs to an order or was refunded', async () => {
  await backend.stripe.webhookMode({ mode: 'repeat', times: 2 });
  const statuses = (
    await Promise.all(Array.from({ length: buyers }, (_, seed) => rush(seed * 7919 + 13)))
  ).flat();
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  await backend.stripe.whenIdle(15_000);
  await backend.database.sql`update checkouts set created_at = created_at - interval '1 hour'`;
  await sweep();

  const { sql } = backend.database;
  const stock = await sql<{ left: number; sold: number }[]>`
    select v.quantity as left, (
      select coalesce(sum(i.quantity), 0)::int from order_items i where i.variant_id = v.id) as sold
    from color_variants v where v.id in ${sql(skus.map((sku) => sku.variant_id))}`;
  expect(stock.map(({ left, sold }) => left + sold)).toEqual(skus.map(() => unitsAtStart));
  expect(stock.some(({ sold }) => sold > 0)).toBe(true);

  const sessions = await backend.stripe.sessions();
  const paid = sessions.filter(({ payment_status }) => payment_status === 'paid');
  expect(paid.length).toBeGreaterThan(5);
  const settled = await sql<{ session: string; charged: number; good: boolean }[]>`
    select p.stripe_session_id as session, p.charged_pence::int as charged,
      (p.status = 'paid') = (o.id is not null) and p.status in ('paid', 'refunded') as good
    from payments p left join orders o on o.payment_id = p.id`;
  expect(settled.filter(({ good }) => !good)).toEqual([]);
  expect(settled.map(({ session, charged }) => `${session} ${charged}`).toSorted()).toEqual(
    paid.map(({ id, amount_total }) => `${id} ${amount_total}`).toSorted(),
  );

  const [open] = await sql<[{ shoppers: number; checkouts: number; stray: number }]>`
    select count(distinct user_id)::int as shoppers, count(*)::int as checkouts, (
      select count(*)::int from stock_holds h join checkouts c on c.id = h.checkout_id
      where c.status <> 'open') as stray
    from checkouts where status = 'open'`;
  expect(open.checkouts).toBe(open.shoppers);
  expect(open.stray).toBe(0);
  const payable = sessions.filter(({ status }) => status === 'open');
  expect(payable).toHaveLength(open.checkouts);
});
