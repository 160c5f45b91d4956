import { generateKeyPair, SignJWT } from 'jose';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';
import { openBackend } from '../support/open-backend.ts';
import { call } from '../support/call.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { newShopper } from '../support/shopper.ts';
import { testKeys } from '#harness/test-keys.ts';
import {
  bodiesOf,
  callsWithToken,
  expectPlainRefusal,
  readingCallsWithToken,
} from '../support/writing-calls.ts';

const { backend, shop } = await openBackend();
const shopper = await newShopper(backend);
const bodies = bodiesOf(shopper.id, await shop.newSku(50));

const secret = new TextEncoder().encode(testKeys.jwtSecret);

/** Claims and times of a token. */
interface Said {
  role?: string;
  sub?: string;
  aud?: string | string[];
  iss?: string;
  /** Start and end of validity, relative to now. */
  starts?: string;
  expires?: string;
  more?: Record<string, unknown>;
}

/** A token signed by the shop's Supabase project, by default the shopper's. */
function signed(
  {
    role = 'authenticated',
    sub = shopper.id,
    aud = 'authenticated',
    iss,
    starts,
    expires = '1h',
    more = {},
  }: Said = {},
  key: Uint8Array = secret,
): Promise<string> {
  const token = new SignJWT({ role, sub, session_id: shopper.id, ...more }).setProtectedHeader({
    alg: 'HS256',
  });
  if (aud) token.setAudience(aud);
  if (iss) token.setIssuer(iss);
  if (starts) token.setNotBefore(starts);
  if (expires) token.setExpirationTime(expires);
  return token.sign(key);
}

/** A legacy API key of a hosted project, signed with the same secret. */
function apiKey(role: 'anon' | 'service_role', more: Record<string, unknown> = {}) {
  return new SignJWT({ iss: 'supabase', ref: 'abcdefghijklmnopqrst', role, ...more })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('10y')
    .sign(secret);
}

function unsigned(alg = 'none'): string {
  const [, payload = ''] = shopper.token.split('.');
  const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
  return `${header}.${payload}.`;
}

/** The shopper's token with another shopper's id. */
function tampered(): string {
  const [header = '', payload = '', signature = ''] = shopper.token.split('.');
  const inside = JSON.parse(Buffer.from(payload, 'base64url').toString());
  inside.exp += 1_000_000;
  return [header, Buffer.from(JSON.stringify(inside)).toString('base64url'), signature].join('.');
}

async function fromAnotherIssuer(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT({ role: 'authenticated', sub: shopper.id })
    .setProtectedHeader({ alg: 'ES256' })
    .setExpirationTime('1h')
    .sign(privateKey);
}

/** Invalid tokens, by their fault. */
const wrongTokens: [string, () => string | null | Promise<string>][] = [
  ['none', () => null],
  ['nonsense', () => 'nonsense'],
  ['an unsigned one', () => unsigned()],
  ['an unsigned one in other letters', () => unsigned('nOnE')],
  ['one that claims a signature and has none', () => unsigned('HS256')],
  ['one without its signature', () => shopper.token.split('.').slice(0, 2).join('.')],
  ['a tampered one', tampered],
  ['one signed with another secret', () => signed({}, new Uint8Array(32))],
  ['an expired one', () => signed({ expires: '-1s' })],
  ['one without expiry', () => signed({ expires: '' })],
  ['one that does not count yet', () => signed({ starts: '1m' })],
  ['one for another audience', () => signed({ aud: 'anon' })],
  ['one for no audience', () => signed({ aud: '' })],
  ['one of another project', () => signed({ iss: 'https://evil.example/auth/v1' })],
  ['one of nobody', () => signed({ sub: '' })],
  ['one of a name in place of an id', () => signed({ sub: 'ada' })],
  ['one without a session', () => signed({ more: { session_id: undefined } })],
  ['an anonymous API key', () => apiKey('anon')],
  ['the service’s API key', () => apiKey('service_role')],
  ['an API key that names the shopper', () => apiKey('service_role', { sub: shopper.id })],
  ['one of the service, not of a shopper', () => signed({ role: 'service_role' })],
  ['one of another issuer', fromAnotherIssuer],
  ['the publishable key', () => testKeys.publishableKey],
  ['the secret key', () => testKeys.secretKey],
];

