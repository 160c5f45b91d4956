import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { promiseText } from '#domain/orders/order-promise.ts';
import { call } from '../support/call.ts';
import { factsOf, makeOld } from '../support/checkout-facts.ts';
import { openBackend } from '../support/open-backend.ts';
import { Figures, type Shopper } from '../support/shopper.ts';
import { eventually } from '../support/eventually.ts';

const { backend, shop, purchases } = await openBackend({ mails: true });
const { sql } = backend.database;
beforeEach(async () => {
  await backend.stripe.reset();
  backend.mailbox.reset();
});

/** A paid purchase, completed by the return page. */
async function bought() {
  const { shopper, session } = await purchases.paidInSilence();
  await shopper.comeBack(session);
  const { checkout = '' } = (await factsOf(backend.database, session)) ?? {};
  return { shopper, session, checkout };
}

const Orders = z.object({ orders: z.array(z.object({ promise: z.string().nullable() })) });

/** Promises shown in a shopper's account. */
async function promisesOf({ token }: Shopper): Promise<(string | null)[]> {
  const { body } = await call(`${backend.origin}/api/account/orders`, { token });
  return Orders.parse(body).orders.map(({ promise }) => promise);
}

/** Promise stored for the order of a checkout. */
async function storedPromise(checkout: string): Promise<string> {
  const [row] = await sql<
    [{ country: string; leaves_by: string; arrives_from: string; arrives_by: string }]
  >`
    select country, leaves_by::text, arrives_from::text, arrives_by::text
    from orders where checkout_id = ${checkout}`;
  return promiseText(row);
}

describe('the promise of an order', () => {
  test('is the same on the return page, in the account and in the e-mail', async () => {
    const { shopper, session, checkout } = await bought();
    const promise = await storedPromise(checkout);
    expect(promise).toMatch(/^Leaves by \w+day \d+ \w+, arrives \d+( \w+ )?– ?\d+ \w+$/);

    const figures = Figures.parse((await shopper.reduceQuantity(session)).body);
    const payment = await purchases.paymentOf(session);
    expect(await shopper.createOrder(figures, payment, session)).toMatchObject({
      status: 201,
      body: { id: expect.any(Number), status: 'processing', promise },
    });
    expect(await promisesOf(shopper)).toEqual([promise]);
    await eventually(() => expect(backend.mailbox.mails()).toHaveLength(1));
    const [mail] = backend.mailbox.mails();
    for (const content of [mail?.text, mail?.html]) expect(content).toContain(`${promise}.`);
  });

  test('equals the promise of the product page', async () => {
    const Told = z.object({
      deliveries: z.array(
        z.object({
          name: z.string(),
          leaves_by: z.string(),
          arrives_from: z.string(),
          arrives_by: z.string(),
        }),
      ),
    });
    const { body } = await call(`${backend.origin}/api/listing/deliveries/`);
    const [standard, ...others] = Told.parse(body).deliveries;
    const { checkout } = await bought();
    expect(standard && promiseText({ ...standard, country: 'GB' })).toBe(
      await storedPromise(checkout),
    );
    expect(others.map(({ name }) => name)).toEqual([expect.stringMatching(/express/i)]);
  });

  test('counts from the payment at Stripe, however late the shop learns of it', async () => {
    const { session, shopper } = await purchases.paidInSilence();
    await makeOld(backend.database, session);
    const before = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await shopper.comeBack(session);
    const [order] = await sql<[{ counts_from: Date; created_at: Date }]>`
      select o.counts_from, o.created_at from orders o join checkouts c on c.id = o.checkout_id
      where c.stripe_session_id = ${session}`;
    expect(order.counts_from.getTime()).toBeLessThanOrEqual(before);
    expect(order.counts_from < order.created_at).toBe(true);
    // Stripe's timestamps have whole seconds.
    expect(order.counts_from.getMilliseconds()).toBe(0);
  });

  test('is no longer shown once its days are over', async () => {
    const { shopper, checkout } = await bought();
    // As if paid at the latest time at which such an order would be on its way by now.
    await sql`
      update orders set (counts_from, leaves_by, arrives_from, arrives_by) = (
        select now() - n * interval '1 day', p.*
        from generate_series(1, 20) n, order_promise(now() - n * interval '1 day', false, 2, 3) p
        where p.leaves_by < uk_day(now()) and p.arrives_by >= uk_day(now()) order by n limit 1)
      where checkout_id = ${checkout}`;
    expect(await promisesOf(shopper)).toEqual([expect.stringMatching(/^Arrives \d/)]);
    await sql`
      update orders set (counts_from, leaves_by, arrives_from, arrives_by) = (
        select now() - interval '30 days', p.*
        from order_promise(now() - interval '30 days', false, 2, 3) p)
      where checkout_id = ${checkout}`;
    expect(await promisesOf(shopper)).toEqual([null]);
  });

  test('is shown after a partial refund, and not after a full one', async () => {
    const { shopper, checkout } = await bought();
    await sql`
      update payments set stripe_payment_intent_id = ${`pi_${checkout}`} where checkout_id = ${checkout}`;
    const promise = await storedPromise(checkout);
    await shop.refund(checkout, `re_1_${checkout}`, { pence: 100 });
    expect(await promisesOf(shopper)).toEqual([promise]);
    await shop.refund(checkout, `re_2_${checkout}`, { pence: 5094 });
    expect(await promisesOf(shopper)).toEqual([null]);
  });

  test('is not shown during a dispute', async () => {
    const { shopper, checkout } = await bought();
    await sql`
      select record_dispute(stripe_payment_intent_id, jsonb_build_object('id', 'du_' || checkout_id,
        'amount_pence', 1, 'reason', 'general', 'status', 'needs_response', 'created', 0))
      from payments where checkout_id = ${checkout}`;
    expect(await promisesOf(shopper)).toEqual([null]);
  });
});
