import { beforeEach, describe, expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { factsOf, untilStatus } from '../support/checkout-facts.ts';
import type { Purchase } from '../support/purchases.ts';

const { backend, shop, purchases } = await openBackend();
beforeEach(() => backend.stripe.reset());

/** A payment that the bank has not settled yet. */
async function onItsWay(): Promise<Purchase> {
  const purchase = await purchases.atPaymentPage();
  await backend.stripe.pay(purchase.session, { outcome: 'async_pending' });
  await untilStatus(backend.database, purchase.session, 'awaiting_payment');
  return purchase;
}

/** Presses CHECKOUT again with the same basket. Returns the response, and the number of sessions created. */
async function pressAgain({ shopper, sku }: Purchase) {
  const before = await backend.stripe.sessions();
  const { body } = await shopper.checkOut([{ sku, quantity: 2 }]);
  return { body, made: (await backend.stripe.sessions()).length - before.length };
}

/** Response that points to the first payment. */
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
    const purchase = await onItsWay();
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
});

describe('another basket while a slow payment is pending', () => {
  const refusal = {
    status: 409,
    body: {
      detail:
        'A payment of yours is still on its way. You can place another order once it has arrived.',
      reason: 'payment_awaited',
    },
  };

  test('payments 24: is refused, even before the webhook of the first has arrived', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const { shopper, sku, session } = await purchases.atPaymentPage();
    await backend.stripe.pay(session, { outcome: 'async_pending' });
    expect(await shopper.checkOut([{ sku, quantity: 1 }])).toMatchObject(refusal);
    expect(await factsOf(backend.database, session)).toMatchObject({ status: 'awaiting_payment' });
  });

  test('opens no page while Stripe is unavailable', async () => {
    const { shopper, sku } = await onItsWay();
    await backend.stripe.fail({ path: '/v1/checkout/sessions/*', outcome: 'drop', times: 9 });
    expect(await shopper.checkOut([{ sku, quantity: 1 }])).toMatchObject({ status: 502 });
    expect(await shop.freeUnitsOf(sku)).toBe(3);
  });

  test('is accepted when Stripe does not know the payment, as with another account', async () => {
    const { shopper, sku } = await onItsWay();
    await backend.stripe.reset();
    expect(await shopper.checkOut([{ sku, quantity: 5 }])).toMatchObject({ status: 200 });
  });
});

/** Presses CHECKOUT with another basket of the same colour. */
function pressFor({ shopper, sku }: Purchase, quantity: number) {
  return shopper.checkOut([{ sku, quantity }]);
}

function toldThat(payment_status: string) {
  return { status: 409, body: { reason: 'payment_arrived', payment_status } };
}

describe('a shopper who has paid sees that once before another basket can be paid', () => {
  test('payments 31: when the first was just paid and no event has arrived yet', async () => {
    const purchase = await purchases.paidInSilence();
    const pages = (await backend.stripe.sessions()).length;
    const told = await pressFor(purchase, 1);
    expect(told).toMatchObject(toldThat('completed'));
    expect(JSON.stringify(told.body)).toContain('Please do not pay for the same things again.');
    expect(await backend.stripe.sessions()).toHaveLength(pages);
    expect(await factsOf(backend.database, purchase.session)).toMatchObject({ orders: 1 });
    expect(await pressFor(purchase, 1)).toMatchObject({ status: 200 });
  });

  test('payments 31: when the review begins because another basket is paid for', async () => {
    const purchase = await purchases.paidInSilence();
    await backend.stripe.alter(purchase.session, { amount_total: 1 });
    expect(await pressFor(purchase, 1)).toMatchObject(toldThat('review'));
  });
});

describe('a payment page is created', () => {
  test('for another basket once the slow payment has arrived, although its webhook has not', async () => {
    const purchase = await onItsWay();
    await backend.stripe.webhookMode({ mode: 'drop' });
    await backend.stripe.settle(purchase.session, true);
    expect(await pressFor(purchase, 1)).toMatchObject(toldThat('completed'));
    const { session } = await purchases.again(purchase, 1);
    await backend.stripe.pay(session, { outcome: 'paid' });
    await purchase.shopper.comeBack(session);
    for (const paid of [purchase.session, session]) {
      expect(await factsOf(backend.database, paid)).toMatchObject({ orders: 1, holds: 0 });
    }
    expect(await shop.unitsOf(purchase.sku)).toBe(2);
  });

  test('for another basket after the slow payment failed, although its webhook is lost', async () => {
    const purchase = await onItsWay();
    await backend.stripe.webhookMode({ mode: 'drop' });
    await backend.stripe.settle(purchase.session, false);
    await purchases.again(purchase, 5);
    expect(await factsOf(backend.database, purchase.session)).toMatchObject({ status: 'released' });
  });
});
