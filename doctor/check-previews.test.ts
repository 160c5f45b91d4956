import { expect, test } from 'vitest';
import { checkPreviews } from './check-previews.ts';

const live = {
  SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co',
  SUPABASE_SECRET_KEY: 'sb_secret_1',
  SIGNING_SECRET: 'one',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  RESEND_API_KEY: 're_1',
  NETLIFY_BUILD_HOOK: 'https://api.netlify.com/build_hooks/65f0a1b2c3d4e5f6a7b8c9d0',
};
const previews = {
  SUPABASE_URL: 'https://zzzzzzzzzzzzzzzzzzzz.supabase.co',
  SUPABASE_SECRET_KEY: 'sb_secret_2',
  STRIPE_SECRET_KEY: 'sk_test_1',
};

test('a second project and test keys are fine', () => {
  expect(checkPreviews(live, previews)).toEqual([
    { level: 'fine', text: 'Previews reach neither the live data nor real cards.' },
  ]);
});

test.each<[string, Record<string, string>, 'warning' | 'failure', string]>([
  ['no project', { SUPABASE_URL: '' }, 'warning', 'do not build'],
  ['the live project', { SUPABASE_URL: `${live.SUPABASE_URL}/` }, 'failure', 'the live database'],
  ['a live key', { STRIPE_SECRET_KEY: 'rk_live_2' }, 'failure', 'a live Stripe key'],
  ['the live secret key', { SUPABASE_SECRET_KEY: 'sb_secret_1' }, 'failure', 'SUPABASE_SECRET_KEY'],
  ['the live signing secret', { SIGNING_SECRET: 'one' }, 'failure', 'SIGNING_SECRET'],
  ['the live mail key', { RESEND_API_KEY: 're_1' }, 'failure', 'RESEND_API_KEY'],
  ['the build hook', { NETLIFY_BUILD_HOOK: live.NETLIFY_BUILD_HOOK }, 'failure', 'NETLIFY_BUILD'],
])('previews with %s are reported', (_name, change, level, text) => {
  expect(checkPreviews(live, { ...previews, ...change })).toEqual([
    { level, text: expect.stringContaining(text) },
  ]);
});
