import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import { Stripe } from 'stripe';
import { startStripeSandbox, type StripeSandbox, type StripeSandboxOptions } from '../src/index.ts';

export const SECRET_KEY = 'sk_test_local_shop';
export const WEBHOOK_SECRET = 'whsec_local_shop';

/** The SDK as the shop uses it, against a sandbox. */
export function sdkFor(sandbox: { port: number }, key = SECRET_KEY): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });
}

/** A webhook endpoint that records events. Responds with `answers` in turn, then 200. */
export interface ShopWebhook {
  url: string;
  received: { body: string; signature: string }[];
  answers: number[];
  close(): Promise<void>;
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

export async function startShopWebhook(): Promise<ShopWebhook> {
  const received: ShopWebhook['received'] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature']);
      received.push({ body: Buffer.concat(chunks).toString('utf8'), signature });
      const status = answers.shift() ?? 200;
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  const port = await portOf(server);
  return {
    url: `http://127.0.0.1:${port}/stripe`,
    received,
    answers,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A sandbox on a free port that abandons a webhook after three quick attempts. */
export function startTestSandbox(
  options: Partial<StripeSandboxOptions> = {},
): Promise<StripeSandbox> {
  return startStripeSandbox({
    port: 0,
    secretKey: SECRET_KEY,
    webhook: null,
    webhookRetryDelays: [10, 10],
    ...options,
  });
}

/** A cart of two hats at £24.50 with two delivery options. */
export function twoHats(): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [
      {
        price_data: {
          currency: 'gbp',
          unit_amount: 2450,
          product_data: {
            name: 'Velvet Bucket Hat',
            description: 'Colour: Midnight & Bone',
            metadata: { variant_id: '7' },
          },
        },
        quantity: 2,
      },
    ],
    shipping_options: [
      {
        shipping_rate_data: {
          type: 'fixed_amount',
          display_name: 'Standard delivery',
          fixed_amount: { amount: 0, currency: 'gbp' },
          delivery_estimate: {
            minimum: { unit: 'business_day', value: 2 },
            maximum: { unit: 'business_day', value: 3 },
          },
        },
      },
      {
        shipping_rate_data: {
          type: 'fixed_amount',
          display_name: 'Express next-day delivery',
          fixed_amount: { amount: 995, currency: 'gbp' },
        },
      },
    ],
    customer_email: 'ada@example.com',
    client_reference_id: 'checkout-1',
    metadata: { checkout: '1' },
    success_url: 'http://localhost:8888/stripesuccess?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:8888/cart',
  };
}

/** A valid form of the payment page; `changes` replaces single inputs. */
export function filledForm(
  shippingRate: unknown,
  changes: Record<string, string> = {},
): URLSearchParams {
  return new URLSearchParams({
    email: 'ada@example.com',
    shipping_rate: String(shippingRate),
    card_number: '4242 4242 4242 4242',
    expiry: '12/40',
    cvc: '123',
    name: 'Ada Lovelace',
    ...changes,
  });
}

/** Submits the payment page's form as a browser does, without following the redirect. */
export function submit(url: string | null, form: URLSearchParams): Promise<Response> {
  return fetch(String(url), { method: 'POST', body: form, redirect: 'manual' });
}
