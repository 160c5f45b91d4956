import { beforeEach, describe, expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { factsOf, untilStatus } from '../support/checkout-facts.ts';
import type { Purchase } from '../support/purchases.ts';

const { backend, shop, purchases } = await openBackend();
beforeEach(() => backend.stripe.reset());

/** Presses CHECKOUT with the same basket once more. Returns the answer, and how many sessions it made. */
async function pressAgain({ shopper, sku }: Purchase) {
  const before = await backend.stripe.sessions();
  const { body } = await shopper.checkOut([{ sku, quantity: 2 }]);
  return { body, made: (await backend.stripe.sessions()).length - before.length };
}

/** The page that tells of the first payment. */
function shown({ session }: Purchase) {
  return { body: { url: `${backend.origin}/stripesuccess?session_id=${session}` }, made: 0 };
}

describe('the same basket is not asked for money again', () => {
  test('while a slow payment is pending, before and after its webhook', async () => {
    await backend.stripe.webhookMode({ mode: 'hold' });
    const purchase = await purchases.atPaymentPage();
    await backend.stripe.pay(purchase.session, { outcome: 'async_pending' });
    expect(await pressAgain(purchase)).toEqual(shown(purchase));
    await backend.stripe.release();
    await untilStatus(backend.database, purchase.session, 'awaiting_payment');
    expect(await pressAgain(purchase)).toEqual(shown(purchase));
  });

  test('when the slow payment has arrived but its webhook has not', async () => {
    const purchase = await purchases.atPaymentPage();
    await backend.stripe.pay(purchase.session, { outcome: 'async_pending' });
    await untilStatus(backend.database, purchase.session, 'awaiting_payment');
    await backend.stripe.webhookMode({ mode: 'drop' });
    await backend.stripe.settle(purchase.session, true);
    expect(await pressAgain(purchase)).toEqual(shown(purchase));
    expect(await factsOf(backend.database, purchase.session)).toMatchObject({ orders: 1 });
  });

  test('payments 13: when the webhook placed the order and the tab was closed with its cart full', async () => {
    const purchase = await purchases.atPaymentPage();
    await backend.stripe.pay(purchase.session, { outcome: 'paid' });
    await untilStatus(backend.database, purchase.session, 'completed');
    expect(await pressAgain(purchase)).toEqual(shown(purchase));
    await purchase.shopper.comeBack(purchase.session);
  });

  test('while a payment is under review', async () => {
    const purchase = await purchases.paidInSilence();
    await backend.stripe.alter(purchase.session, { amount_total: 1 });
    await purchase.shopper.reduceQuantity(purchase.session);
    expect(await pressAgain(purchase)).toEqual(shown(purchase));
  });

  test('when it was paid a moment ago and the billing form has changed since', async () => {
    const purchase = await purchases.paidInSilence();
    await purchase.shopper.saveBilling('2 High Street, London');
    expect(await pressAgain(purchase)).toEqual(shown(purchase));
  });
});

describe('a payment page is created', () => {
  test('for another basket while a slow payment is pending; both are paid once', async () => {
    const purchase = await purchases.atPaymentPage();
    await backend.stripe.pay(purchase.session, { outcome: 'async_pending' });
    await untilStatus(backend.database, purchase.session, 'awaiting_payment');
    const { session } = await purchases.again(purchase, 1);
    await backend.stripe.pay(session, { outcome: 'paid' });
    await untilStatus(backend.database, session, 'completed');
    await backend.stripe.settle(purchase.session, true);
    await untilStatus(backend.database, purchase.session, 'completed');
    expect(await shop.unitsOf(purchase.sku)).toBe(2);
  });

  test('for the same basket after the slow payment failed', async () => {
    const purchase = await purchases.atPaymentPage();
    await backend.stripe.pay(purchase.session, { outcome: 'async_pending' });
    await untilStatus(backend.database, purchase.session, 'awaiting_payment');
    await backend.stripe.webhookMode({ mode: 'drop' });
    await backend.stripe.settle(purchase.session, false);
    const { session } = await purchases.again(purchase, 2);
    expect(session).not.toBe(purchase.session);
    expect(await factsOf(backend.database, purchase.session)).toMatchObject({ status: 'released' });
  });

  test('for the same basket once its shopper has seen the first order', async () => {
    const purchase = await purchases.paidInSilence();
    await purchase.shopper.comeBack(purchase.session);
    const { session } = await purchases.again(purchase, 2);
    expect(session).not.toBe(purchase.session);
  });
});
