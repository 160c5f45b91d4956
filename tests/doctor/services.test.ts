import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLabels } from '../../doctor/check-labels.ts';
import { checkLaunch } from '../../doctor/check-launch.ts';
import { checkMail } from '../../doctor/check-mail.ts';
import { checkStripe } from '../../doctor/check-stripe.ts';
import { checkSupabase } from '../../doctor/check-supabase.ts';
import type { Finding } from '../../doctor/finding.ts';
import { company } from '#brand/company.ts';
import { carrierTestKeys, mailTestKey, shopEnvironment, testKeys } from '#harness/test-keys.ts';
import { openBackend } from '../support/open-backend.ts';
import { type Override, startOverridingProxy } from '../support/overriding-proxy.ts';
import { freePort } from '#local/ports.ts';
import { projectFolder } from '#local/settings.ts';
import { webhookEvents } from '#server/checkout/webhook-events.ts';

const { backend } = await openBackend();
const supabase = await startOverridingProxy(backend.supabaseUrl);
const stripe = await startOverridingProxy(backend.stripeUrl);
const mail = await startOverridingProxy(backend.mailbox.url);
afterAll(() => Promise.all([supabase.close(), stripe.close(), mail.close()]));
beforeEach(() => {
  for (const proxy of [supabase, stripe, mail]) proxy.override({});
});

const variables = {
  ...shopEnvironment(supabase.url, stripe.url, mail.url),
  MAIL_FROM: 'Minicia <orders@minicia.example>',
  SITE_URL: backend.origin,
};
const nobody = `http://127.0.0.1:${await freePort()}`;

function failures(findings: readonly Finding[]): string[] {
  return findings.filter(({ level }) => level !== 'fine').map(({ text }) => text);
}

const royalMail = { SHIPPO_API_KEY: '', ROYAL_MAIL_API_KEY: carrierTestKeys.apiKey };

test.each([
  ['fine', {}, 'Shippo sells labels.'],
  ['failure', { SHIPPO_API_KEY: 'shippo_test_other' }, /rejects SHIPPO_API_KEY \(401\)/],
  ['warning', { SHIPPO_WEBHOOK_TOKEN: '' }, /SHIPPO_WEBHOOK_TOKEN is not set/],
  ['failure', { SHIPPO_API_BASE: nobody }, /does not answer/],
  ['fine', royalMail, 'Royal Mail sells labels.'],
  ['failure', { ...royalMail, ROYAL_MAIL_API_KEY: 'other' }, /rejects ROYAL_MAIL_API_KEY \(401\)/],
])('labels: %s with %j', async (level, changed, text) => {
  const found = await checkLabels({
    ...variables,
    ROYAL_MAIL_API_KEY: '',
    SHIPPO_API_BASE: process.env['SHIPPO_API_BASE'],
    ROYAL_MAIL_API_BASE: process.env['ROYAL_MAIL_API_BASE'],
    ...changed,
  });
  expect(found.filter((one) => one.level !== 'fine' || level === 'fine')).toEqual([
    { level, text: expect.stringMatching(text) },
  ]);
});

