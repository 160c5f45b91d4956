import { randomUUID } from 'node:crypto';
import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { newClientAddress } from '#harness/client-address.ts';
import { testKeys } from '#harness/test-keys.ts';
import { linkToken } from '#server/mail/link-token.ts';
import { codeOf } from '../support/authenticator-app.ts';
import { call } from '../support/call.ts';
import { CodeRequest, codeIn } from '../support/login-code-mail.ts';
import { mailTo } from '../support/mail-to.ts';
import { openBackend } from '../support/open-backend.ts';
import { LoggedIn, newGuest, sessionOf } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';

/**
 * A stranger's rights at Supabase Auth and PostgREST with the publishable key, past the shop's own calls:
 * docs/decisions/0028-logins.md. `tests/database/privileges.test.ts` and `every-table.test.ts` prove the same of
 * every table and function.
 */
const { backend, shop } = await openBackend({ mails: true });
const { sql } = backend.database;
const password = 'correct horse battery';
const other = 'a stapler this time';

beforeEach(() => backend.mailbox.reset());

const newName = () => `direct-${randomUUID().slice(0, 18)}`;
const post = (path: string, json: unknown, token?: string) =>
  call(backend.origin + path, { json, from: newClientAddress(), ...(token && { token }) });

/** A client as anybody can make one. */
function client() {
  return new AuthClient({
    url: `${backend.supabaseUrl}/auth/v1`,
    headers: { apikey: testKeys.publishableKey },
    persistSession: false,
    autoRefreshToken: false,
  });
}

function tables(token?: string) {
  const authorization = token && { authorization: `Bearer ${token}` };
  const headers = { apikey: testKeys.publishableKey, ...authorization };
  return new PostgrestClient(`${backend.supabaseUrl}/rest/v1`, { headers });
}

type Client = ReturnType<typeof client>;

function signUp(username: unknown, email = `${newName()}@example.com`, auth = client()) {
  const data = username === undefined ? {} : { username };
  return auth.signUp({ email, password, options: { data } });
}

/** An account made at Auth, with its login there. */
async function account(email = `${newName()}@example.com`) {
  const [auth, username] = [client(), newName()];
  const { data, error } = await signUp(username, email, auth);
  if (!data.session) throw error ?? new Error('No session');
  return { auth, username, email, id: data.session.user.id, token: data.session.access_token };
}

/** A guest made at Auth, with its login there. */
async function guest() {
  const auth = client();
  const { data, error } = await auth.signInAnonymously();
  if (!data.session) throw error ?? new Error('No session');
  return { auth, id: data.session.user.id, token: data.session.access_token };
}

/** Logs in to the shop with a mailed code. */
async function logInByCode(email: string): Promise<string> {
  const { request } = CodeRequest.parse((await post('/api/auth/login-code/', { email })).body);
  const code = codeIn(await mailTo(backend, email));
  const { body } = await post('/api/auth/login-code/verify/', { request, code });
  return LoggedIn.parse(body).token.access;
}

/** All that Auth and the shop keep of each user, without the times of their use. */
async function kept(): Promise<string[]> {
  const rows = await sql`
    select u.id, u.email, u.email_change, u.encrypted_password, u.is_anonymous, u.raw_user_meta_data,
      (select array_agg(s.id || s.aal order by s.id) from auth.sessions s where s.user_id = u.id) as sessions,
      (select array_agg(i.provider) from auth.identities i where i.user_id = u.id) as identities,
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as factor,
      p.username, p.email_confirmed_at
    from auth.users u left join profiles p on p.user_id = u.id`;
  return rows.map((row) => JSON.stringify(row));
}

/** Whether an act is refused, and the users that differ after it. */
async function outcomeOf(act: () => Promise<{ error: unknown }>) {
  const before = new Set(await kept());
  const { error } = await act();
  return { refused: error !== null, changed: (await kept()).filter((row) => !before.has(row)) };
}
const refusal = { refused: true, changed: [] };

