import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Stripe } from 'stripe';
import { type StripeControl, stripeControl, type StripeSandbox } from '../src/index.ts';
import {
  SECRET_KEY,
  sdkFor,
  startShopWebhook,
  startTestSandbox,
  twoHats,
  WEBHOOK_SECRET,
} from './running-sandbox.ts';
import { eventually } from './eventually.ts';

/** The SDK retries once after a cut connection, even with retries disabled. */
const SDK_TRIES = 2;

let folder: string;
let sandbox: StripeSandbox;
let stripe: Stripe;
let control: StripeControl;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-sandbox-'));
  sandbox = await startTestSandbox({ dataFile: join(folder, 'kept', 'state.json') });
  stripe = sdkFor(sandbox);
  control = stripeControl(sandbox.url);
});

afterEach(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

const create = (key?: string) =>
  stripe.checkout.sessions.create(twoHats(), key === undefined ? {} : { idempotencyKey: key });

test('an injected failure happens as often as requested, and has no other effect', async () => {
  await control.fail({ method: 'POST', path: '/v1/checkout/*', outcome: 503, times: 2 });
  await expect(create()).rejects.toMatchObject({ statusCode: 503, rawType: 'api_error' });
  await expect(stripe.checkout.sessions.list()).resolves.toMatchObject({ data: [] });
  await expect(create()).rejects.toMatchObject({ statusCode: 503 });
  await expect(create()).resolves.toMatchObject({ status: 'open' });
});

test('too many requests are rate limited', async () => {
  await control.fail({ path: '/v1/checkout/sessions', outcome: 429 });
  await expect(create()).rejects.toMatchObject({ type: 'StripeRateLimitError' });
});

test('a connection cut before the request is processed leaves no trace', async () => {
  await control.fail({ path: '/v1/checkout/sessions', outcome: 'drop', times: SDK_TRIES });
  await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
  expect(await control.sessions()).toEqual([]);
});

test('a connection cut after the request is processed is recovered by retrying with the same key', async () => {
  await control.fail({
    path: '/v1/checkout/sessions',
    outcome: 'drop',
    when: 'after',
    times: SDK_TRIES,
  });
  await expect(create('key')).rejects.toMatchObject({ type: 'StripeConnectionError' });
  const again = await create('key');
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await control.sessions()).map(({ id }) => id)).toEqual([again.id]);
});

test('a session can be made to report another amount than ordered', async () => {
  const { id } = await create();
  await control.pay(id, { outcome: 'paid' });
  await control.alter(id, { amount_total: 1, currency: 'eur' });
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  expect(session).toMatchObject({
    amount_total: 1,
    currency: 'eur',
    payment_intent: { amount: 1, amount_received: 1 },
  });
});

test('an impossible request gets an error', async () => {
  const { id } = await create();
  await expect(control.pay(id, { outcome: 'paid', shipping: 2 })).rejects.toThrow('shipping');
  await control.expire(id);
  await expect(control.expire(id)).rejects.toThrow('can be expired');
  await expect(control.pay(id, { outcome: 'paid' })).rejects.toThrow('expired');
  await expect(control.expire('cs_test_none')).rejects.toThrow('no session');
});

test('another site cannot control the sandbox', async () => {
  const answer = await fetch(`${sandbox.url}/_control/reset`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(415);
});

test('a reset clears everything', async () => {
  await create('key');
  await control.reset();
  expect(await control.sessions()).toEqual([]);
  const again = await create('key');
  expect(again.lastResponse.headers['idempotent-replayed']).toBeUndefined();
});

test('the state survives a restart', async () => {
  const { id } = await create('key');
  const paid = await control.pay(id, { outcome: 'paid' });
  const waiting = await stripe.checkout.sessions.create(twoHats());
  await sandbox.close();

  sandbox = await startTestSandbox({ dataFile: join(folder, 'kept', 'state.json') });
  stripe = sdkFor(sandbox);
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
    payment_status: 'paid',
    payment_intent: paid.payment_intent,
  });
  expect((await create('key')).id).toBe(id);
  const { url } = await stripe.checkout.sessions.retrieve(waiting.id);
  expect(url).toBe(`${sandbox.url}/c/pay/${waiting.id}`);
  expect((await fetch(String(url))).status).toBe(200);
});

test('a pending event is sent after a restart', async () => {
  const webhook = await startShopWebhook();
  const options = {
    dataFile: join(folder, 'waiting.json'),
    webhook: { url: webhook.url, secret: WEBHOOK_SECRET },
    webhookRetryDelays: [60_000],
  };
  webhook.answers.push(503);
  const before = await startTestSandbox(options);
  const { id } = await sdkFor(before).checkout.sessions.create(twoHats());
  await sdkFor(before).checkout.sessions.expire(id);
  await eventually(async () => {
    const [delivery] = await stripeControl(before.url).deliveries();
    expect(delivery?.attempts).toHaveLength(1);
  });
  await before.close();

  const after = await startTestSandbox(options);
  await stripeControl(after.url).whenIdle();
  expect(await stripeControl(after.url).deliveries()).toMatchObject([
    { about: id, state: 'delivered', attempts: [{ status: 503 }, { status: 200 }] },
  ]);
  await after.close();
  await webhook.close();
});

test('the stored state contains no card number', async () => {
  const { id } = await create();
  await control.pay(id, { outcome: 'paid' });
  await sandbox.close();
  const text = await readFile(join(folder, 'kept', 'state.json'), 'utf8');
  expect(text).not.toContain('4242424242424242');
  sandbox = await startTestSandbox();
});

test('a taken port is reported', async () => {
  await expect(startTestSandbox({ port: sandbox.port })).rejects.toThrow('EADDRINUSE');
});

test('a closed sandbox releases its port', async () => {
  const { port } = sandbox;
  await create();
  await sandbox.close();
  sandbox = await startTestSandbox({ port, secretKey: SECRET_KEY });
  expect(sandbox.port).toBe(port);
});
