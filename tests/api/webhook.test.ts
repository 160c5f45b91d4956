import { Stripe } from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { factsOf } from '../support/checkout-facts.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { type EventSending, eventText, sendEvent } from '../support/signed-event.ts';
import { stripeTestKeys } from '#harness/test-keys.ts';

const { backend, purchases } = await openBackend();
beforeEach(() => backend.stripe.reset());

const completed = 'checkout.session.completed';
const now = () => Math.floor(Date.now() / 1000);

describe('an event is trusted only if Stripe has just signed these exact bytes', () => {
  test.each<[string, () => EventSending]>([
    ['no signature', () => ({ signature: null })],
    ['an empty signature', () => ({ signature: '' })],
    ['nonsense for a signature', () => ({ signature: 't=1,v1=abc' })],
    ['a signature without a time', () => ({ signature: 'v1=abc' })],
    ['another secret’s signature', () => ({ secret: 'whsec_other' })],
    ['an empty secret’s signature', () => ({ secret: ' ' })],
    ['a signature older than five minutes', () => ({ timestamp: now() - 302 })],
    ['a signature of the future', () => ({ timestamp: now() + 310 })],
    ['another body than was signed', () => ({ sent: eventText(completed, { id: 'cs_test_x' }) })],
    ['no body', () => ({ sent: '' })],
    ['bytes that are not UTF-8', () => ({ sent: new Uint8Array([0xff, 0xfe]) })],
    ['a megabyte', () => ({ sent: 'x'.repeat(1_000_000) })],
  ])('payments 21: refuses %s', async (_name, sending) => {
    const { session } = await purchases.paidInSilence();
    const before = await markOfAllRows(backend.database);
    const reply = await sendEvent(
      backend.origin,
      eventText(completed, { id: session, payment_status: 'paid' }),
      sending(),
    );
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ detail: 'The signature is missing or wrong.' });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await markOfAllRows(backend.database)).toEqual(before);
  });

  test('reads no more than a megabyte', async () => {
    const reply = await sendEvent(backend.origin, 'x'.repeat(1_000_001));
    expect(reply.status).toBe(413);
    expect(reply.body).toEqual({ detail: 'The request is too large.' });
  });

  test.each(['null', '"text"', '{}', `{"type":"${completed}"}`])(
    'treats %s, signed by Stripe, as a foreign event',
    async (text) => {
      expect(await sendEvent(backend.origin, text)).toMatchObject({ status: 200 });
    },
  );

  test('rejects the same event with its JSON reformatted', async () => {
    const { session } = await purchases.paidInSilence();
    const text = eventText(completed, { id: session });
    const sent = JSON.stringify(JSON.parse(text));
    expect(await sendEvent(backend.origin, text, { sent })).toMatchObject({ status: 400 });
  });

  test.each([0, 290])('accepts one signed %i seconds ago', async (age) => {
    const { session } = await purchases.paidInSilence();
    const text = eventText(completed, { id: session });
    const reply = await sendEvent(backend.origin, text, { timestamp: now() - age });
    expect(reply).toMatchObject({ status: 200, body: { received: true } });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await factsOf(backend.database, session)).toMatchObject({ orders: 1 });
  });

  test('even with the second of two secrets', async () => {
    const { session } = await purchases.paidInSilence();
    const payload = eventText(completed, { id: session });
    const { webhooks } = new Stripe('sk_test_unused');
    const secret = stripeTestKeys.webhookSecret;
    const good = webhooks.generateTestHeaderString({ payload, secret });
    const signature = good.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`);
    expect(await sendEvent(backend.origin, payload, { signature })).toMatchObject({ status: 200 });
  });
});

describe('an event is only a hint', () => {
  test('a body that says “paid” creates no order for an unpaid session', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const { session } = await purchases.atPaymentPage();
    const claim = { id: session, payment_status: 'paid', status: 'complete', amount_total: 5194 };
    const reply = await sendEvent(backend.origin, eventText(completed, claim));
    expect(reply.status).toBe(200);
    expect(await factsOf(backend.database, session)).toMatchObject({ status: 'open', orders: 0 });
  });

  test('payments 16: a body that says “expired” does not undo a payment', async () => {
    const { session } = await purchases.paidInSilence();
    const claim = { id: session, payment_status: 'unpaid', status: 'expired' };
    for (const type of ['checkout.session.expired', 'checkout.session.async_payment_failed']) {
      expect((await sendEvent(backend.origin, eventText(type, claim))).status).toBe(200);
    }
    expect(await factsOf(backend.database, session)).toMatchObject({
      status: 'completed',
      orders: 1,
    });
  });

  test('payments 8: figures in the body are ignored', async () => {
    const { session } = await purchases.paidInSilence();
    const claim = { id: session, amount_total: 1, currency: 'jpy', metadata: {} };
    await sendEvent(backend.origin, eventText(completed, claim));
    const [payment] = await backend.database.sql`
      select charged_pence::int, currency from payments where stripe_session_id = ${session}`;
    expect(payment).toEqual({ charged_pence: 5194, currency: 'gbp' });
  });
});

describe('events that are not for this shop are accepted and change nothing', () => {
  test.each([
    ['an unknown type', 'customer.created', { id: 'cus_1' }],
    ['a payment intent', 'payment_intent.succeeded', { id: 'pi_1' }],
    ['a session that Stripe does not know', completed, { id: 'cs_test_unknown' }],
  ])('payments 16: %s', async (_name, type, object) => {
    const before = await markOfAllRows(backend.database);
    const { status } = await sendEvent(backend.origin, eventText(type, object));
    expect(status).toBe(200);
    expect(await markOfAllRows(backend.database)).toEqual(before);
  });

  test.each([
    ['none of our checkouts', {}],
    ['a checkout that does not exist', { checkout_id: crypto.randomUUID() }],
    ['nonsense', { checkout_id: `'; drop table orders; --` }],
  ])('a paid session that names %s', async (_name, metadata) => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const { port } = new URL(backend.stripeUrl);
    const sdk = new Stripe(stripeTestKeys.secretKey, { host: '127.0.0.1', port, protocol: 'http' });
    const price_data = { currency: 'gbp', unit_amount: 500, product_data: { name: 'Mug' } };
    const session = await sdk.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ quantity: 1, price_data }],
      success_url: 'https://elsewhere.example/',
      metadata,
    });
    await backend.stripe.pay(session.id, { outcome: 'paid' });
    const before = await markOfAllRows(backend.database);
    const reply = await sendEvent(backend.origin, eventText(completed, { id: session.id }));
    expect(reply.status).toBe(200);
    expect(await markOfAllRows(backend.database)).toEqual(before);
  });

  test('another paid session that names a checkout with its own session', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const purchase = await purchases.atPaymentPage();
    const facts = await factsOf(backend.database, purchase.session);
    const { port } = new URL(backend.stripeUrl);
    const sdk = new Stripe(stripeTestKeys.secretKey, { host: '127.0.0.1', port, protocol: 'http' });
    const price_data = { currency: 'gbp', unit_amount: 5194, product_data: { name: 'Mug' } };
    const session = await sdk.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ quantity: 1, price_data }],
      success_url: 'https://elsewhere.example/',
      metadata: { checkout_id: facts?.checkout ?? '' },
    });
    await backend.stripe.pay(session.id, { outcome: 'paid' });
    const reply = await sendEvent(backend.origin, eventText(completed, { id: session.id }));
    expect(reply.status).toBe(200);
    expect(await factsOf(backend.database, purchase.session)).toMatchObject({
      status: 'open',
      orders: 0,
    });
  });
});
