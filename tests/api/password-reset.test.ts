import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { call } from '../support/call.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { resetTokenIn } from '../support/reset-link.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { loginAttempt } from '#server/rate-limit/attempt.ts';
import { expectPlainRefusal } from '../support/writing-calls.ts';
import { eventually } from '../support/eventually.ts';

const { backend } = await openBackend();
beforeEach(() => {
  vi.restoreAllMocks();
  backend.mailbox.reset();
});

const post = (path: string, json: unknown) =>
  call(backend.origin + path, { json, from: newClientAddress() });
const forgot = (email: unknown) => post('/api/auth/forgot-password/', { email });
/** Requests a reset for an address without earlier requests. */
const forgotFrom = (from: string) => {
  const json = { email: `nobody-${randomUUID()}@example.com` };
  return call(`${backend.origin}/api/auth/forgot-password/`, { json, from });
};
const reset = (token: unknown, password: unknown) =>
  post('/api/auth/reset-password/', { token, password });
const logIn = (username: string, password: string) =>
  post('/api/auth/login/', { username, password });

const oldPassword = 'correct horse battery';
const newPassword = 'a stapler this time';

async function newAccount() {
  const username = `shopper-${randomUUID().slice(0, 18)}`;
  const email = `${username}@example.com`;
  const { status } = await post('/api/auth/register/', { username, email, password: oldPassword });
  expect(status).toBe(201);
  return { username, email };
}

/** The token in the only received e-mail. */
async function mailedToken(): Promise<string> {
  return eventually(() => {
    const [mail] = backend.mailbox.mails();
    if (!mail) throw new Error('No e-mail has arrived.');
    return resetTokenIn(mail);
  });
}

