import { expect, test } from 'vitest';
import { checkVariables } from './check-variables.ts';

const hosted = {
  SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1',
  SUPABASE_SECRET_KEY: 'sb_secret_1',
  SIGNING_SECRET: 'x'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  RESEND_API_KEY: 're_1',
  RESEND_WEBHOOK_SECRET: 'whsec_2',
  MAIL_FROM: 'Minicia <orders@minicia.co.uk>',
  NETLIFY_BUILD_HOOK: 'https://api.netlify.com/build_hooks/65f0a1b2c3d4e5f6a7b8c9d0',
  SITE_URL: 'https://minicia.co.uk',
};

test('accepts complete settings with the lock off', () => {
  const open = checkVariables({ ...hosted, LAUNCH_LOCK: 'off' });
  expect(open).toEqual(checkVariables(hosted));
  expect(checkVariables(hosted)).toEqual([
    { level: 'fine', text: 'The settings are complete and well-formed.' },
  ]);
});

test.each<[string, Record<string, string>, 'warning' | 'failure', string]>([
  ['a missing key', { STRIPE_SECRET_KEY: '' }, 'failure', 'STRIPE_SECRET_KEY is not set.'],
  ['links that nothing signs', { SIGNING_SECRET: '' }, 'failure', 'SIGNING_SECRET is not set.'],
  ['a short secret', { SIGNING_SECRET: 'minicia' }, 'failure', 'at least 32 random characters'],
  ['white space alone', { SUPABASE_URL: ' ' }, 'failure', 'SUPABASE_URL is not set.'],
  ['a host without a scheme', { SITE_URL: 'minicia.co.uk' }, 'failure', 'SITE_URL is not a URL'],
  ['plain HTTP', { SITE_URL: 'http://minicia.co.uk' }, 'failure', 'must begin with https://'],
  [
    'an address with a path',
    { SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co/rest/v1' },
    'failure',
    'set it to https://abcdefghijklmnopqrst.supabase.co.',
  ],
  [
    'a trailing slash',
    { SITE_URL: 'https://minicia.co.uk/' },
    'warning',
    'without a trailing slash',
  ],
  [
    'an address on this machine',
    { SITE_URL: 'http://localhost:8888' },
    'warning',
    'on this machine',
  ],
  ['another host', { SUPABASE_URL: 'https://db.minicia.co.uk' }, 'warning', 'custom domain'],
  [
    'the publishable key as the secret one',
    { SUPABASE_SECRET_KEY: 'sb_publishable_1' },
    'failure',
    'SUPABASE_SECRET_KEY has the wrong format. It must be sb_secret_…',
  ],
  [
    'the secret key as the publishable one',
    { SUPABASE_PUBLISHABLE_KEY: 'sb_secret_1' },
    'failure',
    'SUPABASE_PUBLISHABLE_KEY has the wrong format',
  ],
  [
    'a legacy key',
    { SUPABASE_SECRET_KEY: 'eyJhbGciOi.eyJyb2xlIjoi.c2lnbmF0dXJl' },
    'warning',
    'a legacy Supabase key',
  ],
  [
    'Stripe’s publishable key',
    { STRIPE_SECRET_KEY: 'pk_live_1' },
    'failure',
    'STRIPE_SECRET_KEY has the wrong format',
  ],
  [
    'Stripe’s test mode in an open shop',
    { STRIPE_SECRET_KEY: 'rk_test_1' },
    'failure',
    'the functions of an open shop refuse',
  ],
  [
    'the webhook’s address as its secret',
    { STRIPE_WEBHOOK_SECRET: 'https://minicia.co.uk/api/stripe/webhook/' },
    'failure',
    'STRIPE_WEBHOOK_SECRET has the wrong format',
  ],
  [
    'a sandbox',
    { STRIPE_API_BASE: 'http://127.0.0.1:12111' },
    'failure',
    'payments go to a sandbox instead of Stripe. Remove it.',
  ],
  ['a shared secret', { SUPABASE_JWT_SECRET: 'x'.repeat(32) }, 'warning', 'SUPABASE_JWT_SECRET'],
  ['no webhook of the mail provider', { RESEND_WEBHOOK_SECRET: '' }, 'warning', 'stay on the list'],
  ['no mail provider', { RESEND_API_KEY: '' }, 'failure', 'no e-mail is sent'],
  ['no sender', { MAIL_FROM: '' }, 'failure', 'MAIL_FROM is not set'],
  [
    'a sender without a domain',
    { MAIL_FROM: 'Minicia' },
    'failure',
    'MAIL_FROM has the wrong format',
  ],
  [
    'a host with a port as the address',
    { SUPABASE_URL: 'abcdefghijklmnopqrst.supabase.co:443' },
    'failure',
    'SUPABASE_URL is not a URL',
  ],
  [
    'a typo in the spacing of builds',
    { BUILD_SPACING_MINUTES: '1h' },
    'failure',
    'BUILD_SPACING_MINUTES has the wrong format. It must be a plain number of minutes',
  ],
  ['the lock on', { LAUNCH_LOCK: 'on' }, 'warning', 'visitors are asked for a password'],
  ['a typo in the lock', { LAUNCH_LOCK: 'yes' }, 'failure', 'neither on nor off'],
  ['no build hook', { NETLIFY_BUILD_HOOK: '' }, 'warning', 'wait for the next deploy'],
  [
    'some other hook',
    { NETLIFY_BUILD_HOOK: 'https://example.org/hook' },
    'failure',
    'NETLIFY_BUILD_HOOK has the wrong format',
  ],
  ['no address of the shop', { SITE_URL: '' }, 'warning', 'SITE_URL is not set'],
])('reports %s', (_, change, level, text) => {
  const findings = checkVariables({ ...hosted, ...change });
  expect(findings).toEqual([{ level, text: expect.stringContaining(text) }]);
});

test('never repeats the value of a key', () => {
  const keys = { ...hosted, SUPABASE_SECRET_KEY: 'hidden-1', STRIPE_SECRET_KEY: 'hidden-2' };
  const texts = checkVariables({
    ...keys,
    STRIPE_WEBHOOK_SECRET: 'hidden-3',
    RESEND_API_KEY: 'hidden-4',
  });
  expect(texts).toHaveLength(4);
  expect(JSON.stringify(texts)).not.toContain('hidden');
});

test('Stripe’s test mode is for a locked shop', () => {
  const trying = { ...hosted, STRIPE_SECRET_KEY: 'sk_test_1', LAUNCH_LOCK: 'on' };
  expect(checkVariables(trying)).toEqual([
    { level: 'warning', text: expect.stringContaining('no real card is charged') },
    { level: 'warning', text: expect.stringContaining('LAUNCH_LOCK is on') },
  ]);
});
