import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stripe } from 'stripe';
import { type StripeControl, stripeControl, type StripeSandbox } from '../src/index.ts';
import { sdkFor, startTestSandbox, twoHats } from './running-sandbox.ts';

let sandbox: StripeSandbox;
let stripe: Stripe;
let control: StripeControl;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  stripe = sdkFor(sandbox);
  control = stripeControl(sandbox.url);
});

afterAll(() => sandbox.close());

const create = (key: string, changes: object = {}) =>
  stripe.checkout.sessions.create({ ...twoHats(), ...changes }, { idempotencyKey: key });

test('the same key and parameters return the same session', async () => {
  const first = await create('same');
  const second = await create('same');
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
});

test('a key is refused with other parameters', async () => {
  await create('other');
  await expect(create('other', { client_reference_id: 'checkout-2' })).rejects.toMatchObject({
    statusCode: 400,
    rawType: 'idempotency_error',
    message: expect.stringContaining('same parameters they were first used with'),
  });
});

test('a key is refused for another call', async () => {
  const { id } = await create('elsewhere');
  await expect(
    stripe.checkout.sessions.expire(id, {}, { idempotencyKey: 'elsewhere' }),
  ).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
});

test('a key in use is refused', async () => {
  await control.fail({ path: '/v1/checkout/sessions', outcome: 'slow', delayMs: 100 });
  const outcomes = await Promise.allSettled([create('busy'), create('busy')]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      statusCode: 409,
      code: 'idempotency_key_in_use',
      raw: { type: 'idempotency_error' },
    },
  });
});

test('invalid parameters do not use up a key', async () => {
  await expect(create('again', { foo: 'bar' })).rejects.toMatchObject({ statusCode: 400 });
  await expect(create('again')).resolves.toMatchObject({ status: 'open' });
});

test('a rejection after validation is replayed', async () => {
  const session = await create('to-refund');
  const paid = await control.pay(session.id, { outcome: 'paid' });
  const intent = String(paid.payment_intent);
  const refund = () =>
    stripe.refunds.create({ payment_intent: intent, amount: 5000 }, { idempotencyKey: 'refund' });
  await expect(refund()).rejects.toMatchObject({ param: 'amount' });
  await expect(refund()).rejects.toMatchObject({
    param: 'amount',
    headers: { 'idempotent-replayed': 'true' },
  });
});

describe('a simulated failure', () => {
  test.each([400, 402, 404, 500, 503])(
    '%i is replayed, with advice not to retry',
    async (status) => {
      const same = crypto.randomUUID();
      await control.fail({ path: '/v1/checkout/sessions', outcome: status });
      await expect(create(same)).rejects.toMatchObject({ statusCode: status });
      await expect(create(same)).rejects.toMatchObject({
        statusCode: status,
        headers: {
          'idempotent-replayed': 'true',
          ...(status >= 500 && { 'stripe-should-retry': 'false' }),
        },
      });
      await expect(create(crypto.randomUUID())).resolves.toMatchObject({ status: 'open' });
      await control.advanceClock(24 * 60 * 60);
      await expect(create(same)).resolves.toMatchObject({ status: 'open' });
    },
  );

  test('after the effect is also replayed, and the effect stays', async () => {
    const same = crypto.randomUUID();
    const before = (await control.sessions()).length;
    await control.fail({ path: '/v1/checkout/sessions', outcome: 500, when: 'after' });
    await expect(create(same)).rejects.toMatchObject({ statusCode: 500 });
    await expect(create(same)).rejects.toMatchObject({ statusCode: 500 });
    expect(await control.sessions()).toHaveLength(before + 1);
  });

  test.each([401, 403, 409, 429])(
    '%i occurs before the call runs, so the key stays free',
    async (status) => {
      const same = crypto.randomUUID();
      await control.fail({ path: '/v1/checkout/sessions', outcome: status });
      await expect(create(same)).rejects.toMatchObject({ statusCode: status });
      await expect(create(same)).resolves.toMatchObject({ status: 'open' });
    },
  );

  test('before any endpoint leaves the key free', async () => {
    const same = crypto.randomUUID();
    await control.fail({ path: '/v1/checkout/sessions', outcome: 503, stored: false });
    await expect(create(same)).rejects.toMatchObject({ statusCode: 503 });
    await expect(create(same)).resolves.toMatchObject({ status: 'open' });
  });
});

test('a refund sent twice with one key is one refund', async () => {
  const paid = await control.pay((await create('once')).id, { outcome: 'paid' });
  const intent = String(paid.payment_intent);
  const refund = () =>
    stripe.refunds.create({ payment_intent: intent, amount: 100 }, { idempotencyKey: 'give-back' });
  expect((await refund()).id).toBe((await refund()).id);
  expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(1);
});

test('a key expires after a day', async () => {
  const first = await create('yesterday');
  await control.advanceClock(24 * 60 * 60);
  expect((await create('yesterday')).id).not.toBe(first.id);
});