describe('a forgotten password', () => {
  test('is replaced through the link in an e-mail, once', async () => {
    const { username, email } = await newAccount();
    expect(await forgot(email)).toMatchObject({ status: 202 });
    const token = await mailedToken();
    expect(backend.mailbox.mails()).toMatchObject([
      { to: [email], subject: 'Choose a new password' },
    ]);
    expect(await logIn(username, oldPassword)).toMatchObject({ status: 200 });

    expect(await reset(token, newPassword)).toMatchObject({ status: 200, body: { username } });
    expect(await logIn(username, newPassword)).toMatchObject({ status: 200 });
    expect(await logIn(username, oldPassword)).toMatchObject({ status: 401 });

    expectPlainRefusal(await reset(token, 'yet another one'), 400);
    expect(await logIn(username, newPassword)).toMatchObject({ status: 200 });
  });

  test('gets the same response for any address, and only a registered one gets an e-mail', async () => {
    const { email } = await newAccount();
    const known = await forgot(email);
    await mailedToken();
    backend.mailbox.reset();
    const nobody = `nobody-${randomUUID()}@example.com`;
    const unknown = await forgot(nobody);
    expect({ ...unknown, headers: null }).toEqual({
      ...known,
      headers: null,
      body: { email: nobody },
    });
    expect(unknown.headers.get('cache-control')).toBe('no-store');
    expect(backend.mailbox.mails()).toEqual([]);
  });

  test.each([
    ['too short', 'short', 'Use at least 8 characters.'],
    ['common', 'Password123', 'Choose a less common password.'],
  ])(
    'is not replaced if the new one is %s, and the link still works',
    async (_why, tried, text) => {
      const { email, username } = await newAccount();
      await forgot(email);
      const token = await mailedToken();
      const reply = await reset(token, tried);
      expectPlainRefusal(reply, 400);
      expect(reply.body).toEqual({ password: [text] });
      expect(await reset(token, newPassword)).toMatchObject({ status: 200, body: { username } });
    },
  );

  test('is not replaced with a link an hour old', async () => {
    const { email, username } = await newAccount();
    await forgot(email);
    const token = await mailedToken();
    await backend.database.sql`
      update auth.users set recovery_sent_at = now() - interval '61 minutes'
      where email = ${email}`;
    expectPlainRefusal(await reset(token, newPassword), 400);
    expect(await logIn(username, oldPassword)).toMatchObject({ status: 200 });
  });

  test('is replaced by one of two simultaneous uses of the same link', async () => {
    const { email } = await newAccount();
    await forgot(email);
    const token = await mailedToken();
    const replies = await Promise.all([reset(token, newPassword), reset(token, newPassword)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('ends a lock-out, there and where its owner has never logged in', async () => {
    const { username, email } = await newAccount();
    const [home, elsewhere] = [newClientAddress(), newClientAddress()];
    const from = (ip: string, word: string) =>
      call(`${backend.origin}/api/auth/login/`, { json: { username, password: word }, from: ip });
    for (let tries = 0; tries < limits['login-name-at-address'].attempts; tries += 1) {
      await from(home, 'wrong');
    }
    const named = loginAttempt(username, elsewhere).attempt.find(
      ({ action }) => action === 'login-name',
    );
    await backend.database.sql`
      insert into rate_limits (action, caller_hash, expires_at)
      select 'login-name', ${named?.caller ?? ''}, now() + interval '2 hours'
      on conflict (action, caller_hash) do update set expires_at = excluded.expires_at`;
    expect(await from(home, oldPassword)).toMatchObject({ status: 429 });
    expect(await from(elsewhere, oldPassword)).toMatchObject({ status: 429 });

    await forgot(email);
    const json = { token: await mailedToken(), password: newPassword };
    const changed = await call(`${backend.origin}/api/auth/reset-password/`, { json, from: home });
    expect(changed).toMatchObject({ status: 200 });
    expect(await from(home, newPassword)).toMatchObject({ status: 200 });
    expect(await from(elsewhere, newPassword)).toMatchObject({ status: 200 });
  });

  test('can be requested five times an hour from one network', async () => {
    const from = newClientAddress();
    for (let asked = 0; asked < 5; asked += 1) {
      expect(await forgotFrom(from)).toMatchObject({ status: 202 });
    }
    expectPlainRefusal(await forgotFrom(from), 429);
    expect(await forgotFrom(newClientAddress())).toMatchObject({ status: 202 });
  });

  test.each(['name', 'e-mail'])('is not replaced with the owner’s %s', async (kind) => {
    const { username, email } = await newAccount();
    await forgot(email);
    const reply = await reset(
      await mailedToken(),
      (kind === 'name' ? username : email).toUpperCase(),
    );
    expectPlainRefusal(reply, 400);
    expect(reply.body).toEqual({
      detail: 'Choose a password other than your username or e-mail. Please ask for a new link.',
    });
    expect(await logIn(username, oldPassword)).toMatchObject({ status: 200 });
  });

  test('can be requested five times an hour per address, known or not', async () => {
    const { email } = await newAccount();
    for (const address of [email, `nobody-${randomUUID()}@example.com`]) {
      for (let asked = 0; asked < 5; asked += 1) {
        expect(await forgot(address)).toMatchObject({ status: 202 });
      }
      const refused = await forgot(address.toUpperCase());
      expectPlainRefusal(refused, 429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test.each(['', 'short', '../../../verify', 'x'.repeat(300), 42, null, 'a'.repeat(56)])(
    'is not replaced with the token %j',
    async (token) => {
      const reply = await reset(token, newPassword);
      expectPlainRefusal(reply, 400);
      expect(JSON.stringify(reply.body)).toMatch(/ask for a new one/);
    },
  );

  test.each(['', 'nobody', 'a b@example.com', 42, null])(
    'is not requested for the address %j',
    async (email) => {
      const reply = await forgot(email);
      expectPlainRefusal(reply, 400);
      expect(reply.body).toHaveProperty('email');
      expect(backend.mailbox.mails()).toEqual([]);
    },
  );
});
