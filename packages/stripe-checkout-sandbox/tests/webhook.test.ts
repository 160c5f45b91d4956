import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Stripe } from 'stripe';
import { type StripeControl, stripeControl, type StripeSandbox } from '../src/index.ts';
import {
  filledForm,
  sdkFor,
  startShopWebhook,
  startTestSandbox,
  submit,
  twoHats,
  WEBHOOK_SECRET,
} from './running-sandbox.ts';
import type { ShopWebhook } from './running-sandbox.ts';
import { eventually } from './eventually.ts';

let webhook: ShopWebhook;
let sandbox: StripeSandbox;
let stripe: Stripe;
let control: StripeControl;

beforeAll(async () => {
  webhook = await startShopWebhook();
  sandbox = await startTestSandbox({ webhook: { url: webhook.url, secret: WEBHOOK_SECRET } });
  stripe = sdkFor(sandbox);
  control = stripeControl(sandbox.url);
});

afterEach(async () => {
  await control.reset();
  webhook.received.length = 0;
  webhook.answers.length = 0;
});

afterAll(async () => {
  await sandbox.close();
  await webhook.close();
});

const open = () => stripe.checkout.sessions.create(twoHats());

/** Expires a new session, which creates exactly one event. */
async function oneEvent() {
  const { id } = await open();
  await stripe.checkout.sessions.expire(id);
  return id;
}

const receivedTypes = (): string[] => webhook.received.map(({ body }) => JSON.parse(body).type);

test('an event is signed and complete', async () => {
  const id = await oneEvent();
  await control.whenIdle();
  const [got] = webhook.received;
  const event = await stripe.webhooks.constructEventAsync(
    String(got?.body),
    String(got?.signature),
    WEBHOOK_SECRET,
  );
  expect(event).toMatchObject({
    object: 'event',
    type: 'checkout.session.expired',
    api_version: Stripe.API_VERSION,
    livemode: false,
    pending_webhooks: 1,
    request: { id: expect.stringMatching(/^req_/), idempotency_key: expect.any(String) },
    data: { object: { id, object: 'checkout.session', status: 'expired' } },
  });
  await expect(
    stripe.webhooks.constructEventAsync(String(got?.body), String(got?.signature), 'whsec_other'),
  ).rejects.toThrow(Stripe.errors.StripeSignatureVerificationError);
});

test('an event is resent until the shop accepts it', async () => {
  webhook.answers.push(500, 302);
  await oneEvent();
  await control.whenIdle();
  const [delivery] = await control.deliveries();
  expect(delivery?.state).toBe('delivered');
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 302, 200]);
  const [first, , third] = webhook.received;
  expect(third?.body).toBe(first?.body);
});

test('an event that is never accepted is abandoned, and listed as undelivered', async () => {
  webhook.answers.push(500, 500, 500);
  await oneEvent();
  await control.whenIdle();
  const [delivery] = await control.deliveries();
  expect(delivery).toMatchObject({ state: 'failed', attempts: [{}, {}, {}] });
  const missed = await stripe.events.list({
    types: ['checkout.session.expired', 'checkout.session.completed'],
    delivery_success: false,
  });
  expect(missed.data.map(({ id }) => id)).toEqual([delivery?.event]);
  expect((await stripe.events.list({ delivery_success: true })).data).toEqual([]);

  expect(await control.redeliver(String(delivery?.event))).toMatchObject({ state: 'delivered' });
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
});

test('delivery to an unreachable shop is retried', async () => {
  const away = await startShopWebhook();
  await away.close();
  const lonely = await startTestSandbox({ webhook: { url: away.url, secret: WEBHOOK_SECRET } });
  const { id } = await sdkFor(lonely).checkout.sessions.create(twoHats());
  await sdkFor(lonely).checkout.sessions.expire(id);
  const remote = stripeControl(lonely.url);
  await remote.whenIdle();
  const [delivery] = await remote.deliveries();
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([null, null, null]);
  expect(delivery?.attempts[0]?.error).toContain('ECONNREFUSED');
  await lonely.close();
});

test('an unresponsive shop does not keep the paying shopper waiting', async () => {
  const mute = createServer(() => {});
  mute.listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const address = mute.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}/`;
  const patient = await startTestSandbox({ webhook: { url, secret: WEBHOOK_SECRET } });
  const session = await sdkFor(patient).checkout.sessions.create(twoHats());
  const rate = session.shipping_options[0]?.shipping_rate;
  const paid = await submit(session.url, filledForm(rate));
  expect(paid.status).toBe(303);
  const [delivery] = await stripeControl(patient.url).deliveries();
  expect(delivery).toMatchObject({ state: 'pending', attempts: [] });
  await patient.close();
  mute.closeAllConnections();
  mute.close();
});

test('a lost event is never delivered but stays in the list', async () => {
  await control.webhookMode({ mode: 'drop' });
  await oneEvent();
  await control.whenIdle();
  expect(webhook.received).toEqual([]);
  expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(1);
});

test('a delayed event is delivered later', async () => {
  await control.webhookMode({ mode: 'delay', delayMs: 50 });
  await oneEvent();
  expect(webhook.received).toEqual([]);
  await control.whenIdle();
  expect(webhook.received).toHaveLength(1);
});

test('a repeated event is delivered several times at once', async () => {
  await control.webhookMode({ mode: 'repeat', times: 5 });
  await oneEvent();
  await control.whenIdle();
  expect(new Set(webhook.received.map(({ body }) => body)).size).toBe(1);
  expect(webhook.received).toHaveLength(5);
});

test.each([
  ['given', ['payment_intent.succeeded', 'checkout.session.completed']],
  ['reverse', ['checkout.session.completed', 'payment_intent.succeeded']],
] as const)('held events are released in %s order', async (order, types) => {
  await control.webhookMode({ mode: 'hold' });
  await control.pay((await open()).id, { outcome: 'paid' });
  expect(webhook.received).toEqual([]);
  const released = await control.release({ order });
  expect(released.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  expect(receivedTypes()).toEqual(types);
});

test('a delayed payment completes first and succeeds later', async () => {
  const { id } = await open();
  const pending = await control.pay(id, { outcome: 'async_pending', shipping: 1 });
  expect(pending).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    amount_total: 5895,
  });
  const intent = await stripe.paymentIntents.retrieve(String(pending.payment_intent));
  expect(intent.status).toBe('processing');
  expect(await control.settle(id, true)).toMatchObject({ payment_status: 'paid' });
  await eventually(() =>
    expect(receivedTypes().toSorted()).toEqual([
      'checkout.session.async_payment_succeeded',
      'checkout.session.completed',
      'payment_intent.succeeded',
    ]),
  );
  await expect(control.settle(id, true)).rejects.toThrow('pending');
});

test('a delayed payment can fail', async () => {
  const { id } = await open();
  await control.pay(id, { outcome: 'async_pending' });
  expect(await control.settle(id, false)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  });
  await eventually(() =>
    expect(receivedTypes().toSorted()).toEqual([
      'checkout.session.async_payment_failed',
      'checkout.session.completed',
      'payment_intent.payment_failed',
    ]),
  );
});

test('a decline is reported and leaves the session open', async () => {
  const { id } = await open();
  expect(await control.pay(id, { outcome: 'declined' })).toMatchObject({ status: 'open' });
  await control.whenIdle();
  expect(receivedTypes()).toEqual(['payment_intent.payment_failed']);
});

test('an event can be retrieved by id', async () => {
  await oneEvent();
  const [delivery] = await control.deliveries();
  const event = await stripe.events.retrieve(String(delivery?.event));
  expect(event.type).toBe('checkout.session.expired');
});
