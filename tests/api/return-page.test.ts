import { SignJWT } from 'jose';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import sweep from '#handlers/jobs/checkout-sweep.ts';
import { openBackend } from '../support/open-backend.ts';
import { factsOf, makeOld } from '../support/checkout-facts.ts';
import { shopperAt } from '../support/shopper.ts';
import { testKeys } from '#harness/test-keys.ts';

const { backend, shop, purchases } = await openBackend();
beforeEach(() => backend.stripe.reset());

/** A shopper's token that expired a minute ago. */
async function expired(id: string) {
  const token = await new SignJWT({ role: 'authenticated', sub: id, session_id: id })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('-1m')
    .sign(new TextEncoder().encode(testKeys.jwtSecret));
  return shopperAt(backend.origin, id, token);
}

const once = { status: 'completed', payments: 1, orders: 1, holds: 0 };

describe('payments 11: the return page, opened five times in each of two tabs', () => {
  test.each(['before the webhook', 'after the webhook', 'without a webhook'])(
    '%s, shows the same each time and makes one order',
    async (when) => {
      await backend.stripe.webhookMode({ mode: 'hold' });
      const { sku, shopper, session } = await purchases.atPaymentPage();
      await backend.stripe.pay(session, { outcome: 'paid' });
      if (when === 'after the webhook') await backend.stripe.release();
      const tab = async () => {
        const answers: unknown[] = [];
        for (let visit = 0; visit < 5; visit += 1) answers.push(await shopper.comeBack(session));
        return answers;
      };
      const answers = (await Promise.all([tab(), tab()])).flat();
      if (when === 'before the webhook') await backend.stripe.release();
      expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
      expect(await factsOf(backend.database, session)).toMatchObject(once);
      expect(await shop.unitsOf(sku)).toBe(3);
    },
  );
});

describe('a shopper whose login ended while they paid', () => {
  test('is asked to log in, and then sees the order', async () => {
    const { shopper, session } = await purchases.paidInSilence();
    const late = await expired(shopper.id);
    expect(await late.reduceQuantity(session)).toMatchObject({
      status: 401,
      body: { detail: 'Please log in again.' },
    });
    await shopper.comeBack(session);
    expect(await factsOf(backend.database, session)).toMatchObject(once);
  });

  test('gets the order by the sweep even without logging in again', async () => {
    const { shopper, session } = await purchases.paidInSilence();
    await (await expired(shopper.id)).reduceQuantity(session);
    await makeOld(backend.database, session);
    await sweep();
    expect(await factsOf(backend.database, session)).toMatchObject(once);
  });
});

describe('payments 31: a shopper who has paid while orders cannot be stored', () => {
  test('sees that on the return page and at CHECKOUT until the order exists', async () => {
    const { session, shopper, sku } = await purchases.paidInSilence();
    const detail =
      'Your payment has arrived. We are finishing your order – please do not pay again.';
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await backend.database.sql`alter function place_order rename to place_order_away`;
    try {
      expect(await shopper.reduceQuantity(session)).toMatchObject({
        status: 500,
        body: {
          detail,
          payment_status: 'paid',
          reference: expect.stringMatching(/^[0-9A-F]{8}$/),
        },
      });
      const pages = (await backend.stripe.sessions()).length;
      expect(await shopper.checkOut([{ sku, quantity: 2 }])).toMatchObject({
        status: 409,
        body: { detail, reason: 'payment_arrived', payment_status: 'paid' },
      });
      expect(await backend.stripe.sessions()).toHaveLength(pages);
    } finally {
      await backend.database.sql`alter function place_order_away rename to place_order`;
      log.mockRestore();
    }
    await shopper.comeBack(session);
    expect(await factsOf(backend.database, session)).toMatchObject(once);
  });
});

describe('events of a slow payment', () => {
  test.each([
    [true, 'completed'],
    [false, 'released'],
  ])('payments 15: (paid: %s) in the wrong order have the same result', async (paid, status) => {
    await backend.stripe.webhookMode({ mode: 'hold' });
    const { sku, session } = await purchases.atPaymentPage();
    await backend.stripe.pay(session, { outcome: 'async_pending' });
    await backend.stripe.settle(session, paid);
    await backend.stripe.release({ order: 'reverse' });
    await backend.stripe.release();
    expect(await factsOf(backend.database, session)).toMatchObject({ status, holds: 0 });
    expect(await shop.freeUnitsOf(sku)).toBe(paid ? 3 : 5);
  });
});

test('payments 15: a session that needs no payment is settled like a paid one, and its amount is checked', async () => {
  await backend.stripe.webhookMode({ mode: 'drop' });
  const { session, shopper } = await purchases.atPaymentPage();
  await backend.stripe.alter(session, { amount_total: 0 });
  await backend.stripe.pay(session, { outcome: 'paid' });
  const [atStripe] = await backend.stripe.sessions();
  expect(atStripe).toMatchObject({ payment_status: 'no_payment_required' });
  expect(await shopper.reduceQuantity(session)).toMatchObject({
    status: 409,
    body: { payment_status: 'review' },
  });
});
