import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { call } from '../support/call.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { resetTokenIn } from '../support/reset-link.ts';
import { expectPlainRefusal } from '../support/writing-calls.ts';

const { backend } = await openBackend();
beforeEach(() => {
  vi.restoreAllMocks();
  backend.mailbox.reset();
});

const post = (path: string, json: unknown) =>
  call(backend.origin + path, { json, from: newClientAddress() });
const forgot = (email: unknown) => post('/api/auth/forgot-password/', { email });
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

/** The token in the one e-mail that has arrived. */
async function mailedToken(): Promise<string> {
  return vi.waitFor(
    () => {
      const [mail] = backend.mailbox.mails();
      if (!mail) throw new Error('No e-mail has arrived.');
      return resetTokenIn(mail);
    },
    { timeout: 10_000 },
  );
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

  test('is answered identically for any address, and only a registered one gets an e-mail', async () => {
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

  test('is not replaced when the new one is too short; the link still works then', async () => {
    const { email, username } = await newAccount();
    await forgot(email);
    const token = await mailedToken();
    const reply = await reset(token, 'short');
    expectPlainRefusal(reply, 400);
    expect(reply.body).toEqual({ password: ['Use at least 8 characters.'] });
    expect(await reset(token, newPassword)).toMatchObject({ status: 200, body: { username } });
  });

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
    'is not looked for at the address %j',
    async (email) => {
      const reply = await forgot(email);
      expectPlainRefusal(reply, 400);
      expect(reply.body).toHaveProperty('email');
      expect(backend.mailbox.mails()).toEqual([]);
    },
  );
});
