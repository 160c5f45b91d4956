import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call, type Reply } from '../support/call.ts';
import { startBackend } from '../support/backend.ts';
import { newShopper } from '../support/shopper.ts';
import { eventText, sendEvent } from '../support/signed-event.ts';
import { linesOf } from '../support/log-lines.ts';

// The functions read the environment later, at the first call.
const backend = await startBackend();
afterAll(() => backend.close());
Object.assign(process.env, {
  SUPABASE_URL: ` ${backend.supabaseUrl}//\n`,
  SUPABASE_SECRET_KEY: `${process.env['SUPABASE_SECRET_KEY']}\n`,
  STRIPE_API_BASE: `${backend.stripeUrl}/`,
  STRIPE_WEBHOOK_SECRET: '',
  NETLIFY_BUILD_HOOK: 'the hook',
  BUILD_SPACING_MINUTES: '1h',
  NETLIFY_API_BASE: 'netlify',
  RESEND_API_BASE: 'resend',
  MAIL_FROM: 'Minicia',
  SITE_URL: 'minicia.example',
});
let first: Reply;
let logged: ReturnType<typeof linesOf>;
beforeAll(async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  first = await call(`${backend.origin}/api/listing/categories/`);
  logged = linesOf(log);
});

test('a typo in an optional setting is logged without its value, and the default is used', () => {
  expect(first.status).toBe(200);
  expect(logged).toMatchObject([
    {
      level: 'error',
      message: 'SETTINGS IGNORED: malformed, so as if not set',
      settings: [
        'NETLIFY_BUILD_HOOK',
        'BUILD_SPACING_MINUTES',
        'NETLIFY_API_BASE',
        'RESEND_API_BASE',
        'MAIL_FROM',
        'SITE_URL',
      ],
    },
  ]);
});

test('settings with trailing slashes and line breaks work', async () => {
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

test('without the webhook’s secret only the webhook refuses to work', async () => {
  const categories = await call(`${backend.origin}/api/listing/categories/`);
  expect(categories.status).toBe(200);
  const event = eventText('checkout.session.completed', { id: 'cs_test_a' });
  expect(await sendEvent(backend.origin, event, { secret: 'whsec_any' })).toMatchObject({
    status: 500,
  });
});
