import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { afterwardsDone } from '../support/afterwards.ts';
import { call } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { LoggedIn } from '../support/shopper.ts';
import { ageLogin, hire } from '../support/staff.ts';
import { isRecord } from '#domain/basics/record.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { testKeys } from '#harness/test-keys.ts';

const { backend } = await openBackend();
const password = 'correct horse battery';

/** A manager who registered and logged in through the shop. */
async function newManager() {
  const username = `manager-${randomUUID().slice(0, 18)}`;
  const from = newClientAddress();
  const account = { username, email: `${username}@example.com`, password };
  await call(`${backend.origin}/api/auth/register/`, { json: account, from });
  const { body, headers } = await call(`${backend.origin}/api/auth/login/`, {
    json: { username, password },
    from,
  });
  const { id, token } = LoggedIn.parse(body);
  await hire(backend.database, id, 'manager');
  return {
    id,
    email: account.email,
    token: token.access,
    from,
    cookie: headers.get('set-cookie') ?? '',
  };
}

function confirm({ token, from }: { token: string; from: string }, json: unknown) {
  return call(`${backend.origin}/api/staff/confirm-login`, { token, from, json });
}

async function fresh(token: string): Promise<unknown> {
  const { status, body } = await call(`${backend.origin}/api/staff/me`, { token });
  return status === 200 && isRecord(body) ? body.fresh : status;
}

test('the password starts a new login, which replaces the old one', async () => {
  const manager = await newManager();
  await ageLogin(backend.database, manager.id);
  expect(await fresh(manager.token)).toBe(false);

  const { status, body, headers } = await confirm(manager, { password });
  expect(status).toBe(200);
  const { id, token } = LoggedIn.parse(body);
  expect(id).toBe(manager.id);
  expect(await fresh(token.access)).toBe(true);
  // The new login's refresh token replaces the old one in the browser.
  const cookie = headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^refresh=[^;]+; Path=\/api\/auth; .*HttpOnly; SameSite=Strict/);
  expect(cookie.split(';')[0]).not.toBe(manager.cookie.split(';')[0]);
  await afterwardsDone();
  expect(await fresh(manager.token)).toBe(401);
});

test('a wrong password changes nothing, and after ten of them even the right one must wait', async () => {
  const manager = await newManager();
  await ageLogin(backend.database, manager.id);
  for (let tries = 0; tries < 10; tries += 1) {
    expect(await confirm(manager, { password: 'a stapler' })).toMatchObject({
      status: 400,
      body: { password: ['This is not your password.'] },
    });
  }
  expect(await confirm(manager, { password })).toMatchObject({ status: 429 });
  expect(await fresh(manager.token)).toBe(false);
});

test('rejects other sites’ pages, and codes without six digits', async () => {
  const { token, from } = await newManager();
  const foreign = { 'sec-fetch-site': 'cross-site' };
  const address = `${backend.origin}/api/staff/confirm-login`;
  const asked = await call(address, { token, from, json: { password }, headers: foreign });
  expect(asked.status).toBe(403);
  expect(await confirm({ token, from }, { password, code: '12' })).toMatchObject({
    status: 400,
    body: { code: ['The code has six figures.'] },
  });
});

/** Calls Supabase Auth with a key, and with a token if there is one. */
async function atAuth(method: string, path: string, body: object, key: string, token?: string) {
  const answer = await fetch(`${backend.supabaseUrl}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: key,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: z.looseObject({}).parse(await answer.json()) };
}

const refund = (token: string) =>
  call(`${backend.origin}/api/staff/refund/retry`, {
    token,
    json: { event: randomUUID(), order_refund: randomUUID() },
  });

test('an old token makes no login that moves money: Auth changes no password for it', async () => {
  const manager = await newManager();
  await ageLogin(backend.database, manager.id);
  const next = 'the thief chose this';
  for (const current of [undefined, password]) {
    const change = { password: next, current_password: current };
    const refused = await atAuth('PUT', 'user', change, testKeys.publishableKey, manager.token);
    expect(refused.status).toBeGreaterThanOrEqual(400);
  }
  expect((await confirm(manager, { password: next })).status).toBe(400);
  expect(await refund(manager.token)).toMatchObject({
    status: 403,
    body: { reason: 'login_too_old' },
  });
});

test('a login by a mailed code moves money only after the password', async () => {
  const manager = await newManager();
  const link = { type: 'recovery', email: manager.email };
  const { body: made } = await atAuth('POST', 'admin/generate_link', link, testKeys.secretKey);
  const use = { type: 'recovery', token_hash: made['hashed_token'] };
  const { body } = await atAuth('POST', 'verify', use, testKeys.publishableKey);
  const token = String(body['access_token']);
  expect(await fresh(token)).toBe(false);
  expect(await refund(token)).toMatchObject({ status: 403, body: { reason: 'login_too_old' } });
  const confirmed = await confirm({ token, from: manager.from }, { password });
  expect((await refund(LoggedIn.parse(confirmed.body).token.access)).status).toBe(404);
});
