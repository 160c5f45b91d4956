import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { shopEnvironment } from '#harness/test-keys.ts';
import { newFactor } from '#server/staff/second-factor.ts';
import { startScriptedServer } from '../support/scripted-server.ts';

// The local Supabase server allows authenticator apps; these are the responses of a project that does not.
let project: Awaited<ReturnType<typeof startScriptedServer>>;

beforeAll(async () => {
  project = await startScriptedServer();
  Object.assign(process.env, shopEnvironment(project.origin, 'http://127.0.0.1:1'));
});
afterAll(() => project.stop());

const user = randomUUID();
const headers = { 'content-type': 'application/json' };
const caller = { id: user, session: randomUUID(), guest: false };

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

const token = `${part({ alg: 'HS256' })}.${part({ sub: user, exp: 4_000_000_000 })}.none`;
const known = { status: 200, body: { id: user, aud: 'authenticated' }, headers };
const mayBegin = { status: 204, body: '' };

test('a project without TOTP reports that', async () => {
  const body = {
    code: 422,
    error_code: 'mfa_totp_enroll_not_enabled',
    msg: 'MFA enroll is disabled for TOTP',
  };
  project.answer(mayBegin, known, { status: 422, body, headers });
  await expect(newFactor(caller, token, '198.51.100.7')).rejects.toMatchObject({
    status: 409,
    body: { reason: 'second_factor_off' },
  });
  expect(project.calls.at(-1)).toMatchObject({
    path: '/auth/v1/factors',
    authorization: `Bearer ${token}`,
    body: { factor_type: 'totp', issuer: 'Minicia' },
  });
});

test('nothing starts while Supabase Auth is unavailable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  project.answer(mayBegin, known, { status: 503, body: 'away' });
  await expect(newFactor(caller, token, '198.51.100.7')).rejects.toThrow('Supabase Auth');
});
