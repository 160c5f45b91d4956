import { randomUUID } from 'node:crypto';
import { AuthClient } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isRecord } from '#domain/basics/record.ts';
import { NewFactor } from '#domain/contracts/staff-second-factor.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { testKeys } from '#harness/test-keys.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { codeOf, passTime } from '../support/authenticator-app.ts';
import { call } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { resetTokenIn } from '../support/reset-link.ts';
import { LoggedIn } from '../support/shopper.ts';
import { ageLogin, hire } from '../support/staff.ts';
import { eventually } from '../support/eventually.ts';

const { backend } = await openBackend();
const { sql } = backend.database;
const password = 'correct horse battery';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // The clock is frozen: a code lasts 30 seconds, and a busy machine may need longer.
  vi.useFakeTimers({ toFake: ['Date'] });
});

interface Person {
  id: string;
  username: string;
  email: string;
  from: string;
}

async function newManager(): Promise<Person> {
  const username = `manager-${randomUUID().slice(0, 18)}`;
  const from = newClientAddress();
  const email = `${username}@example.com`;
  const json = { username, email, password };
  await call(`${backend.origin}/api/auth/register/`, { json, from });
  const [{ id }] = await sql<[{ id: string }]>`select id from auth.users where email = ${email}`;
  await hire(backend.database, id, 'manager');
  return { id, username, email, from };
}

/** Logs in to the shop with the password. Returns the access token. */
async function logIn({ username, from }: Person): Promise<string> {
  const { body } = await call(`${backend.origin}/api/auth/login/`, {
    json: { username, password },
    from,
  });
  return LoggedIn.parse(body).token.access;
}

/** Sent from a new client address, because Auth limits codes by address. */
function send(token: string, path: string, json: unknown) {
  return call(`${backend.origin}/api/staff/${path}`, { token, json, from: newClientAddress() });
}

const begin = (token: string) => send(token, 'second-factor/begin', {});
const confirmApp = (token: string, factor: string, code: string) =>
  send(token, 'second-factor/confirm', { factor, code });
const give = (token: string, code: string) => send(token, 'second-factor/give', { code });
const remove = (token: string, code: string) => send(token, 'second-factor/remove', { code });

/** The token in a response. */
function tokenIn({ status, body }: Awaited<ReturnType<typeof send>>): string {
  expect(status).toBe(200);
  return LoggedIn.parse(body).token.access;
}

/** The studio's access: when the app was added, or why access is refused. */
async function studio(token: string): Promise<unknown> {
  const { status, body } = await call(`${backend.origin}/api/staff/me`, { token });
  if (!isRecord(body)) return status;
  return status === 200 ? body.second_factor_since : (body.reason ?? status);
}

/** A manager with an app. Neither of the currently valid codes has been used. */
async function newManagerWithApp() {
  const person = await newManager();
  const token = await logIn(person);
  const { factor, secret } = NewFactor.parse((await begin(token)).body);
  const confirmed = await confirmApp(token, factor, codeOf(secret));
  await passTime(backend.database, person.id);
  return { person, secret, factor, token: tokenIn(confirmed) };
}

/** A Supabase client that bypasses the shop. */
async function straight({ email }: Pick<Person, 'email'>) {
  const auth = new AuthClient({
    url: `${backend.supabaseUrl}/auth/v1`,
    headers: { apikey: testKeys.publishableKey },
    persistSession: false,
    autoRefreshToken: false,
  });
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { auth, user: data.user, token: data.session.access_token };
}

/** Error code of Supabase Auth. */
async function codeAfter(act: Promise<{ error: { code?: string | undefined } | null }>) {
  return (await act).error?.code;
}

const missing = 'second_factor_missing';