describe('Opening the shop', () => {
  test('reads the texts and the tax from the database', async () => {
    const found = failures(await checkLaunch(variables, company));
    expect(found).toContainEqual(expect.stringMatching(/^src\/brand\/company\.ts: number\. /));
    expect(found).toContainEqual(
      expect.stringMatching(/^src\/brand\/company\.ts: vatNumber\. .*6 % tax/),
    );
    expect(found.filter((text) => !text.startsWith('src/brand/company.ts'))).toEqual([
      expect.stringMatching(/^src\/domain\/catalogue\/eu-guarantee\.ts: officialNotice\. /),
      expect.stringMatching(/^Countries: who pays duties and taxes\. Decide/),
    ]);
    supabase.override({
      '/rest/v1/site_content': { status: 200, body: [{ key: 'terms', value: { text: '' } }] },
    });
    const without = failures(await checkLaunch(variables, company));
    expect(without).toContainEqual(expect.stringMatching(/^Terms: the company’s number\. /));
    expect(without).toContainEqual(expect.stringMatching(/^Privacy: that Resend receives data\. /));
  });

  test('a company without a VAT number may open once the SQL in docs/deploy.md has set the tax to 0', async () => {
    const guide = readFileSync(path.join(projectFolder, 'docs/deploy.md'), 'utf8');
    const [, setToNought = ''] = /```sql\n\s*(update tax_settings [^`]+)```/.exec(guide) ?? [];
    await backend.database.sql.unsafe(setToNought);
    const found = failures(await checkLaunch(variables, { ...company, vatNumber: null }));
    await backend.database.sql`update tax_settings set tax_basis_points = 600 where only_row`;
    expect(found).not.toContainEqual(expect.stringContaining('vatNumber'));
  });

  test('names products that lack what the law or customs require', async () => {
    await backend.database.sql`
      update products set hs_code = null, facts = facts || '{"material": "Wool"}'
      where slug = 'headline-trucker'`;
    const found = failures(await checkLaunch(variables, { ...company, euResponsiblePerson: null }));
    await backend.database.sql`
      update products set hs_code = '65050030', facts = facts || '{"material": "100% polyester"}'
      where slug = 'headline-trucker'`;
    expect(found.filter((text) => /^Products|euResponsiblePerson/.test(text))).toEqual([
      expect.stringMatching(/^src\/brand\/company\.ts: euResponsiblePerson\. Appoint somebody/),
      expect.stringMatching(/^Products without material .*: Headline Trucker\. Write/),
      expect.stringMatching(/^Products without commodity code: Headline Trucker\. Customs/),
    ]);
  });

  test.each([
    ['nothing responds', { SUPABASE_URL: nobody }, 'does not answer'],
    ['nothing is set', { SUPABASE_URL: '' }, 'The legal texts and the products cannot be read'],
  ])('reports that %s', async (_, change, text) => {
    const found = failures(await checkLaunch({ ...variables, ...change }, company));
    expect(found).toContainEqual(expect.stringContaining(text));
  });
});

describe('Supabase', () => {
  test('the local stack is fine, except for the bucket that the first import creates', async () => {
    expect(failures(await checkSupabase(variables))).toEqual([
      expect.stringContaining('There is no bucket “catalogue”'),
    ]);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'the secret key belongs to another project',
      { SUPABASE_SECRET_KEY: 'sb_secret_other' },
      'SUPABASE_SECRET_KEY may not read the orders (401)',
    ],
    [
      'the publishable key belongs to another project',
      { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_other' },
      'SUPABASE_PUBLISHABLE_KEY may not read the catalogue (401)',
    ],
  ])('reports that %s, and nothing else', async (_, change, text) => {
    // A hosted project rejects a wrong key on every call that needs one.
    const refusing =
      'SUPABASE_SECRET_KEY' in change
        ? [
            '/storage/v1/bucket/catalogue',
            '/storage/v1/bucket/return-photos',
            '/storage/v1/bucket/review-photos',
          ]
        : ['/auth/v1/.well-known/jwks.json', '/auth/v1/settings'];
    const refused = { status: 401, body: {} };
    supabase.override(Object.fromEntries(refusing.map((address) => [address, refused])));
    const found = failures(await checkSupabase({ ...variables, ...change }));
    expect(found.filter((said) => !said.includes('the first import creates it'))).toEqual([
      expect.stringContaining(text),
    ]);
  });

  test('sends no request to a malformed URL', async () => {
    const malformed = { ...variables, SUPABASE_URL: 'abcdefghijklmnopqrst.supabase.co:443' };
    expect(await checkSupabase(malformed)).toEqual([]);
    expect(failures(await checkLaunch(malformed, company)).join()).not.toContain('null');
  });

  test.each<[string, Record<string, string>, string]>([
    ['nothing responds', { SUPABASE_URL: nobody }, 'does not answer'],
    ['no key is published for tokens', { SUPABASE_JWT_SECRET: '' }, 'publishes no key'],
  ])('reports that %s', async (_, change, text) => {
    const found = failures(await checkSupabase({ ...variables, ...change }));
    expect(found).toContainEqual(expect.stringContaining(text));
  });

  test.each<[string, Record<string, Override>, string]>([
    [
      'the tables are missing',
      { '/rest/v1/orders': { status: 404, body: {} } },
      'Run the migrations',
    ],
    [
      'anyone can read orders',
      { '/rest/v1/orders': { status: 200, body: [{ id: 1 }] } },
      'so anyone can',
    ],
    [
      'a login is issued under another address',
      {
        '/auth/v1/.well-known/openid-configuration': {
          status: 200,
          body: { issuer: 'https://login.minicia.co.uk/auth/v1' },
        },
      },
      'Set SUPABASE_URL to https://login.minicia.co.uk.',
    ],
    [
      'nobody can sign up',
      { '/auth/v1/settings': settings({ disable_signup: true }) },
      'allow new users to sign up',
    ],
    [
      'addresses must be confirmed at Supabase',
      { '/auth/v1/settings': settings({ mailer_autoconfirm: false }) },
      'switch “Confirm email” off',
    ],
    [
      'signing up by e-mail is off',
      { '/auth/v1/settings': settings({ external: { email: false, anonymous_users: true } }) },
      'Signing up by e-mail is off',
    ],
    [
      'anonymous sign-ins are off',
      { '/auth/v1/settings': settings({ external: { email: true } }) },
      'allow anonymous sign-ins',
    ],
    [
      'the bucket is private',
      { '/storage/v1/bucket/catalogue': { status: 200, body: { public: false } } },
      'make it public',
    ],
    [
      'the bucket of return photos is public',
      { '/storage/v1/bucket/return-photos': { status: 200, body: { public: true } } },
      'make it private',
    ],
    [
      'a password is enough to move money',
      {
        '/rest/v1/rpc/staff_at_work': {
          status: 200,
          body: [
            { moves_money: true, email: 'morag@example.com', has_second_factor: false },
            { moves_money: true, email: 'mona@example.com', has_second_factor: true },
            { moves_money: false, email: 'percy@example.com', has_second_factor: false },
          ],
        },
      },
      'These people can issue refunds without two-factor login: morag@example.com.',
    ],
  ])('reports that %s', async (_, broken, text) => {
    supabase.override(broken);
    const found = failures(await checkSupabase(variables));
    expect(found).toContainEqual(expect.stringContaining(text));
  });

  test('names missing and unknown migrations', async () => {
    const { sql } = backend.database;
    const [last] = await sql<[{ version: string }]>`
      delete from supabase_migrations.schema_migrations where version =
        (select max(version) from supabase_migrations.schema_migrations) returning version`;
    expect(failures(await checkSupabase(variables))).toContainEqual(
      `The database lacks the migrations ${last.version}. Run npx supabase db push.`,
    );
    await sql`insert into supabase_migrations.schema_migrations (version) values (${last.version}), ('29990101000000')`;
    expect(failures(await checkSupabase(variables))).toContainEqual(
      expect.stringContaining('does not know (29990101000000)'),
    );
    await sql`delete from supabase_migrations.schema_migrations where version = '29990101000000'`;
  });
});

function settings(change: object): Override {
  const body = {
    disable_signup: false,
    mailer_autoconfirm: true,
    external: { email: true, anonymous_users: true },
  };
  return { status: 200, body: { ...body, ...change } };
}

describe('Stripe', () => {
  test('the sandbox is fine', async () => {
    expect(failures(await checkStripe(variables))).toEqual([]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['nothing responds', { STRIPE_API_BASE: nobody }, 'Stripe does not answer'],
    ['the key is refused', { STRIPE_SECRET_KEY: 'sk_test_other' }, 'rejects STRIPE_SECRET_KEY'],
    [
      'there is no webhook for the shop',
      { SITE_URL: 'https://minicia.co.uk' },
      'has no webhook for https://minicia.co.uk/api/stripe/webhook/',
    ],
  ])('reports that %s', async (_, change, text) => {
    expect(failures(await checkStripe({ ...variables, ...change }))).toEqual([
      expect.stringContaining(text),
    ]);
  });

  test.each<[string, Record<string, Override>, string]>([
    [
      'the key may not read sessions',
      { '/v1/checkout/sessions': forbidden() },
      'lacks permissions: Checkout Sessions.',
    ],
    [
      'the key may not list webhooks',
      { '/v1/webhook_endpoints': forbidden() },
      'may not list webhooks',
    ],
    [
      'an event is missing',
      { '/v1/webhook_endpoints': listOf(endpoint({ enabled_events: webhookEvents.slice(1) })) },
      `lacks the events ${webhookEvents[0]}.`,
    ],
    [
      'the webhook is disabled',
      { '/v1/webhook_endpoints': listOf(endpoint({ status: 'disabled' })) },
      'is disabled',
    ],
    [
      'there are two webhooks',
      { '/v1/webhook_endpoints': listOf(endpoint(), endpoint()) },
      'has 2 webhooks',
    ],
  ])('reports that %s', async (_, broken, text) => {
    stripe.override(broken);
    expect(failures(await checkStripe(variables))).toEqual([expect.stringContaining(text)]);
  });

  test('accepts a webhook with exactly the shop’s events', async () => {
    stripe.override({ '/v1/webhook_endpoints': listOf(endpoint()) });
    expect(failures(await checkStripe(variables))).toEqual([]);
  });
});

function endpoint(change: object = {}) {
  const url = `${backend.origin}/api/stripe/webhook/`;
  return { id: 'we_1', url, status: 'enabled', enabled_events: webhookEvents, ...change };
}

function listOf(...data: object[]): Override {
  const list = { object: 'list', has_more: false, url: '/v1/webhook_endpoints', data };
  return { status: 200, body: list };
}

function forbidden(): Override {
  const error = { type: 'invalid_request_error', message: 'The key lacks a permission.' };
  return { status: 403, body: { error } };
}

describe('Resend', () => {
  test('the mailbox is fine', async () => {
    expect(failures(await checkMail(variables))).toEqual([]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['nothing responds', { RESEND_API_BASE: nobody }, 'does not answer'],
    ['the key is refused', { RESEND_API_KEY: 're_other' }, 'rejects RESEND_API_KEY (403)'],
    [
      'the sender’s domain is unknown',
      { MAIL_FROM: 'orders@minicia.co.uk' },
      'does not know minicia.co.uk',
    ],
  ])('reports that %s', async (_, change, text) => {
    expect(failures(await checkMail({ ...variables, ...change }))).toEqual([
      expect.stringContaining(text),
    ]);
  });

  test.each<[string, Override, string]>([
    [
      'the domain is not verified',
      { status: 200, body: { data: [{ name: 'minicia.example', status: 'pending' }] } },
      'has not verified minicia.example (pending)',
    ],
    [
      'the key may only send',
      { status: 401, body: { name: 'restricted_api_key' } },
      'check this yourself',
    ],
  ])('reports that %s', async (_, broken, text) => {
    mail.override({ '/domains': broken });
    expect(failures(await checkMail(variables))).toEqual([expect.stringContaining(text)]);
  });
});

test('never repeats a key', async () => {
  const findings = await Promise.all(
    [checkSupabase, checkStripe, checkMail].map((check) => check(variables)),
  );
  const said = JSON.stringify(findings);
  for (const key of [...Object.values(testKeys), mailTestKey]) expect(said).not.toContain(key);
});
