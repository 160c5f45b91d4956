import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newClientAddress } from '#harness/client-address.ts';
import { testKeys } from '#harness/test-keys.ts';
import { call, type CallOptions, type Reply } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { resetTokenIn } from '../support/reset-link.ts';
import { newShopper } from '../support/shopper.ts';
import { expectPlainRefusal } from '../support/writing-calls.ts';
import { eventually } from '../support/eventually.ts';

const { backend } = await openBackend();
const password = 'correct horse';
const Answer = z.object({ id: z.uuid(), token: z.strictObject({ access: z.string() }) });
const Claims = z.object({ session_id: z.uuid() });

/** A login as stored in a browser. */
interface Login {
  id: string;
  access: string;
  /** Cookie header of calls under /api/auth. */
  cookie: string;
}

function post(path: string, json: unknown, options: CallOptions = {}): Promise<Reply> {
  return call(backend.origin + path, { json, from: newClientAddress(), ...options });
}

function cookieOf({ headers }: Reply): string {
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function newAccount() {
  const username = `session-${randomUUID().slice(0, 18)}`;
  const account = { username, email: `${username}@example.com`, password };
  expect(await post('/api/auth/register/', account)).toMatchObject({ status: 201 });
  return account;
}

async function logIn({ username }: { username: string }): Promise<Login> {
  const reply = await post('/api/auth/login/', { username, password });
  const { id, token } = Answer.parse(reply.body);
  return { id, access: token.access, cookie: cookieOf(reply) };
}

/** A login's access token that expired `seconds` ago. */
function endedAgo({ id, access }: Login, seconds: number): Promise<string> {
  const [, payload = ''] = access.split('.');
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return new SignJWT({ role: 'authenticated', aud: 'authenticated', sub: id, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(`-${seconds}s`)
    .sign(new TextEncoder().encode(testKeys.jwtSecret));
}

function refresh({ access, cookie }: Pick<Login, 'access' | 'cookie'>, headers = {}) {
  return post('/api/auth/refresh/', {}, { token: access, headers: { cookie, ...headers } });
}

function logOut({ access, cookie }: Login): Promise<Reply> {
  return post('/api/auth/logout/', {}, { token: access, headers: { cookie } });
}

function orders(access: string): Promise<Reply> {
  return call(`${backend.origin}/api/account/orders`, { token: access });
}

function expectLoggedOut(reply: Reply): void {
  expectPlainRefusal(reply, 401);
  expect(reply.body).toEqual({ detail: 'Please log in again.' });
}

function expectCookieGone({ headers }: Reply): void {
  expect(headers.get('set-cookie')).toMatch(/^refresh=; Path=\/api\/auth; Max-Age=0; HttpOnly;/);
}

test('a login gives scripts the access token, and the refresh token only to its own calls', async () => {
  const reply = await post('/api/auth/login/', { ...(await newAccount()) });
  Answer.parse(reply.body);
  expect(reply.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^refresh=[\w-]{10,}; Path=\/api\/auth; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    ),
  ]);
});

describe('renewing a login', () => {
  test.each(['before', 'after'])('%s its token has expired returns a new one', async (when) => {
    const login = await logIn(await newAccount());
    const access = when === 'after' ? await endedAgo(login, 3600) : login.access;
    const reply = await refresh({ ...login, access });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const renewed = Answer.parse(reply.body);
    expect(renewed.id).toBe(login.id);
    expect(await orders(renewed.token.access)).toMatchObject({ status: 200 });
    expect(cookieOf(reply)).toMatch(/^refresh=[\w-]{10,}$/);
    expect(cookieOf(reply)).not.toBe(login.cookie);
    const again = { access: renewed.token.access, cookie: cookieOf(reply) };
    expect(await refresh(again)).toMatchObject({ status: 200 });
  });

  test('at the same time in pages that replace each other keeps the login in all of them', async () => {
    const login = await logIn(await newAccount());
    const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(login)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(replies.map(cookieOf)).size).toBe(1);
  });

  test('fails when the login has not been used for twelve hours', async () => {
    const login = await logIn(await newAccount());
    const late = await endedAgo(login, 12 * 3600 + 60);
    expect(await refresh({ ...login, access: late })).toMatchObject({ status: 401 });
  });

  test('requires both tokens of the same login', async () => {
    const login = await logIn(await newAccount());
    const other = await logIn(await newAccount());
    const [, payload = ''] = login.access.split('.');
    for (const half of [
      { access: '', cookie: login.cookie },
      { access: `x.${payload}.x`, cookie: login.cookie },
    ]) {
      expectLoggedOut(await refresh(half));
    }
    for (const cookie of ['', 'refresh=', 'refresh=made-up', 'refresh=a b', other.cookie]) {
      const reply = await refresh({ access: login.access, cookie });
      expectLoggedOut(reply);
      expectCookieGone(reply);
    }
    expect(await refresh(login)).toMatchObject({ status: 200 });
  });

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('is refused to a page with %j', async (headers) => {
    const login = await logIn(await newAccount());
    expectPlainRefusal(await refresh(login, headers), 403);
    expect(await refresh(login, { 'sec-fetch-site': 'same-origin' })).toMatchObject({
      status: 200,
    });
  });

  test('is refused to a form', async () => {
    const login = await logIn(await newAccount());
    const headers = { cookie: login.cookie, 'content-type': 'text/plain' };
    const options = { token: login.access, headers, raw: '{}' };
    expect(await post('/api/auth/refresh/', undefined, options)).toMatchObject({ status: 415 });
  });
});