describe('an authenticator app', () => {
  test('is added by its first code, replacing an unconfirmed key, and ends other logins', async () => {
    const person = await newManager();
    const [token, elsewhere] = [await logIn(person), await logIn(person)];
    expect(await studio(token)).toBeNull();
    const old = NewFactor.parse((await begin(token)).body);
    const { factor, secret, uri, qr_code } = NewFactor.parse((await begin(token)).body);
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    const key = new URL(uri);
    expect(decodeURIComponent(key.pathname)).toContain(`Minicia:${person.email}`);
    expect(Object.fromEntries(key.searchParams)).toMatchObject({ secret, issuer: 'Minicia' });

    const gone = await confirmApp(token, old.factor, codeOf(old.secret));
    expect(gone).toMatchObject({ status: 409, body: { reason: 'second_factor_gone' } });
    expect(await confirmApp(token, factor, codeOf(secret, -10))).toMatchObject({
      status: 400,
      body: { code: ['This code is wrong or too old.'] },
    });
    expect(await studio(token)).toBeNull();

    const confirmed = await confirmApp(token, factor, ` ${codeOf(secret)} `);
    expect(confirmed.headers.get('set-cookie')).toMatch(/^refresh=[^;]+; Path=\/api\/auth; /);
    const given = tokenIn(confirmed);
    expect(decodeJwt(given)).toMatchObject({ aal: 'aal2', sub: person.id });
    expect(await studio(given)).toEqual(expect.any(String));
    expect(await studio(elsewhere)).toBe(401);
    expect(await begin(given)).toMatchObject({
      status: 409,
      body: { reason: 'second_factor_exists' },
    });
  });

  test('is neither added nor removed with a login older than half an hour', async () => {
    const person = await newManager();
    const token = await logIn(person);
    await ageLogin(backend.database, person.id);
    const calls = [
      begin(token),
      confirmApp(token, randomUUID(), '123456'),
      remove(token, '123456'),
    ];
    for (const refused of await Promise.all(calls)) {
      expect(refused).toMatchObject({ status: 403, body: { reason: 'login_too_old' } });
    }
  });

  test('opens the studio with its code after each login', async () => {
    const { person, secret } = await newManagerWithApp();
    const token = await logIn(person);
    expect(await studio(token)).toBe(missing);
    expect((await give(token, codeOf(secret, -10))).status).toBe(400);
    expect(await studio(token)).toBe(missing);
    const given = tokenIn(await give(token, codeOf(secret)));
    expect(await studio(given)).toEqual(expect.any(String));
  });

  test('accepts each code once, also concurrently', async () => {
    const { person, secret, token } = await newManagerWithApp();
    const [one, two, later] = [await logIn(person), await logIn(person), await logIn(person)];
    const code = codeOf(secret, 1);
    const answers = await Promise.all([give(one, code), give(two, code)]);
    const [first, second] = answers.map(({ status }) => status).toSorted();
    expect(first).toBe(200);
    // The code that counts ends the other login, perhaps before its code is checked.
    expect([401, 409]).toContain(second);
    expect(await give(token, code)).toMatchObject({ status: 409, body: { reason: 'code_used' } });
    expect(await studio(later)).toBe(401);
  });

  test('prevents guessing: after five wrong codes even the right one must wait', async () => {
    const { person, secret } = await newManagerWithApp();
    const token = await logIn(person);
    for (const wrong of ['000000', '000001', '000002', '000003', '000004']) {
      expect((await give(token, wrong)).status).toBe(400);
    }
    const refused = await give(token, codeOf(secret));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    await passTime(backend.database, person.id);
    expect((await give(token, codeOf(secret))).status).toBe(200);
  });

  test('protects a new login for moving money: it requires password and code', async () => {
    const { person, secret, token } = await newManagerWithApp();
    await ageLogin(backend.database, person.id);
    const confirm = (code?: string) => send(token, 'confirm-login', { password, code });
    const sessions = async () => {
      const [{ many }] = await sql<[{ many: number }]>`
        select count(*)::int as many from auth.sessions where user_id = ${person.id}`;
      return many;
    };
    expect(await confirm()).toMatchObject({ status: 403, body: { reason: missing } });
    expect(await confirm(codeOf(secret, -10))).toMatchObject({
      status: 400,
      body: { code: ['This code is wrong or too old.'] },
    });
    expect(await sessions()).toBe(1);
    const given = tokenIn(await confirm(codeOf(secret)));
    expect(await studio(given)).toEqual(expect.any(String));
    const refund = { event: randomUUID(), order_refund: randomUUID() };
    expect(await send(given, 'refund/retry', refund)).toMatchObject({ status: 404 });
    await afterwardsDone();
    expect(await studio(token)).toBe(401);
  });

  test('is removed with one more code, after which the password suffices', async () => {
    const { person, secret, token } = await newManagerWithApp();
    expect((await remove(token, codeOf(secret, -10))).status).toBe(400);
    const given = tokenIn(await remove(token, codeOf(secret)));
    expect(await studio(given)).toBeNull();
    expect(await studio(await logIn(person))).toBeNull();
    expect((await begin(given)).status).toBe(200);
  });

  test('is available to all staff, only from the shop’s own pages', async () => {
    const { person, token } = await newManagerWithApp();
    const foreign = await call(`${backend.origin}/api/staff/second-factor/begin`, {
      token,
      json: {},
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
    await sql`update staff set until = now() where user_id = ${person.id}`;
    expect(await give(token, '123456')).toMatchObject({
      status: 404,
      body: { detail: 'Not found.' },
    });
  });

  test('keeps a stolen mailbox from replacing the password', async () => {
    const { person } = await newManagerWithApp();
    backend.mailbox.reset();
    await call(`${backend.origin}/api/auth/forgot-password/`, {
      json: { email: person.email },
      from: newClientAddress(),
    });
    const token = await eventually(() => {
      const [mail] = backend.mailbox.mails();
      if (!mail) throw new Error('No e-mail has arrived.');
      return resetTokenIn(mail);
    });
    const { status, body } = await call(`${backend.origin}/api/auth/reset-password/`, {
      json: { token, password: 'a stapler this time' },
      from: newClientAddress(),
    });
    expect(status).toBe(409);
    expect(JSON.stringify(body)).toContain('authenticator app');
    expect(await studio(await logIn(person))).toBe(missing);
  });
});

describe('directly at Supabase Auth', () => {
  test('a used code raises a login there but gives no access here, even if the app is removed there', async () => {
    const { person, secret, factor, token } = await newManagerWithApp();
    const code = codeOf(secret);
    tokenIn(await give(token, code));
    const thief = await straight(person);
    const raised = await thief.auth.mfa.challengeAndVerify({ factorId: factor, code });
    expect(raised.error).toBeNull();
    const access = raised.data?.access_token ?? '';
    expect(await studio(access)).toBe(missing);
    expect((await thief.auth.mfa.unenroll({ factorId: factor })).error).toBeNull();
    expect(await studio(access)).toBe(missing);
    const mine = await thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' });
    await thief.auth.mfa.challengeAndVerify({
      factorId: mine.data?.id ?? '',
      code: codeOf(mine.data?.type === 'totp' ? mine.data.totp.secret : ''),
    });
    expect(await studio(access)).toBe(missing);
    expect(await give(access, codeOf(secret, 1))).toMatchObject({
      status: 409,
      body: { reason: 'second_factor_gone' },
    });

    await sql`select reset_second_factor(${person.email})`;
    expect(await studio(access)).toBe(401);
    expect(await studio(await logIn(person))).toBeNull();
  });

  test('an app is not added there, by staff or shoppers', async () => {
    const person = await newManager();
    const { auth, token } = await straight(person);
    const { data } = await auth.mfa.enroll({ factorType: 'totp' });
    const secret = data?.type === 'totp' ? data.totp.secret : '';
    const code = codeOf(secret);
    const { error } = await auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
    expect(error?.status).toBe(403);
    expect((await auth.mfa.listFactors()).data?.totp).toEqual([]);
    expect(await studio(token)).toBeNull();
    expect(await give(token, codeOf(secret, 1))).toMatchObject({
      status: 409,
      body: { reason: 'second_factor_gone' },
    });
    await sql`update staff set until = now() where user_id = ${person.id}`;
    const again = await auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
    expect(again.error?.status).toBe(403);
  });
});

/** Puts an app that was begun at Supabase Auth on the shop's record, as the studio does. */
async function record({ id }: Person, factor: string): Promise<void> {
  await sql`insert into second_factors (user_id, factor_id) values (${id}, ${factor})`;
}

// Behaviour that the shop's tests rely on, checked with Supabase's own client.
describe('the local Supabase server', () => {
  test('reports the assurance level in tokens and users, and keeps it on renewal', async () => {
    const person = await newManager();
    const { auth, token } = await straight(person);
    expect(decodeJwt(token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    const factorId = data?.id ?? '';
    expect((await auth.mfa.listFactors()).data).toMatchObject({
      all: [{ id: factorId, status: 'unverified', factor_type: 'totp' }],
      totp: [],
    });
    await record(person, factorId);
    const code = codeOf(data?.type === 'totp' ? data.totp.secret : '');
    await auth.mfa.challengeAndVerify({ factorId, code });
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    });
    const { data: renewed } = await auth.refreshSession();
    expect(decodeJwt(renewed.session?.access_token ?? '')).toMatchObject({ aal: 'aal2' });
    expect((await auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }]);
    expect((await auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    const { data: lowered } = await auth.refreshSession();
    expect(decodeJwt(lowered.session?.access_token ?? '')).toMatchObject({ aal: 'aal1' });
  });

  test('refuses what Supabase Auth refuses', async () => {
    const person = await newManager();
    const { auth } = await straight(person);
    const named = { factorType: 'totp', friendlyName: 'Phone' } as const;
    const { data } = await auth.mfa.enroll(named);
    const factorId = data?.id ?? '';
    const secret = data?.type === 'totp' ? data.totp.secret : '';
    expect(await codeAfter(auth.mfa.enroll(named))).toBe('mfa_factor_name_conflict');
    const challenge = async () => (await auth.mfa.challenge({ factorId })).data?.id ?? '';
    const verify = (challengeId: string, code = codeOf(secret)) =>
      codeAfter(auth.mfa.verify({ factorId, challengeId, code }));
    expect(await verify(randomUUID())).toBe('mfa_factor_not_found');
    expect(await verify(await challenge(), codeOf(secret, -10))).toBe('mfa_verification_failed');
    const late = await challenge();
    await sql`update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = ${late}`;
    expect(await verify(late)).toBe('mfa_challenge_expired');
    const foreign = await challenge();
    await sql`update auth.mfa_challenges set ip_address = '198.51.100.9' where id = ${foreign}`;
    expect(await verify(foreign)).toBe('mfa_ip_address_mismatch');
    await record(person, factorId);
    const good = await challenge();
    expect(await verify(good)).toBeUndefined();
    expect(await verify(good)).toBe('mfa_ip_address_mismatch');

    const low = await straight(person);
    expect(await codeAfter(low.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Two' }))).toBe(
      'insufficient_aal',
    );
    expect(await codeAfter(low.auth.mfa.unenroll({ factorId }))).toBe('insufficient_aal');
    expect(await codeAfter(low.auth.updateUser({ password: 'a stapler this time' }))).toBe(
      'insufficient_aal',
    );
    const stranger = await straight(await newManager());
    expect(await codeAfter(stranger.auth.mfa.challenge({ factorId }))).toBe('mfa_factor_not_found');
  });
});
