import { once } from 'node:events';
import { createServer } from 'node:http';
import { Stripe } from 'stripe';
import { startStripeSandbox, stripeControl } from 'stripe-checkout-sandbox';
import { expect, test } from 'vitest';

test('events that arrive late and out of order, and a refund whose answer is lost', async () => {
  const secret = 'whsec_any';
  const received: string[] = [];
  const shop = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const signature = String(request.headers['stripe-signature']);
    received.push(Stripe.webhooks.constructEvent(body, signature, secret).type);
    response.end();
  }).listen(0);
  await once(shop, 'listening');
  const address = shop.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  const secretKey = 'sk_test_any';
  const sandbox = await startStripeSandbox({ port: 0, secretKey, webhook: { url, secret } });
  const control = stripeControl(sandbox.url);
  const { port } = sandbox;
  const stripe = new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http' });

  const product_data = { name: 'Canvas Bucket Hat' };
  const { id } = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: { currency: 'gbp', unit_amount: 2450, product_data }, quantity: 2 }],
    success_url: 'http://localhost:8888/thanks?session_id={CHECKOUT_SESSION_ID}',
  });

  await control.webhookMode({ mode: 'hold' });
  await control.pay(id, { outcome: 'paid', card: '4242424242424242' });
  const paid = await stripe.checkout.sessions.retrieve(id);
  expect(paid).toMatchObject({ payment_status: 'paid', amount_total: 4900 });
  expect(received).toEqual([]);
  await control.release({ order: 'reverse' });
  expect(received).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);

  await control.fail({ path: '/v1/refunds', outcome: 'drop', when: 'after' });
  const refund = { payment_intent: String(paid.payment_intent), amount: 900 };
  await expect(stripe.refunds.create(refund)).resolves.toMatchObject({ status: 'succeeded' });
  expect((await stripe.refunds.list()).data).toHaveLength(1);

  await sandbox.close();
  shop.close();
});
