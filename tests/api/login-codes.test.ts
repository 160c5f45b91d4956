import { randomUUID } from 'node:crypto';
import { AuthClient } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newClientAddress } from '#harness/client-address.ts';
import { testKeys } from '#harness/test-keys.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { call, type CallOptions } from '../support/call.ts';
import { CodeRequest, codeIn } from '../support/login-code-mail.ts';
import { eventually } from '../support/eventually.ts';
import { linesOf } from '../support/log-lines.ts';
import { mailTo } from '../support/mail-to.ts';
import { openBackend } from '../support/open-backend.ts';
import { LoggedIn, newGuest } from '../support/shopper.ts';
import { hire } from '../support/staff.ts';
import { createWire } from '../support/wire.ts';
import { expectPlainRefusal } from '../support/writing-calls.ts';

const wire = createWire();
const { backend } = await openBackend({ mails: true, wire });
const { sql } = backend.database;
const password = 'correct horse battery';

beforeEach(() => {
  vi.restoreAllMocks();
  backend.mailbox.reset();
});

const post = (path: string, json: unknown, options: CallOptions = {}) =>
  call(backend.origin + path, { json, from: newClientAddress(), ...options });
const ask = (email: string, options?: CallOptions) =>
  post('/api/auth/login-code/', { email }, options);
const give = (request: string, code: string, options?: CallOptions) =>
  post('/api/auth/login-code/verify/', { request, code }, options);
const logIn = (username: string) => post('/api/auth/login/', { username, password });

const newName = () => `shopper-${randomUUID().slice(0, 18)}`;
const nobody = () => `nobody-${randomUUID()}@example.com`;

/** An account whose address is proved, unless `proved` is false. */
async function newAccount({ proved = true } = {}) {
  const username = newName();
  const email = `${username}@example.com`;
  await post('/api/auth/register/', { username, email, password });
  const { body } = await logIn(username);
  const { id, token } = LoggedIn.parse(body);
  if (proved) await sql`update profiles set email_confirmed_at = now() where user_id = ${id}`;
  return { id, username, email, token: token.access };
}

async function requestFor(email: string): Promise<string> {
  return CodeRequest.parse((await ask(email)).body).request;
}

/** A request with the code in its e-mail. */
async function mailedCode(email: string) {
  backend.mailbox.reset();
  const request = await requestFor(email);
  return { request, code: codeIn(await mailTo(backend, email)) };
}

/** Another code than the right one, for each number. */
function wrong(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0');
}

async function pass(request: string, time: string): Promise<void> {
  await sql`
    update login_codes set asked_at = asked_at - ${time}::interval where id = ${request}`;
}

function authClient(apikey: string) {
  return new AuthClient({
    url: `${backend.supabaseUrl}/auth/v1`,
    headers: { apikey },
    persistSession: false,
    autoRefreshToken: false,
  });
}

const stateOf = (token: string) => call(`${backend.origin}/api/account/email`, { token });

