import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StripeSandbox } from '../src/index.ts';
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

beforeAll(async () => {
  webhook = await startShopWebhook();
  sandbox = await startTestSandbox({ webhook: { url: webhook.url, secret: WEBHOOK_SECRET } });
});

afterAll(async () => {
  await sandbox.close();
  await webhook.close();
});

test('a shopper pays on the hosted page and the shop is notified', async () => {
  const stripe = sdkFor(sandbox);
  const session = await stripe.checkout.sessions.create(twoHats());
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 4900 });

  const page = await (await fetch(String(session.url))).text();
  expect(page).toContain('Velvet Bucket Hat');
  expect(page).toContain('Midnight &amp; Bone');
  expect(page).toContain('£49.00');
  expect(page).toContain('2 to 3 business days');

  const express = session.shipping_options[1]?.shipping_rate;
  const paid = await submit(session.url, filledForm(express));
  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe(
    `http://localhost:8888/stripesuccess?session_id=${session.id}`,
  );

  const complete = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['line_items', 'payment_intent.latest_charge', 'shipping_cost.shipping_rate'],
  });
  expect(complete).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    amount_subtotal: 4900,
    amount_total: 5895,
    payment_intent: { status: 'succeeded', amount_received: 5895, latest_charge: { paid: true } },
    shipping_cost: {
      amount_total: 995,
      shipping_rate: { display_name: 'Express next-day delivery' },
    },
    line_items: { data: [{ quantity: 2, amount_total: 4900 }] },
    customer_details: { email: 'ada@example.com', name: 'Ada Lovelace' },
    total_details: { amount_shipping: 995, amount_tax: 0, amount_discount: 0 },
  });

  await eventually(() => expect(webhook.received).toHaveLength(2));
  const events = await Promise.all(
    webhook.received.map(({ body, signature }) =>
      stripe.webhooks.constructEventAsync(body, signature, WEBHOOK_SECRET),
    ),
  );
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    'checkout.session.completed',
    'payment_intent.succeeded',
  ]);
});
