import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FunctionServer, startFunctions } from '#harness/function-server.ts';
import { eventText, sendEvent } from '../support/signed-event.ts';
import { failed } from '../support/failed-answer.ts';

let functions: FunctionServer;

beforeAll(async () => {
  Object.assign(process.env, {
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_unused',
    SUPABASE_SECRET_KEY: 'sb_secret_unused',
    SIGNING_SECRET: 'unused'.repeat(6),
    STRIPE_SECRET_KEY: 'sk_test_unused',
    STRIPE_WEBHOOK_SECRET: '',
  });
  functions = await startFunctions();
});
afterAll(() => functions.close());

test('payments 21: without a configured secret the webhook refuses to work rather than skip the check', async () => {
  const event = eventText('checkout.session.completed', { id: 'cs_test_a' });
  for (const sending of [{ secret: ' ' }, { signature: null }, { signature: 't=1,v1=' }]) {
    const { status, body } = await sendEvent(functions.origin, event, sending);
    expect(status).toBe(500);
    expect(body).toEqual(failed);
  }
});
