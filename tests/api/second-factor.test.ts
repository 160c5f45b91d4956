import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { shopEnvironment } from '#harness/test-keys.ts';
import { loginAttempt } from '#server/rate-limit/attempt.ts';
import { confirmLogin } from '#server/staff/confirm-login.ts';
import { startScriptedServer } from '../support/scripted-server.ts';

/*
 * The local Supabase server has no second factors. These answers are made as Supabase Auth's documentation and its
 * client describe them: https://supabase.com/docs/guides/auth/auth-mfa/totp
 */
let auth: Awaited<ReturnType<typeof startScriptedServer>>;

beforeAll(async () => {
  auth = await startScriptedServer();
  Object.assign(process.env, shopEnvironment(auth.origin, 'http://127.0.0.1:1'));
});
afterAll(() => auth.stop());

const user = randomUUID();
const factor = randomUUID();
const json = { 'content-type': 'application/json' };

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function token(name: string): string {
  return `${part({ alg: 'HS256' })}.${part({ sub: user, exp: 4_000_000_000, name })}.x`;
}

function session(name: string) {
  return {
    access_token: token(name),
    refresh_token: `refresh-${name}`,
    token_type: 'bearer',
    expires_in: 3600,
    user: {
      id: user,
      aud: 'authenticated',
      factors: [
        { id: randomUUID(), factor_type: 'totp', status: 'unverified' },
        { id: factor, factor_type: 'totp', status: 'verified' },
      ],
    },
  };
}

const begun = { status: 200, body: { wait: 0, email: 'a@example.com' }, headers: json };
const passwordRight = { status: 200, body: session('aal1'), headers: json };
const challenged = {
  status: 200,
  body: { id: 'a-challenge', type: 'totp', expires_at: 1 },
  headers: json,
};
const ended = { status: 204, body: '' };

function confirm(code: string) {
  const caller = { p_user: user, p_auth_session: randomUUID() };
  const counted = loginAttempt('ada', '198.51.100.7');
  return confirmLogin(caller, 'ada', { password: 'right', code }, counted, '198.51.100.7');
}

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined));

test('the code of the verified factor makes the login one of the second level', async () => {
  auth.answer(begun, passwordRight, challenged, {
    status: 200,
    body: session('aal2'),
    headers: json,
  });
  expect(await confirm('123456')).toEqual({ access: token('aal2'), refresh: 'refresh-aal2' });
  const [, , challenge, verify] = auth.calls;
  expect(challenge?.path).toBe(`/auth/v1/factors/${factor}/challenge`);
  expect(verify).toMatchObject({
    path: `/auth/v1/factors/${factor}/verify`,
    authorization: `Bearer ${token('aal1')}`,
    body: { code: '123456', challenge_id: 'a-challenge' },
  });
});

test('without a code nobody gets the session that the password began', async () => {
  auth.answer(begun, passwordRight, ended);
  await expect(confirm('')).rejects.toMatchObject({
    status: 403,
    body: { reason: 'second_factor_missing' },
  });
  expect(auth.calls.at(-1)?.path).toBe('/auth/v1/logout?scope=local');
});

test('nor with a wrong one', async () => {
  const wrong = { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' };
  auth.answer(begun, passwordRight, challenged, { status: 422, body: wrong, headers: json }, ended);
  await expect(confirm('000000')).rejects.toMatchObject({
    status: 400,
    body: { code: ['This code is wrong or too old.'] },
  });
  expect(auth.calls.at(-1)?.path).toBe('/auth/v1/logout?scope=local');
});
