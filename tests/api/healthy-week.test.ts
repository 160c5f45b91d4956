import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import runJobs from '../../netlify/functions/jobs.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { call } from '../support/call.ts';
import { factsOf } from '../support/checkout-facts.ts';
import { openBackend } from '../support/open-backend.ts';
import { phoneShopper } from '../support/phone-shopper.ts';
import { startRecordingServer } from '../support/recording-server.ts';
import { newShopper, payOnPage } from '../support/shopper.ts';
import { eventText, sendEvent } from '../support/signed-event.ts';
import { newStaff } from '../support/staff.ts';
import { letTimePass } from '../support/time-machine.ts';

const hook = await startRecordingServer();
process.env['NETLIFY_BUILD_HOOK'] = `${hook.origin}/build_hooks/abc`;
const { backend, shop, purchases } = await openBackend({ mails: true });
const { sql } = backend.database;
const { stripe, mailbox } = backend;
afterAll(async () => {
  delete process.env['NETLIFY_BUILD_HOOK'];
  vi.unstubAllGlobals();
  await hook.close();
});

/** A build begins a minute after it was asked for. */
const real = globalThis.fetch;
async function liveBuild() {
  const [asked] = await sql<{ at: Date }[]>`select asked_at as at from last_site_build`;
  const began_at = new Date((asked?.at.getTime() ?? Date.now()) + 60_000).toISOString();
  return Response.json({ name: 'b', began_at, noted: true, built_at: began_at });
}
beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) =>
    new Request(input).url.endsWith('/build.json') ? liveBuild() : real(input, init),
  );
});

/** Stripe's test card whose refunds are pending at first. */
const refundsLater = '4000000000007726';

let minutes = 0;

/** Lets time pass, and the scheduled function run at its end: nothing may be wrong before or after. */
async function pass(span: number): Promise<void> {
  await letTimePass(backend.database, span);
  minutes += span;
  await runJobs();
  await afterwardsDone();
  const found = await sql`select reason::text, about from health() where reason <> 'build_late'`;
  expect({ minutes, found: [...found] }).toEqual({ minutes, found: [] });
}

async function link(): Promise<string> {
  const manager = await newStaff(backend, 'manager');
  const { variant_id } = await shop.newSku(3);
  const lines = [{ variant_id, quantity: 1 }];
  const order = { event: randomUUID(), order: null, person: phoneShopper, lines };
  const { body } = await manager.post('/api/staff/link', order);
  expect(body).toMatchObject({ url: expect.any(String) });
  return body instanceof Object && 'url' in body ? String(body.url) : '';
}

const [paidLink, lapsedLink] = [await link(), await link()];
const sessionOf = (url: string) => /cs_test_\w+/.exec(url)?.[0] ?? '';

test('in a week of ordinary trade the shop is well', async () => {
  await sql`update jobs set ok_at = now()`;
  // The machine moves no dates: with these, promised days need not follow from the moved moments.
  await sql`
    insert into bank_holidays (day, name)
    select uk_day(now()) - n, 'A test' from generate_series(1, 8) n on conflict do nothing`;
  const packer = await newStaff(backend, 'packer');

  // Monday: someone leaves the payment page, someone else's first tries fail, and a drop sells out.
  const left = await purchases.atPaymentPage();
  const drop = await shop.newSku(1);
  const fan = await newShopper(backend);
  await stripe.fail({ method: 'POST', path: '/v1/checkout/sessions', outcome: 401, times: 4 });
  const wanted = [{ sku: drop, quantity: 1 }];
  for (let press = 0; press < 4; press += 1) {
    expect(await fan.checkOut(wanted)).toMatchObject({ status: 502 });
  }
  await pass(1);
  await payOnPage(await fan.paymentPage(wanted));
  expect(await (await newShopper(backend)).checkOut(wanted)).toMatchObject({ status: 409 });

  // A confirmation that Resend takes at the second try, and one run of a job that fails.
  mailbox.fail({ status: 503 });
  const bought = await purchases.ordered();
  await stripe.fail({ path: '/v1/events', outcome: 500, times: 3 });
  for (const span of [1, 5, 10, 15]) await pass(span);

  // A payment that takes days, one under review, and refunds on their way to the bank.
  const slow = await purchases.atPaymentPage();
  await stripe.pay(slow.session, { outcome: 'async_pending' });
  await purchases.underReview();
  const late = await purchases.paidInSilence(refundsLater);
  await purchases.sellToOthers(late);
  await sendEvent(backend.origin, eventText('checkout.session.completed', { id: late.session }));
  expect(await factsOf(backend.database, late.session)).toMatchObject({ status: 'refund_due' });

  // A return is asked for, an order leaves, and a price changes.
  await packer.post('/api/staff/dispatch', {
    parcels: [{ event: randomUUID(), order: bought.order, carrier: 'Evri' }],
  });
  await bought.shopper.post('/api/account/return', {
    do: 'ask',
    order: bought.order,
    event: randomUUID(),
    kind: 'fault',
    items: [{ variant_id: bought.sku.variant_id, quantity: 1 }],
    reason: 'A seam is open.',
  });
  await sql`update products set price_pence = price_pence + 100 where slug = 'headline-trucker'`;
  await stripe.expire(left.session);
  for (const span of [5, 10, 20, 25]) await pass(span);
  expect(await factsOf(backend.database, left.session)).toMatchObject({ status: 'released' });
  expect(hook.calls.length).toBeGreaterThan(0);

  // The links stay open over night, in which nobody buys; one is paid at breakfast, one lapses.
  for (const span of [60, 120, 240, 360, 420]) await pass(span);
  await payOnPage(paidLink);
  await stripe.expire(sessionOf(lapsedLink));
  for (const span of [30, 60, 120]) await pass(span);
  expect(await factsOf(backend.database, sessionOf(lapsedLink))).toMatchObject({
    status: 'released',
  });

  // Quiet days, in each of which a colour sells out; a slow payment arrives at the end.
  for (let day = 0; day < 6; day += 1) {
    const wish = [{ sku: await shop.newSku(1), quantity: 1 }];
    const sold = await shop.open(await shop.newShopper(), wish);
    await shop.complete(sold.checkout_id);
    await pass(24 * 60);
  }
  await stripe.settle(slow.session, true);
  await sendEvent(
    backend.origin,
    eventText('checkout.session.async_payment_succeeded', { id: slow.session }),
  );
  for (const span of [5, 10]) await pass(span);
  expect(await factsOf(backend.database, slow.session)).toMatchObject({ orders: 1 });
  expect(await call(`${backend.origin}/api/health`)).toMatchObject({
    status: 200,
    body: { troubles: [] },
  });
});