describe('a code by e-mail', () => {
  test('logs in as a password does', async () => {
    const { id, username, email } = await newAccount();
    const { request, code } = await mailedCode(email);
    const reply = await give(request, code);
    expect(reply).toMatchObject({ status: 200, body: { id, username } });
    expect(Object.keys(reply.body as object)).toEqual(
      Object.keys((await logIn(username)).body as object),
    );
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('set-cookie')).toMatch(/^refresh=\S+; Path=\/api\/auth; Max-Age=/);
    const { token } = LoggedIn.parse(reply.body);
    expect(await stateOf(token.access)).toMatchObject({ status: 200, body: { email } });
  });

  test('is in its e-mail on a line of its own, in both versions, and in no log, table and subject', async () => {
    const logged = (['log', 'warn', 'error', 'info'] as const).map((level) =>
      vi.spyOn(console, level).mockReturnValue(),
    );
    const { email } = await newAccount();
    const { request, code } = await mailedCode(email);
    await give(request, code);
    const { subject, text, html } = await mailTo(backend, email);
    expect(subject).toBe('Your code to log in');
    expect(text).toContain(`Your code: ${code}\n`);
    expect(html).toMatch(new RegExp(`>\\s*Your code: ${code}\\s*</h1>`));
    expect(text).not.toContain('first time');
    expect(
      logged
        .flatMap((spy) => linesOf(spy))
        .map((line) => JSON.stringify(line))
        .join('\n'),
    ).not.toContain(code);
    const [row] = await sql<[{ rows: string }]>`
      select (select to_jsonb(c) from login_codes c where id = ${request})::text
        || (select to_jsonb(m) from mail_outbox m where subject = ${request})::text as rows`;
    expect(row.rows.replaceAll(/[\d-]{10}T[\d:.+]+|[\da-f-]{36}/g, '')).not.toContain(code);
  });

  test('works once, for one of two simultaneous uses', async () => {
    const { id, email } = await newAccount();
    await sql`delete from auth.sessions where user_id = ${id}`;
    const { request, code } = await mailedCode(email);
    const replies = await Promise.all([give(request, code), give(request, code)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 400)?.body).toEqual({
      detail: 'This code has been used. Please ask for a new one.',
      reason: 'login_code_used',
    });
    const sessions = await sql`select from auth.sessions where user_id = ${id}`;
    expect(sessions).toHaveLength(1);
  });

  test('dies after five guesses, also simultaneous ones', async () => {
    const { email } = await newAccount();
    const { request, code } = await mailedCode(email);
    const first = await give(request, wrong(code));
    expectPlainRefusal(first, 400);
    expect(first.body).toEqual({ code: ['This is not the code. You have 4 tries left.'] });
    const replies = await Promise.all(
      [2, 3, 4, 5, 6, 7].map((by) => give(request, wrong(code, by))),
    );
    const left = replies.map(({ body }) => JSON.stringify(body)).toSorted();
    expect(left.filter((body) => body.includes('tried too often'))).toHaveLength(2);
    expect(left.filter((body) => body.includes('not the code'))).toHaveLength(4);
    expect(left.filter((body) => body.includes('You have one try left.'))).toHaveLength(1);
    expect(await give(request, code)).toMatchObject({
      status: 400,
      body: { reason: 'login_code_guessed' },
    });
  });

  test('works for ten minutes, and the newest does not end an older one', async () => {
    const { email } = await newAccount();
    const [old, older] = [await mailedCode(email), await mailedCode(email)];
    await pass(older.request, '10 minutes');
    expect(await give(older.request, older.code)).toMatchObject({
      status: 400,
      body: {
        detail: 'This code has expired. Please ask for a new one.',
        reason: 'login_code_expired',
      },
    });
    await pass(old.request, '9 minutes 50 seconds');
    expect(await give(old.request, old.code)).toMatchObject({ status: 200 });
  });

  test('belongs to the browser that asked', async () => {
    const { email } = await newAccount();
    const { code } = await mailedCode(email);
    expect(await give(await requestFor(email), code)).toMatchObject({ status: 400 });
    expect(await give(randomUUID(), code)).toMatchObject({
      status: 400,
      body: { reason: 'login_code_expired' },
    });
  });

  test('logs in from a guest’s browser, and not for another site’s page', async () => {
    const { id, email } = await newAccount();
    const { token } = await newGuest(backend);
    const { request, code } = await mailedCode(email);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expectPlainRefusal(await give(request, code, { headers }), 403);
    expect(await give(request, code, { token })).toMatchObject({ status: 200, body: { id } });
  });

  test('works again after Supabase Auth was away', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { email } = await newAccount();
    const { request, code } = await mailedCode(email);
    await afterwardsDone();
    wire.watch({ at: 2, fault: 'never arrives' });
    expect(await give(request, code)).toMatchObject({ status: 503 });
    expect(wire.calls().at(-1)).toBe('database reopen_login_code');
    expect(await give(request, code)).toMatchObject({ status: 200 });
  });

  test('is not mailed once it is too late', async () => {
    const { id } = await newAccount();
    await sql`
      insert into mail_outbox (kind, user_id, created_at, due_at)
      values ('login_code', ${id}, now() - interval '11 minutes', now() - interval '11 minutes')`;
    await sql`select claim_mails(10, 60)`;
    expect(await sql`select from mail_outbox where user_id = ${id}`).toHaveLength(0);
  });
});

