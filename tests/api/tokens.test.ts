import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Backend, startBackend } from '../support/backend.ts';
import { call } from '../support/call.ts';
import { shopDatabase } from '../support/shop-database.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { newShopper, type Shopper } from '../support/shopper.ts';
import { testKeys } from '../support/test-keys.ts';
import { bodiesOf, callsWithToken, expectPlainRefusal } from '../support/writing-calls.ts';

let backend: Backend;
let shopper: Shopper;
let bodies: ReturnType<typeof bodiesOf>;

beforeAll(async () => {
  backend = await startBackend();
  shopper = await newShopper(backend);
  const ware = await shopDatabase(backend.database).newWare(50);
  bodies = bodiesOf(shopper.id, ware);
});
afterAll(() => backend.close());

const secret = new TextEncoder().encode(testKeys.jwtSecret);
/** A token of the shopper's, unless told otherwise, that the shop's Supabase project signed. */
function signed(
  { role = 'authenticated', sub = shopper.id, expires = '1h' } = {},
  key: Uint8Array = secret,
): Promise<string> {
  const token = new SignJWT({ role, sub }).setProtectedHeader({ alg: 'HS256' });
  return (expires ? token.setExpirationTime(expires) : token).sign(key);
}

function unsigned(): string {
  const [, payload = ''] = shopper.token.split('.');
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  return `${header}.${payload}.`;
}

/** The shopper's own token with another's id in it. */
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

describe.each(callsWithToken)('POST %s', (path) => {
  test.each<[string, () => string | null | Promise<string>]>([
    ['none', () => null],
    ['nonsense', () => 'nonsense'],
    ['an unsigned one', unsigned],
    ['a tampered one', tampered],
    ['one signed with another secret', () => signed({}, new Uint8Array(32))],
    ['an expired one', () => signed({ expires: '-1s' })],
    ['one without expiry', () => signed({ expires: '' })],
    ['one of nobody', () => signed({ sub: '' })],
    ['one of the service, not of a shopper', () => signed({ role: 'service_role' })],
    ['one of another issuer', fromAnotherIssuer],
    ['the publishable key', () => testKeys.publishableKey],
    ['the secret key', () => testKeys.secretKey],
  ])('asks to log in again when the token is %s', async (_name, makeToken) => {
    const before = await markOfAllRows(backend.database);
    const token = await makeToken();
    const reply = await call(backend.origin + path, { json: bodies[path], token });
    expectPlainRefusal(reply, 401);
    expect(reply.body).toEqual({ detail: 'Please log in again.' });
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect(await markOfAllRows(backend.database)).toEqual(before);
  });

  test('knows the shopper by a token that is right', async () => {
    const token = await signed();
    const { status } = await call(backend.origin + path, { json: bodies[path], token });
    expect(status).not.toBe(401);
  });

  test('looks at the token before the body', async () => {
    expect(await call(backend.origin + path, { raw: '{' })).toMatchObject({ status: 401 });
  });
});
