import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stripe } from 'stripe';
import { type StripeControl, stripeControl, type StripeSandbox } from '../src/index.ts';
import { sdkFor, startTestSandbox, twoHats } from './running-sandbox.ts';

let sandbox: StripeSandbox;
let stripe: Stripe;
let control: StripeControl;
const ids: string[] = [];

beforeAll(async () => {
  sandbox = await startTestSandbox();
  stripe = sdkFor(sandbox);
  control = stripeControl(sandbox.url);
  for (let made = 0; made < 4; made += 1) {
    ids.push((await stripe.checkout.sessions.create(twoHats())).id);
  }
});

afterAll(() => sandbox.close());

const idOf = (index: number) => String(ids[index]);
const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);

test('sessions are listed newest first and page by page', async () => {
  const first = await stripe.checkout.sessions.list({ limit: 3 });
  expect(idsOf(first)).toEqual([ids[3], ids[2], ids[1]]);
  expect(first.has_more).toBe(true);

  const second = await stripe.checkout.sessions.list({ limit: 3, starting_after: idOf(1) });
  expect(idsOf(second)).toEqual([ids[0]]);
  expect(second.has_more).toBe(false);

  const all = await stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 99 });
  expect(all.map(({ id }) => id)).toEqual(ids.toReversed());
});

test('sessions can be filtered by status, payment and time', async () => {
  const paid = await control.pay(idOf(0), { outcome: 'paid' });
  const expired = await stripe.checkout.sessions.expire(idOf(1));
  expect(expired).toMatchObject({ status: 'expired', url: null });

  expect(idsOf(await stripe.checkout.sessions.list({ status: 'complete' }))).toEqual([ids[0]]);
  expect(idsOf(await stripe.checkout.sessions.list({ status: 'expired' }))).toEqual([ids[1]]);
  const intent = String(paid.payment_intent);
  expect(idsOf(await stripe.checkout.sessions.list({ payment_intent: intent }))).toEqual([ids[0]]);
  const later = await stripe.checkout.sessions.list({ created: { gt: paid.created + 60 } });
  expect(later.data).toEqual([]);
});

test('a page size above a hundred and an invalid cursor are rejected', async () => {
  await expect(stripe.checkout.sessions.list({ limit: 101 })).rejects.toMatchObject({
    param: 'limit',
  });
  await expect(
    stripe.checkout.sessions.list({ starting_after: 'cs_test_none' }),
  ).rejects.toMatchObject({ code: 'resource_missing', param: 'starting_after' });
});

test('only an open session can be expired', async () => {
  await expect(stripe.checkout.sessions.expire(idOf(0))).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('Only Checkout Sessions with a status in ["open"]'),
  });
  await expect(stripe.checkout.sessions.expire(idOf(1))).rejects.toMatchObject({ statusCode: 400 });
});

test('an unknown id is missing', async () => {
  const missing = { statusCode: 404, code: 'resource_missing' };
  await expect(stripe.checkout.sessions.retrieve('cs_test_0')).rejects.toMatchObject(missing);
  await expect(stripe.paymentIntents.retrieve('pi_0')).rejects.toMatchObject(missing);
  await expect(stripe.charges.retrieve('ch_0')).rejects.toMatchObject(missing);
  await expect(stripe.refunds.retrieve('re_0')).rejects.toMatchObject(missing);
  await expect(stripe.events.retrieve('evt_0')).rejects.toMatchObject(missing);
});

test('a session expires by itself when due', async () => {
  await control.advanceClock(24 * 60 * 60);
  expect(await stripe.checkout.sessions.retrieve(idOf(2))).toMatchObject({ status: 'expired' });
  const events = await stripe.events.list({ type: 'checkout.session.expired' });
  const about = events.data.map(({ data }) => data.object);
  expect(about.map((session) => 'id' in session && session.id).toSorted()).toEqual(
    [ids[1], ids[2], ids[3]].toSorted(),
  );
});