describe('an address without an account', () => {
  test('gets the same answers, from the same calls, and no e-mail', async () => {
    const { email } = await newAccount();
    const known = await mailedCode(email);
    await afterwardsDone();
    const stranger = nobody();
    wire.watch();
    const answered = await ask(stranger);
    await afterwardsDone();
    expect(wire.calls()).toEqual(['database ask_login_code', 'database owe_login_code']);
    expect(answered).toMatchObject({ status: 202, body: { email: stranger } });
    const { request } = CodeRequest.parse(answered.body);
    for (const by of [1, 2, 3, 4, 5, 6]) {
      wire.watch();
      const unknown = await give(request, wrong('000000', by));
      const calls = wire.calls();
      wire.watch();
      const reply = await give(known.request, wrong(known.code, by));
      expect([unknown.status, unknown.body]).toEqual([reply.status, reply.body]);
      expect(calls).toEqual(wire.calls());
    }
    expect(backend.mailbox.mails().filter(({ to }) => to.includes(stranger))).toEqual([]);
  });

  test.each([
    ['is banned', `update auth.users set banned_until = now() + interval '1 day'`],
    ['was deleted', 'update auth.users set deleted_at = now()'],
  ])('is treated like that of a user who %s', async (_state, change) => {
    const { id, email } = await newAccount();
    const before = await mailedCode(email);
    await sql.unsafe(`${change} where id = '${id}'`);
    backend.mailbox.reset();
    expect(await ask(email)).toMatchObject({ status: 202 });
    expect(await give(before.request, before.code)).toMatchObject({
      status: 400,
      body: { code: ['This is not the code. You have 4 tries left.'] },
    });
    expect(backend.mailbox.mails()).toEqual([]);
  });
});

describe('an address never proved before', () => {
  test('is proved by the code, which ends password, sessions, identities and apps of a stranger', async () => {
    const { id, username, email, token } = await newAccount({ proved: false });
    await sql`
      insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, 'totp', 'verified')`;
    await sql`
      insert into auth.identities (id, provider_id, user_id, provider, identity_data)
      values (gen_random_uuid(), ${id}, ${id}, 'google', '{}')`;
    const { request, code } = await mailedCode(email);
    expect((await mailTo(backend, email)).text).toContain('first time');
    // Nothing ends before somebody shows the code.
    await give(request, wrong(code));
    expect(await stateOf(token)).toMatchObject({ status: 200, body: { confirmed: false } });

    const { body } = await give(request, code);
    const owner = LoggedIn.parse(body).token.access;
    expect(await stateOf(owner)).toMatchObject({ status: 200, body: { confirmed: true } });
    expectPlainRefusal(await stateOf(token), 401);
    expect(await logIn(username)).toMatchObject({ status: 401 });
    const left = await sql`
      select provider as what from auth.identities where user_id = ${id}
      union all select factor_type from auth.mfa_factors where user_id = ${id}
      union all select 'session' from auth.sessions where user_id = ${id} order by 1`;
    expect([...left]).toEqual([{ what: 'email' }, { what: 'session' }]);
  });

  test('keeps password and sessions when it was proved before', async () => {
    const { username, email, token } = await newAccount();
    const { request, code } = await mailedCode(email);
    expect(await give(request, code)).toMatchObject({ status: 200 });
    expect(await stateOf(token)).toMatchObject({ status: 200 });
    expect(await logIn(username)).toMatchObject({ status: 200 });
  });

  test('gets three codes a day, and nobody learns when there are no more', async () => {
    const { email } = await newAccount({ proved: false });
    for (const _ of [1, 2, 3, 4]) expect(await ask(email)).toMatchObject({ status: 202 });
    await eventually(() => expect(backend.mailbox.mails()).toHaveLength(3));
    const [codes] = await sql`
      select count(*)::int as owed from mail_outbox m join auth.users u on u.id = m.user_id
      where u.email = ${email}`;
    expect(codes).toEqual({ owed: 3 });
  });
});

