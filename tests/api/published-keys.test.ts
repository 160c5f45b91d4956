import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopperOf } from '#server/token.ts';

// Hosted Supabase projects sign tokens with keys that they publish, not with a shared secret.
const shopper = '5d3f0c3a-52a5-4f0e-9d0f-2c7a3c0d8f11';
const session = '0b0f4c1e-6a7c-4b9e-8f0a-9a4de1b7c2d3';
const [own, foreign] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);

let project: Server;
let issuer: string;

beforeAll(async () => {
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'ES256', use: 'sig' }];
  project = createServer((request, response) => {
    const found = request.url === '/auth/v1/.well-known/jwks.json';
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ? { keys } : {}));
  }).listen(0, '127.0.0.1');
  await once(project, 'listening');
  const address = project.address();
  const port = typeof address === 'object' ? address?.port : 0;
  issuer = `http://127.0.0.1:${port}/auth/v1`;
  Object.assign(process.env, {
    // With a trailing slash, as pasted; the tokens' issuer has a single slash there.
    SUPABASE_URL: `http://127.0.0.1:${port}/`,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_unused',
    SUPABASE_SECRET_KEY: 'sb_secret_unused',
    SIGNING_SECRET: 'unused'.repeat(6),
    SUPABASE_JWT_SECRET: '',
    STRIPE_SECRET_KEY: 'sk_test_unused',
    STRIPE_WEBHOOK_SECRET: 'whsec_unused',
  });
});
afterAll(() => {
  project.close();
  project.closeAllConnections();
});

interface Claims {
  iss?: string;
  aud?: string;
  role?: string;
  expires?: string;
  starts?: string;
  more?: Record<string, unknown>;
}

function token(key: CryptoKey, kid: string, claims: Claims = {}): Promise<string> {
  const { iss = issuer, aud = 'authenticated', role = 'authenticated', expires = '1h' } = claims;
  const { starts = '-1s', more = {} } = claims;
  return new SignJWT({ sub: shopper, session_id: session, role, iss, aud, ...more })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setNotBefore(starts)
    .setExpirationTime(expires)
    .sign(key);
}

test('a token signed with one of the project’s keys identifies its shopper and session', async () => {
  const known = { id: shopper, session, guest: false };
  expect(await shopperOf(await token(own.privateKey, 'own'))).toEqual(known);
  const anonymous = await token(own.privateKey, 'own', { more: { is_anonymous: true } });
  expect(await shopperOf(anonymous)).toEqual({ ...known, guest: true });
});

test.each<[string, () => Promise<string>]>([
  ['a foreign key under the project’s name', () => token(foreign.privateKey, 'own')],
  ['a key that is not published', () => token(foreign.privateKey, 'foreign')],
  ['another issuer', () => token(own.privateKey, 'own', { iss: 'https://evil.example/auth/v1' })],
  ['another audience', () => token(own.privateKey, 'own', { aud: 'anon' })],
  ['another role', () => token(own.privateKey, 'own', { role: 'service_role' })],
  ['no session', () => token(own.privateKey, 'own', { more: { session_id: undefined } })],
  ['tomorrow', () => token(own.privateKey, 'own', { starts: '1d', expires: '2d' })],
  ['an hour ago', () => token(own.privateKey, 'own', { expires: '-1h' })],
  [
    'the public key taken for a shared secret',
    async () => {
      const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(own.publicKey)));
      return new SignJWT({ sub: shopper, role: 'authenticated', iss: issuer, aud: 'authenticated' })
        .setProtectedHeader({ alg: 'HS256', kid: 'own' })
        .setExpirationTime('1h')
        .sign(secret);
    },
  ],
])('a token from %s identifies nobody', async (_name, make) => {
  expect(await shopperOf(await make())).toBeNull();
});
