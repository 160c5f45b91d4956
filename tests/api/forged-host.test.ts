import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadAnswers } from '#harness/function-server.ts';
import { openBackend } from '../support/open-backend.ts';
import { basketOf, newShopper } from '../support/shopper.ts';

// Set before the first call, because the environment is read once.
process.env['SITE_URL'] = 'https://shop.example';
const { backend, shop } = await openBackend();
const answer = await loadAnswers();

/** A call with a forged Host header. */
function forged(path: string, init: RequestInit = {}): Promise<Response> {
  return answer(new Request(`http://evil.example${path}`, init), '127.0.0.1');
}

test('a payment page returns to the shop, not to the request’s Host header', async () => {
  const { id, token } = await newShopper(backend);
  const sku = await shop.newSku(2);
  const opened = await forged('/api/stripe/create-stripe-session/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(basketOf(id, [{ sku, quantity: 1 }])),
  });
  expect(opened.status).toBe(200);
  const { url } = z.object({ url: z.url() }).parse(await opened.json());
  const session = (await backend.stripe.sessions()).find((each) => each.url === url);
  expect(session?.success_url).toMatch(/^https:\/\/shop\.example\/stripesuccess\?/);
  expect(session?.cancel_url).toMatch(/^https:\/\/shop\.example\/api\/stripe\/cancel\/\?/);
});

test('a cancelled payment returns to the shop, not to the request’s Host header', async () => {
  const cancelled = await forged('/api/stripe/cancel/');
  expect(cancelled.headers.get('location')).toBe('https://shop.example/cart');
});