describe('codes are limited', () => {
  test('to five an hour and twelve a day for an address, known or not', async () => {
    const { email } = await newAccount();
    for (const address of [email, nobody()]) {
      for (let asked = 0; asked < limits['login-code-email'].attempts; asked += 1) {
        expect(await ask(address)).toMatchObject({ status: 202 });
      }
      const refused = await ask(address.toUpperCase());
      expectPlainRefusal(refused, 429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(limits['login-code-email-day'].attempts).toBe(12);
  });

  test('to twenty an hour for a network, whatever the addresses', async () => {
    const from = newClientAddress();
    const replies = await Promise.all(
      Array.from({ length: limits['login-code-address'].attempts + 1 }, () =>
        ask(nobody(), { from }),
      ),
    );
    const refused = replies.filter(({ status }) => status !== 202);
    expect(refused).toHaveLength(1);
    for (const reply of refused) expectPlainRefusal(reply, 429);
    expect(await ask(nobody())).toMatchObject({ status: 202 });
  });

  test('to thirty wrong ones from a network; right ones do not count', async () => {
    const from = newClientAddress();
    const { email } = await newAccount();
    const [{ request, code }, last] = [await mailedCode(email), await mailedCode(email)];
    expect(await give(request, code, { from })).toMatchObject({ status: 200 });
    const allowed = limits['login-code-guess-address'].attempts;
    for (let guessed = 0; guessed < allowed / 5; guessed += 1) {
      const asked = await requestFor(nobody());
      for (const by of [1, 2, 3, 4, 5]) {
        expect((await give(asked, wrong('000000', by), { from })).status).toBe(400);
      }
    }
    expectPlainRefusal(await give(last.request, last.code, { from }), 429);
    expect(await give(last.request, last.code)).toMatchObject({ status: 200 });
  });

  test.each(['', '12345', '1234567', '12 3456', 'abcdef', 123456, null])(
    'to six digits: %j is refused',
    async (code) => {
      const reply = await post('/api/auth/login-code/verify/', { request: randomUUID(), code });
      expectPlainRefusal(reply, 400);
      expect(reply.body).toHaveProperty('code');
    },
  );

  test('by Supabase Auth as well: its own codes of ten digits cannot be guessed', async () => {
    const { email } = await newAccount();
    const auth = authClient(testKeys.publishableKey);
    const { request, code } = await mailedCode(email);
    for (const type of ['magiclink', 'recovery'] as const) {
      expect((await auth.verifyOtp({ email, token: code, type })).error?.status).toBe(403);
    }
    expect(await give(request, code)).toMatchObject({ status: 200 });
    const refused = await auth.admin.generateLink({ type: 'recovery', email });
    expect(refused.error).toMatchObject({ status: 403, code: 'not_admin' });
  });
});

// This runs as it is against any Supabase project with that address and secret key.
test('a recovery link made by the secret key begins one session, by e-mail', async () => {
  const { id, email } = await newAccount();
  const { data } = await authClient(testKeys.secretKey).admin.generateLink({
    type: 'recovery',
    email,
  });
  expect(data.user).toMatchObject({ id, email, aud: 'authenticated', role: 'authenticated' });
  expect(data.properties).toMatchObject({
    verification_type: 'recovery',
    email_otp: expect.stringMatching(/^\d{10}$/),
  });
  const token = { type: 'recovery', token_hash: data.properties?.hashed_token ?? '' } as const;
  const used = await authClient(testKeys.secretKey).verifyOtp(token);
  expect(decodeJwt(used.data.session?.access_token ?? '')).toMatchObject({
    sub: id,
    aal: 'aal1',
    amr: [{ method: 'otp' }],
  });
  expect((await authClient(testKeys.secretKey).verifyOtp(token)).error).toMatchObject({
    status: 403,
  });
  const unknown = await authClient(testKeys.secretKey).admin.generateLink({
    type: 'recovery',
    email: nobody(),
  });
  expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' });
});

test('staff with an authenticator app still need its code', async () => {
  const { id, email } = await newAccount();
  await hire(backend.database, id, 'manager');
  await sql`
    with factor as (
      insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, 'totp', 'verified') returning id)
    insert into second_factors (user_id, factor_id) select ${id}, id from factor`;
  const { request, code } = await mailedCode(email);
  const { token } = LoggedIn.parse((await give(request, code)).body);
  const refused = await call(`${backend.origin}/api/staff/me`, { token: token.access });
  expectPlainRefusal(refused, 403);
  expect(refused.body).toMatchObject({ reason: 'second_factor_missing' });
});