describe('logging out', () => {
  test('ends this login at once, but not the account’s others', async () => {
    const account = await newAccount();
    const [here, elsewhere] = [await logIn(account), await logIn(account)];
    expect(await orders(here.access)).toMatchObject({ status: 200 });
    const reply = await logOut(here);
    expect(reply.status).toBe(200);
    expectCookieGone(reply);
    expectLoggedOut(await orders(here.access));
    expectLoggedOut(await refresh(here));
    expect(await orders(elsewhere.access)).toMatchObject({ status: 200 });
  });

  test('works after the token has expired', async () => {
    const login = await logIn(await newAccount());
    const late = { ...login, access: await endedAgo(login, 3600) };
    expect(await logOut(late)).toMatchObject({ status: 200 });
    expectLoggedOut(await orders(login.access));
    expectLoggedOut(await refresh(login));
  });

  test('succeeds twice, and without a login', async () => {
    const login = await logIn(await newAccount());
    for (const each of [login, login, { ...login, access: '' }, { ...login, access: 'x.y.z' }]) {
      const reply = await logOut(each);
      expect(reply.status).toBe(200);
      expectCookieGone(reply);
    }
  });

  test('succeeds for a deleted user', async () => {
    const { id, token } = await newShopper(backend, { billing: false });
    await backend.database.sql`delete from auth.users where id = ${id}`;
    expect(await logOut({ id, access: token, cookie: '' })).toMatchObject({ status: 200 });
  });

  test('is refused to another site’s page', async () => {
    const login = await logIn(await newAccount());
    const headers = { cookie: login.cookie, 'sec-fetch-site': 'cross-site' };
    const reply = await post('/api/auth/logout/', {}, { token: login.access, headers });
    expectPlainRefusal(reply, 403);
    expect(await orders(login.access)).toMatchObject({ status: 200 });
  });
});

test('a new password ends every login of the account, also with tokens that have not expired', async () => {
  const account = await newAccount();
  const logins = [await logIn(account), await logIn(account)];
  backend.mailbox.reset();
  await post('/api/auth/forgot-password/', { email: account.email });
  const mail = await eventually(() => {
    const [first] = backend.mailbox.mails();
    if (!first) throw new Error('No e-mail has arrived.');
    return first;
  });
  const reset = { token: resetTokenIn(mail), password: 'a stapler this time' };
  expect(await post('/api/auth/reset-password/', reset)).toMatchObject({ status: 200 });
  for (const login of logins) {
    expectLoggedOut(await orders(login.access));
    expectLoggedOut(await refresh(login));
  }
});

test('a banned shopper cannot log in, and gets the same message as with a wrong password', async () => {
  const { username, email } = await newAccount();
  await backend.database.sql`
    update auth.users set banned_until = now() + interval '1 day' where email = ${email}`;
  const reply = await post('/api/auth/login/', { username, password });
  expectPlainRefusal(reply, 401);
  expect(reply.body).toEqual({ detail: 'Invalid username or password' });
});