describe('with the publishable key, a stranger may', () => {
  test('sign up as at the shop: an account whose address counts as unproved', async () => {
    const { token, email } = await account();
    const state = await call(`${backend.origin}/api/account/email`, { token });
    expect(state).toMatchObject({ status: 200, body: { email, confirmed: false } });
  });

  test('begin a guest’s session, which is one for the checkout and nothing else', async () => {
    const { token } = await guest();
    expect(await call(`${backend.origin}/api/account/orders`, { token })).toMatchObject({
      status: 403,
    });
  });

  test('log in with a known password, renew the login and end it', async () => {
    const { email } = await account();
    const auth = client();
    expect((await auth.signInWithPassword({ email, password })).error).toBeNull();
    expect((await auth.refreshSession()).error).toBeNull();
    expect((await auth.signOut({ scope: 'local' })).error).toBeNull();
  });

  test('have Auth mail a reset link to an account’s address', async () => {
    const { email } = await account();
    expect((await client().resetPasswordForEmail(email)).error).toBeNull();
    expect(backend.mailbox.mails()).toMatchObject([{ to: [email] }]);
  });

  test('read the catalogue, and with a login their own rows', async () => {
    const { data } = await tables().from('products').select('id').limit(1);
    expect(data).toHaveLength(1);
    const { token, id, username } = await account();
    const { data: rows } = await tables(token).from('profiles').select('user_id, username');
    expect(rows).toEqual([{ user_id: id, username }]);
  });
});

const wrongNames: [why: string, username: unknown][] = [
  ['none', undefined],
  ['null', null],
  ['an object', { first: 'Ada' }],
  ['nothing but spaces', '  '],
  ['spaces around', ' manager'],
  ['a wide space around', 'manager\u00A0'],
  ['51 characters', 'x'.repeat(51)],
  ['a direction override', 'man\u202Eager'],
  ['a line break', 'man\r\nager'],
  ['a zero-width space', 'man\u200Bager'],
  ['a joiner', 'man\u200Dager'],
  ['a variation selector', 'manager\uFE0F'],
  ['a Hangul filler', 'manager\u3164'],
  ['a tag', 'manager\u{E0061}'],
];

describe('with the publishable key, a stranger may not', () => {
  test.each(wrongNames)('sign up with a username of %s', async (_why, username) => {
    expect(await outcomeOf(() => signUp(username))).toEqual(refusal);
  });

  test('sign up with the name of somebody else, in other letters', async () => {
    const { username } = await account();
    expect(await outcomeOf(() => signUp(username.toUpperCase()))).toEqual(refusal);
  });

  test('store 500 kB as a new user or a guest', async () => {
    const data = { username: newName(), more: 'x'.repeat(500_000) };
    const email = `${newName()}@example.com`;
    expect(await outcomeOf(() => client().signUp({ email, password, options: { data } }))).toEqual(
      refusal,
    );
    expect(await outcomeOf(() => client().signInAnonymously({ options: { data } }))).toEqual(
      refusal,
    );
  });

  test('make an account by asking for a link', async () => {
    const email = `${newName()}@example.com`;
    expect(await outcomeOf(() => client().signInWithOtp({ email }))).toEqual(refusal);
  });

  test.each(['profiles', 'orders', 'billing_infos', 'staff'])('read %s', async (table) => {
    expect((await tables().from(table).select('*')).data ?? []).toEqual([]);
  });

  test.each(['prove_address', 'begin_password_reset', 'login_email', 'account_of_email'])(
    'call %s',
    async (name) => {
      const { token } = await account();
      for (const rest of [tables(), tables(token)]) {
        expect((await rest.rpc(name, { p_user: randomUUID() })).error).not.toBeNull();
      }
    },
  );
});

/** Changes that an access token alone must not make: of an account, whose session began with the password. */
const changes: [what: string, act: (auth: Client) => Promise<{ error: unknown }>][] = [
  ['the password', (auth) => auth.updateUser({ password: other })],
  [
    'the password, knowing the current one',
    (auth) => auth.updateUser({ password: other, current_password: password }),
  ],
  ['the address', (auth) => auth.updateUser({ email: `${newName()}@example.com` })],
  ['the username', (auth) => auth.updateUser({ data: { username: 'manager' } })],
  ['the stored data to 500 kB', (auth) => auth.updateUser({ data: { x: 'x'.repeat(500_000) } })],
];

async function addApp(auth: Client) {
  const { data } = await auth.mfa.enroll({ factorType: 'totp' });
  const code = codeOf(data?.type === 'totp' ? data.totp.secret : '');
  return auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
}