describe.each(readingCallsWithToken)('GET %s', (address) => {
  test.each(wrongTokens)('asks to log in again when the token is %s', async (_name, makeToken) => {
    const reply = await call(backend.origin + address, { token: await makeToken() });
    expectPlainRefusal(reply, 401);
    expect(reply.body).toEqual({ detail: 'Please log in again.' });
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('identifies the shopper by a valid token', async () => {
    const { status } = await call(backend.origin + address, { token: shopper.token });
    expect(status).not.toBe(401);
  });
});

describe.each(callsWithToken)('POST %s', (address) => {
  let rows: Record<string, string>;
  beforeAll(async () => {
    rows = await markOfAllRows(backend.database);
  });

  test.each(wrongTokens)('asks to log in again when the token is %s', async (_name, makeToken) => {
    const token = await makeToken();
    const reply = await call(backend.origin + address, { json: bodies[address], token });
    expectPlainRefusal(reply, 401);
    expect(reply.body).toEqual({ detail: 'Please log in again.' });
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  });

  // Compared once for all tokens, because that takes several times as long as a refusal.
  test('changes no row for any of these tokens', async () => {
    expect(await markOfAllRows(backend.database)).toEqual(rows);
  });

  test.each<[string, () => Promise<string>]>([
    ['of the local stack', async () => shopper.token],
    ['of a hosted project', () => signed({ iss: `${backend.supabaseUrl}/auth/v1` })],
    ['for several audiences', () => signed({ aud: ['authenticated', 'other'] })],
    ['that counts by now', () => signed({ starts: '-1m', more: { is_anonymous: false } })],
  ])('identifies the shopper by a token %s', async (_name, makeToken) => {
    const token = await makeToken();
    const { status } = await call(backend.origin + address, { json: bodies[address], token });
    expect(status).not.toBe(401);
  });

  test('accepts the token only in its header', async () => {
    const disguised = `${backend.origin}${address}?access_token=${shopper.token}&token=${shopper.token}`;
    const headers = { cookie: `access_token=${shopper.token}`, apikey: shopper.token };
    const reply = await call(disguised, { json: bodies[address], headers });
    expectPlainRefusal(reply, 401);
    expect(reply.body).toEqual({ detail: 'Please log in again.' });
  });

  test('checks the token before the body', async () => {
    expect(await call(backend.origin + address, { raw: '{' })).toMatchObject({ status: 401 });
  });
});

test('the table above has every shopper’s call that requires a token', async () => {
  const folder = path.join(projectFolder, 'netlify/handlers');
  const files = globSync('*/*.ts', { cwd: folder }).filter((file) =>
    /require(Shopper|Buyer)\(/.test(readFileSync(path.join(folder, file), 'utf8')),
  );
  const tables = globSync('netlify/functions/*.ts', { cwd: projectFolder }).map((file) =>
    readFileSync(path.join(projectFolder, file), 'utf8'),
  );
  const paths = files.map(
    (file) =>
      new RegExp(`'(/api/[^']+)',\\s+\\(\\) =>\\s+import\\('#handlers/${file}'`).exec(
        tables.join(),
      )?.[1],
  );
  expect([...new Set(paths)].toSorted()).toEqual(
    // The last four need a mailed link as well.
    [
      ...callsWithToken,
      ...readingCallsWithToken,
      '/api/auth/claim-order',
      '/api/auth/confirm-email',
      '/api/auth/staff-invitation',
      '/api/draw/entry',
    ].toSorted(),
  );
});

test('a forged token does not free a shopper’s held stock', async () => {
  const sku = await shop.newSku(3);
  await shopper.paymentPage([{ sku, quantity: 3 }]);
  const items = [{ productId: sku.product_id, selectedColorId: sku.variant_id }];
  const stockFor = async (token: string | null) =>
    (await call(`${backend.origin}/api/listing/cartvalidate/`, { json: { items }, token })).body;
  expect(await stockFor(shopper.token)).toMatchObject([{ currentStock: 3 }]);
  for (const forged of [tampered(), unsigned(), await apiKey('service_role'), null]) {
    expect(await stockFor(forged)).toMatchObject([{ currentStock: 0 }]);
  }
});
