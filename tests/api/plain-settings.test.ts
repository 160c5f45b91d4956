import { afterAll, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { startBackend } from '../support/backend.ts';
import { newShopper } from '../support/shopper.ts';
import { eventText, sendEvent } from '../support/signed-event.ts';

// The functions read the environment with the first call, after this.
const backend = await startBackend();
afterAll(() => backend.close());
Object.assign(process.env, {
  SUPABASE_URL: ` ${backend.supabaseUrl}//\n`,
  SUPABASE_SECRET_KEY: `${process.env['SUPABASE_SECRET_KEY']}\n`,
  STRIPE_API_BASE: `${backend.stripeUrl}/`,
  STRIPE_WEBHOOK_SECRET: '',
});

test('settings with slashes and line breaks at their ends log in and identify the shopper', async () => {
  const [name, password] = ['slash', 'correct horse'];
  const account = { username: name, email: 'slash@example.com', password };
  const made = await call(`${backend.origin}/api/auth/register/`, { json: account });
  expect(made.status).toBe(201);
  const credentials = { username: name, password };
  const login = await call(`${backend.origin}/api/auth/login/`, { json: credentials });
  expect(login.status).toBe(200);
  const shopper = await newShopper(backend);
  const orders = await call(`${backend.origin}/api/account/orders`, { token: shopper.token });
  expect(orders.status).toBe(200);
});

test('without the webhook’s secret the webhook alone refuses to work', async () => {
  const categories = await call(`${backend.origin}/api/listing/categories/`);
  expect(categories.status).toBe(200);
  const event = eventText('checkout.session.completed', { id: 'cs_test_a' });
  expect(await sendEvent(backend.origin, event, { secret: 'whsec_any' })).toMatchObject({
    status: 500,
  });
});