describe('with an access token, its holder may not', () => {
  test.each(changes)('change %s', async (_what, act) => {
    const { auth } = await account();
    expect(await outcomeOf(() => act(auth))).toEqual(refusal);
  });

  test('change the password in a login by code or link either', async () => {
    const { email } = await account();
    const { auth } = await account();
    await client().resetPasswordForEmail(email);
    const [mail] = backend.mailbox.mails();
    const [, token_hash = ''] = /token_hash=(\w+)/.exec(mail?.html ?? '') ?? [];
    await auth.verifyOtp({ type: 'recovery', token_hash });
    expect(await outcomeOf(() => auth.updateUser({ password: other }))).toEqual(refusal);
  });

  test('add an authenticator app', async () => {
    const { auth } = await account();
    expect(await outcomeOf(() => addApp(auth))).toEqual(refusal);
    const { auth: asGuest } = await guest();
    expect(await outcomeOf(() => addApp(asGuest))).toEqual(refusal);
  });

  test.each([
    ['an address and a password', { email: 'new', password }],
    ['an address', { email: 'new' }],
    ['a password', { password }],
    ['a username', { data: { username: 'manager' } }],
  ])('make an account of a guest with %s', async (_what, attributes) => {
    const { auth } = await guest();
    const email = 'email' in attributes ? { email: `${newName()}@example.com` } : {};
    expect(await outcomeOf(() => auth.updateUser({ ...attributes, ...email }))).toEqual(refusal);
  });
});

/** Whether a stranger still has anything of the account. */
async function strangerHas({ token, email }: Awaited<ReturnType<typeof account>>) {
  const orders = await call(`${backend.origin}/api/account/orders`, { token });
  const again = await client().signInWithPassword({ email, password });
  return { orders: orders.status, again: again.error?.code };
}
const nothing = { orders: 401, again: 'invalid_credentials' };

describe('the owner of an address that a stranger signed up at Auth', () => {
  test('keeps a guest’s order by a code, and the stranger sees nothing', async () => {
    const stranger = await account();
    const { email } = stranger;
    const buyer = await newGuest(backend);
    await buyer.saveBilling('1 High Street, London', email);
    await backend.stripe.webhookMode({ mode: 'drop' });
    const page = await buyer.paymentPage([{ sku: await shop.newSku(5), quantity: 1 }]);
    await backend.stripe.pay(sessionOf(page), { outcome: 'paid' });
    await buyer.comeBack(sessionOf(page));
    const { text } = await mailTo(backend, email);
    const [, token = ''] = /keep-order#token=(\S+)/.exec(text) ?? [];
    backend.mailbox.reset();
    const login = await logInByCode(email);
    const keep = await post('/api/auth/claim-order/', { do: 'add', token }, login);
    expect(keep.status).toBe(200);
    expect(await strangerHas(stranger)).toEqual(nothing);
  });

  test('chooses a password although the stranger’s app was there, and reset is not refused', async () => {
    const stranger = await account();
    await sql`
      insert into auth.mfa_factors (user_id, factor_type, status) values (${stranger.id}, 'totp', 'verified')`;
    await post('/api/auth/forgot-password/', { email: stranger.email });
    const mail = await mailTo(backend, stranger.email);
    const [, token = ''] = /token_hash=(\w+)/.exec(mail.html) ?? [];
    const reset = await post('/api/auth/reset-password/', { token, password: other });
    expect(reset).toMatchObject({ status: 200, body: { username: stranger.username } });
    expect(await strangerHas(stranger)).toEqual(nothing);
  });

  test('joins the team by an invitation', async () => {
    const stranger = await account();
    const manager = await newStaff(backend, 'manager');
    const event = randomUUID();
    const invited = { do: 'invite', event, email: stranger.email, role: 'packer' };
    expect((await manager.post('/api/staff/team', invited)).status).toBe(200);
    await mailTo(backend, stranger.email);
    backend.mailbox.reset();
    const login = await logInByCode(stranger.email);
    const accepted = { do: 'accept', token: linkToken('staff-invitation', event) };
    const reply = await post('/api/auth/staff-invitation/', accepted, login);
    expect(reply).toMatchObject({ status: 200, body: { role: 'packer' } });
    expect(await strangerHas(stranger)).toEqual(nothing);
  });
});
