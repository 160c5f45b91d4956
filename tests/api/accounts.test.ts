import { describe, expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { call } from '../support/call.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { markOfAllRows } from '../support/shop-rows.ts';

const { backend } = await openBackend();

const password = 'correct horse';

// Every call has a new client address: rate-limits.test.ts covers repeated attempts.
function register(json: unknown) {
  return call(`${backend.origin}/api/auth/register/`, { json, from: newClientAddress() });
}

function logIn(json: unknown) {
  return call(`${backend.origin}/api/auth/login/`, { json, from: newClientAddress() });
}

/** The account with a username. */
async function signedUp(username: string) {
  const account = { username, email: `${username.toLowerCase()}@example.com`, password };
  const { status } = await register(account);
  expect(status).toBe(201);
  return account;
}

describe('signing up', () => {
  test('creates an account with the name and e-mail as typed', async () => {
    const account = { username: 'Ada', email: 'ada@example.com', password };
    const { status, body, headers } = await register(account);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      username: 'Ada',
      email: 'ada@example.com',
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['taken', 'taken'],
    ['taken', 'TAKEN'],
    ['taken', ' Taken '],
    ['taken', 't\u202Aak\u200Ben'],
    ['José', 'Jose\u0301'],
    ['ada12', 'ａｄａ１２'],
  ])('after “%s” refuses “%s”', async (taken, username) => {
    await register({ username: taken, email: `${encodeURI(taken)}@example.com`, password });
    const before = await markOfAllRows(backend.database);
    const { status, body } = await register({ username, email: 'new@example.com', password });
    expect(status).toBe(400);
    expect(body).toEqual({ username: ['Username already exists'] });
    expect(await markOfAllRows(backend.database)).toEqual(before);
  });

  test.each(['used@example.com', 'USED@example.com'])(
    'refuses the used e-mail %s',
    async (email) => {
      await register({ username: 'used', email: 'used@example.com', password });
      const before = await markOfAllRows(backend.database);
      const { status, body } = await register({ username: `not-${email}`, email, password });
      expect(status).toBe(400);
      expect(body).toEqual({ email: ['Email already exists'] });
      expect(await markOfAllRows(backend.database)).toEqual(before);
    },
  );

  test('succeeds once for one address; two simultaneous requests get an error', async () => {
    const email = 'same@example.com';
    const replies = await Promise.all(
      [1, 2, 3].map((place) => register({ username: `Same${place}`, email, password })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { body } of replies.filter(({ status }) => status !== 201)) {
      expect(body).toEqual({ email: ['Email already exists'] });
    }
  });

  test('refuses a password that is longer in bytes than in characters', async () => {
    const account = { username: 'Long', email: 'long@example.com' };
    expect((await register({ ...account, password: 'é'.repeat(37) })).body).toEqual({
      password: ['Use at most 72 characters.'],
    });
    expect(await register({ ...account, password: 'éèêë'.repeat(9) })).toMatchObject({
      status: 201,
    });
  });

  test('succeeds once for one name; nine simultaneous requests get an error', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        register({ username: 'Rushed', email: `rushed${place}@example.com`, password }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { body } of replies.filter(({ status }) => status !== 201)) {
      expect(body).toEqual({ username: ['Username already exists'] });
    }
    const [users] = await backend.database.sql`
      select count(*)::int as total from auth.users where email like 'rushed%'`;
    expect(users).toEqual({ total: 1 });
  });

  test.each([
    [{ username: 'x', email: 'x@example.com' }, 'password'],
    [{ username: 'x', email: 'x@example.com', password: 'short' }, 'password'],
    [{ username: 'x', email: 'x@example.com', password: 'x'.repeat(73) }, 'password'],
    [{ username: 'x', email: 'x@example.com', password: 'PassWord1' }, 'password'],
    [{ username: 'x', email: 'x@example.com', password: 'abababab' }, 'password'],
    [{ username: 'x', email: 'nobody', password }, 'email'],
    [{ username: 'x', email: '', password }, 'email'],
    [{ username: '', email: 'x@example.com', password }, 'username'],
    [{ username: '   ', email: 'x@example.com', password }, 'username'],
    [{ username: 'x'.repeat(51), email: 'x@example.com', password }, 'username'],
    [{ username: 'a\nb', email: 'x@example.com', password }, 'username'],
    [{ username: 'correct horse', email: 'x@example.com', password }, 'password'],
    [{ username: 'x', email: 'correct-horse@example.com', password: 'Correct-Horse' }, 'password'],
    [{ username: null, email: 'x@example.com', password }, 'username'],
    [{ username: 5, email: 'x@example.com', password }, 'username'],
    [{ username: ['x'], email: 'x@example.com', password }, 'username'],
  ])('refuses %j by its field %s', async (account, field) => {
    const before = await markOfAllRows(backend.database);
    const { status, body } = await register(account);
    expect(status).toBe(400);
    expect(body).toEqual({ [field]: expect.arrayContaining([expect.any(String)]) });
    expect(await markOfAllRows(backend.database)).toEqual(before);
  });

  test('never stores the password in plain text', async () => {
    await register({ username: 'secret', email: 's@example.com', password: 'find-me-if-you-can' });
    const [found] = await backend.database.sql`
      select count(*)::int as total from auth.users u where u::text like '%find-me-if-you-can%'`;
    expect(found).toEqual({ total: 0 });
  });
});

describe('logging in', () => {
  test('returns the id and a token that expires in an hour', async () => {
    const { username } = await signedUp('Grace');
    const { status, body, headers } = await logIn({ username, password });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      username: 'Grace',
      token: { access: expect.any(String) },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const [, payload = ''] = JSON.stringify(body).match(/"access":"[^.]+\.([^.]+)\./) ?? [];
    const { exp, sub } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(body).toMatchObject({ id: sub });
    expect(exp - Date.now() / 1000).toBeGreaterThan(3500);
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(3600);
  });

  test('ignores the username’s case', async () => {
    await signedUp('Mixed');
    const { status, body } = await logIn({ username: 'mIXED', password });
    expect(status).toBe(200);
    expect(body).toMatchObject({ username: 'Mixed' });
  });

  test('works on every device, however it encodes é', async () => {
    const account = { username: 'Zoé', email: 'zoe@example.com', password: 'müde Pferde 42' };
    await register(account);
    for (const form of ['NFC', 'NFD']) {
      const typed = { username: 'Zoé'.normalize(form), password: account.password.normalize(form) };
      expect([form, (await logIn(typed)).status]).toEqual([form, 200]);
    }
  });

  test('does not reveal whether the password or the name was wrong', async () => {
    await signedUp('Known');
    const wrong = await logIn({ username: 'Known', password: 'wrong horse' });
    const unknown = await logIn({ username: 'Unknown', password });
    for (const { status, body } of [wrong, unknown]) {
      expect(status).toBe(401);
      expect(body).toEqual({ detail: 'Invalid username or password' });
    }
  });

  test.each([
    [{ username: 'Known' }, 'password'],
    [{ password }, 'username'],
    [{ username: '', password }, 'username'],
    [{ username: 'Known', password: '' }, 'password'],
    [{ username: 'Known', password: null }, 'password'],
    [{ username: { $ne: null }, password }, 'username'],
  ])('refuses %j by its field %s', async (login, field) => {
    const { status, body } = await logIn(login);
    expect(status).toBe(400);
    expect(body).toEqual({ [field]: expect.arrayContaining([expect.any(String)]) });
  });

  test.each([`' or 1=1 --`, `"; drop table profiles; --`, '%', '_', 'a@b.c', '\u{1F600}'])(
    'is not possible with the name %s',
    async (username) => {
      const { status, body } = await logIn({ username, password });
      expect(status).toBe(401);
      expect(body).toEqual({ detail: 'Invalid username or password' });
    },
  );
});
