import {
  AuthClient,
  type AuthError,
  isAuthSessionMissingError,
  type Session,
} from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { StorageClient } from '@supabase/storage-js';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKeyHeaders } from '#domain/browsing/api-key-headers.ts';
import { codeOf } from '#tests/support/authenticator-app.ts';
import { resetTokenIn } from '#tests/support/reset-link.ts';
import { openSupabase, type SupabaseProject } from './services.ts';

/**
 * Supabase Auth, PostgREST and Storage, as far as the shop depends on them.
 * Where the stand-in still differs from Auth: it answers 500 when a trigger of ours refuses a change that
 * `@supabase/lite` makes (Auth passes the trigger's status on); it drops `data` of a magic link; it makes a guest an
 * account, which our trigger refuses, before it changes the password, instead of in one transaction; it has no phone
 * numbers, reauthentication by nonce, audit log, or passkeys.
 * @see https://supabase.com/docs/guides/auth/debugging/error-codes
 * @see https://docs.postgrest.org/en/stable/references/errors.html
 */
let project: SupabaseProject;
const password = 'a long enough password';
const made: string[] = [];

beforeAll(async () => {
  project = await openSupabase();
});
afterAll(async () => {
  // A hosted project keeps nothing of a run; the stand-in's is thrown away.
  if (project.mails === null) {
    await Promise.all(made.map((id) => auth().admin.deleteUser(id)));
  }
  await project.close();
});

function auth(key = project.secretKey) {
  return new AuthClient({
    url: `${project.url}/auth/v1`,
    headers: apiKeyHeaders(key),
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

function database(key = project.secretKey, headers: Record<string, string> = {}) {
  const all = { ...apiKeyHeaders(key), ...headers };
  return new PostgrestClient(`${project.url}/rest/v1`, { headers: all });
}

function storage(): StorageClient {
  return new StorageClient(`${project.url}/storage/v1`, apiKeyHeaders(project.secretKey));
}

function newEmail(): string {
  return `contract-${crypto.randomUUID()}@example.com`;
}

async function newLogin() {
  const client = auth();
  const email = newEmail();
  const options = { data: { username: email.slice(0, 30) } };
  const { data, error } = await client.signUp({ email, password, options });
  if (error || !data.user || !data.session) throw error ?? new Error('No session');
  made.push(data.user.id);
  return { client, email, user: data.user, session: data.session };
}

function refused(error: AuthError | null) {
  return { status: error?.status, code: error?.code };
}

async function verifiedClaims({ access_token }: Session) {
  const { jwtSecret, url } = project;
  if (jwtSecret) {
    return (await jwtVerify(access_token, new TextEncoder().encode(jwtSecret))).payload;
  }
  const keys = createRemoteJWKSet(new URL(`${url}/auth/v1/.well-known/jwks.json`));
  return (await jwtVerify(access_token, keys, { issuer: `${url}/auth/v1` })).payload;
}

describe('Auth', () => {
  test('answers its health check', async () => {
    const headers = apiKeyHeaders(project.secretKey);
    const answer = await fetch(`${project.url}/auth/v1/health`, { headers });
    expect(answer.status).toBe(200);
  });

  test('signs up with a session at once, with the metadata given, and once per address', async () => {
    const { client, email, user } = await newLogin();
    expect(user.user_metadata['username']).toBe(email.slice(0, 30));
    expect(user.identities).toHaveLength(1);
    const again = await client.signUp({ email, password, options: { data: { username: 'x' } } });
    expect(refused(again.error)).toEqual({ status: 422, code: 'user_already_exists' });
  });

  test('refuses a short password and a malformed address', async () => {
    const short = await auth().signUp({ email: newEmail(), password: 'short' });
    expect(refused(short.error)).toEqual({ status: 422, code: 'weak_password' });
    const malformed = await auth().signUp({ email: 'not an address', password });
    expect(malformed.error?.status).toBe(400);
    expect(['validation_failed', 'email_address_invalid']).toContain(malformed.error?.code);
  });

  test('logs in by password, and refuses a wrong one and an unknown address alike', async () => {
    const { email, user } = await newLogin();
    const right = await auth().signInWithPassword({ email, password });
    expect(right.data.user?.id).toBe(user.id);
    const wrong = await auth().signInWithPassword({ email, password: 'wrong password' });
    const unknown = await auth().signInWithPassword({ email: newEmail(), password });
    const expected = { status: 400, code: 'invalid_credentials' };
    expect(refused(wrong.error)).toEqual(expected);
    expect(refused(unknown.error)).toEqual(expected);
  });

  test('issues tokens for an hour that name user and session and verify', async () => {
    const { user, session } = await newLogin();
    const claims = await verifiedClaims(session);
    expect(claims).toMatchObject({
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      session_id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(claims['is_anonymous'] ?? false).toBe(false);
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
  });

  test('renews a session with a new pair of tokens, and refuses a token that it does not know', async () => {
    const { client, session } = await newLogin();
    const renewed = await client.refreshSession({ refresh_token: session.refresh_token });
    expect(renewed.data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(decodeJwt(renewed.data.session?.access_token ?? '')['session_id']).toBe(
      decodeJwt(session.access_token)['session_id'],
    );
    const unknown = await client.refreshSession({ refresh_token: 'unknown-token' });
    expect(unknown.error?.status).toBe(400);
  });

  test('ends one session or all; the tokens of an ended one are refused', async () => {
    const { email, session } = await newLogin();
    const other = await auth().signInWithPassword({ email, password });
    const third = await auth().signInWithPassword({ email, password });
    await auth().admin.signOut(session.access_token, 'local');
    const gone = await auth().getUser(session.access_token);
    expect(isAuthSessionMissingError(gone.error)).toBe(true);
    const stale = await auth().refreshSession({ refresh_token: session.refresh_token });
    expect(stale.error?.status).toBe(400);
    const still = await auth().getUser(other.data.session?.access_token ?? '');
    expect(still.error).toBeNull();
    await auth().admin.signOut(other.data.session?.access_token ?? '', 'global');
    const ended = await auth().getUser(third.data.session?.access_token ?? '');
    expect(isAuthSessionMissingError(ended.error)).toBe(true);
  });

  test('a mailed link logs in once', async ({ skip }) => {
    const { mails } = project;
    if (mails === null) skip('the mailed link can be read only by its recipient');
    const { email, user } = await newLogin();
    const asked = await auth().resetPasswordForEmail(email);
    expect(asked.error).toBeNull();
    const mail = mails?.find(({ to }) => to.includes(email));
    const token = resetTokenIn(mail ?? { html: '' });
    const first = await auth().verifyOtp({ type: 'recovery', token_hash: token });
    expect(first.data.user?.id).toBe(user.id);
    const second = await auth().verifyOtp({ type: 'recovery', token_hash: token });
    expect(refused(second.error)).toEqual({ status: 403, code: 'otp_expired' });
  });

  test('makes a link for us that logs in once, and none for an unknown address', async () => {
    const { email, user } = await newLogin();
    const { data } = await auth().admin.generateLink({ type: 'recovery', email });
    const token_hash = data.properties?.hashed_token ?? '';
    const first = await auth().verifyOtp({ type: 'recovery', token_hash });
    expect(first.data.user?.id).toBe(user.id);
    const second = await auth().verifyOtp({ type: 'recovery', token_hash });
    expect(refused(second.error)).toEqual({ status: 403, code: 'otp_expired' });
    const unknown = await auth().admin.generateLink({ type: 'recovery', email: newEmail() });
    expect(refused(unknown.error)).toEqual({ status: 404, code: 'user_not_found' });
  });

  test('asks for the current password before a new one, which our trigger refuses even then', async () => {
    const { client, email } = await newLogin();
    const another = 'another long password';
    const none = await client.updateUser({ password: another });
    expect(refused(none.error)).toEqual({ status: 400, code: 'current_password_required' });
    const wrong = await client.updateUser({ password: another, current_password: another });
    expect(refused(wrong.error)).toEqual({ status: 400, code: 'current_password_invalid' });
    const same = await client.updateUser({ password, current_password: password });
    expect(refused(same.error)).toEqual({ status: 422, code: 'same_password' });
    const right = await client.updateUser({ password: another, current_password: password });
    expect(right.error).not.toBeNull();
    expect((await auth().signInWithPassword({ email, password })).error).toBeNull();
  });

  test('changes a password by a link that the shop has seen, and names one that stays the same', async () => {
    const { email, user } = await newLogin();
    const other = await auth().signInWithPassword({ email, password });
    const { data } = await auth().admin.generateLink({ type: 'recovery', email });
    const client = auth();
    const token_hash = data.properties?.hashed_token ?? '';
    const begun = await client.verifyOtp({ type: 'recovery', token_hash });
    const { session_id } = decodeJwt(begun.data.session?.access_token ?? '');
    expect((await client.updateUser({ password: 'another long password' })).error).not.toBeNull();
    const seen = { p_user: user.id, p_session: session_id };
    expect((await database().rpc('begin_password_reset', seen)).data).toBe(email.slice(0, 30));
    expect((await client.updateUser({ password: 'another long password' })).error).toBeNull();
    const same = await client.updateUser({ password: 'another long password' });
    expect(refused(same.error)).toEqual({ status: 422, code: 'same_password' });
    const old = await auth().signInWithPassword({ email, password });
    expect(old.error?.code).toBe('invalid_credentials');
    const ended = await auth().getUser(other.data.session?.access_token ?? '');
    expect(isAuthSessionMissingError(ended.error)).toBe(true);
  });

  test('signs up nobody without a username, and changes no address or name', async () => {
    const nameless = await auth().signUp({ email: newEmail(), password });
    expect(nameless.error?.status).toBeGreaterThanOrEqual(400);
    const { client, email } = await newLogin();
    expect((await client.updateUser({ email: newEmail() })).error).not.toBeNull();
    expect((await client.updateUser({ data: { username: 'other' } })).error).not.toBeNull();
    expect((await client.getUser()).data.user).toMatchObject({
      email,
      user_metadata: { username: email.slice(0, 30) },
    });
  });

  test('begins a guest’s session without an address', async () => {
    const { data, error } = await auth().signInAnonymously();
    expect(error).toBeNull();
    if (data.user) made.push(data.user.id);
    expect(data.user).toMatchObject({ is_anonymous: true });
    expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
      is_anonymous: true,
      role: 'authenticated',
      sub: data.user?.id,
    });
  });

  test('makes no account of a guest', async () => {
    const client = auth();
    const { data } = await client.signInAnonymously();
    if (data.user) made.push(data.user.id);
    const alone = await client.updateUser({ password });
    expect(refused(alone.error)).toEqual({ status: 422, code: 'validation_failed' });
    const { email: taken } = await newLogin();
    const other = await client.updateUser({ email: taken, password });
    expect(refused(other.error)).toEqual({ status: 422, code: 'email_exists' });
    const raised = await client.updateUser({ email: newEmail(), password });
    expect(raised.error?.status).toBe(403);
    expect((await client.getUser()).data.user).toMatchObject({ is_anonymous: true });
  });

  test('a second factor raises a session, and guards password and removal', async () => {
    const { client, email, user } = await newLogin();
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' });
    if (factor?.type !== 'totp') throw new Error('No factor');
    const wrong = await client.mfa.challengeAndVerify({ factorId: factor.id, code: '000000' });
    expect(refused(wrong.error)).toEqual({ status: 422, code: 'mfa_verification_failed' });
    const code = codeOf(factor.totp.secret);
    const unknown = await client.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(unknown.error).not.toBeNull();
    const known = { user_id: user.id, factor_id: factor.id };
    expect((await database().from('second_factors').insert(known)).error).toBeNull();
    const right = await client.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(decodeJwt(right.data?.access_token ?? '')).toMatchObject({ aal: 'aal2' });

    const weak = auth();
    const login = await weak.signInWithPassword({ email, password });
    expect(decodeJwt(login.data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1' });
    const change = await weak.updateUser({
      password: 'another long password',
      current_password: password,
    });
    expect(change.error?.code).toBe('insufficient_aal');
    const removal = await weak.mfa.unenroll({ factorId: factor.id });
    expect(removal.error?.code).toBe('insufficient_aal');
    expect((await client.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
  });
});

describe('PostgREST', () => {
  test('reads rows with times in ISO 8601 and whole numbers as numbers', async () => {
    const { data, error } = await database()
      .from('products')
      .select('id, price_pence, created_at')
      .limit(1);
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        id: expect.any(Number),
        price_pence: expect.any(Number),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00$/),
      },
    ]);
  });

  test('answers a refusal of our SQL with its status, hint and details', async () => {
    const answer = await database().rpc('staff_catalogue');
    expect(answer.error).not.toBeNull();
    expect(answer.error?.code).toMatch(/^PT4\d\d$/);
    expect(answer.status).toBe(Number(answer.error?.code.slice(2)));
    expect(answer.error?.hint).toMatch(/^\w+$/);
  });

  test('passes the caller’s headers to SQL', async () => {
    const { user, session } = await newLogin();
    const caller = {
      'x-caller-user': user.id,
      'x-caller-session': String(decodeJwt(session.access_token)['session_id']),
    };
    const nobody = await database().rpc('staff_catalogue');
    expect(nobody.error?.hint).toBe('session_ended');
    const shopper = await database(project.secretKey, caller).rpc('staff_catalogue');
    expect(shopper.error?.code).toMatch(/^PT4\d\d$/);
    expect(shopper.error?.hint).not.toBe('session_ended');
  });

  test('distinguishes an unknown function from a refused one', async () => {
    const { status, error } = await database().rpc('no_such_function');
    expect(status).toBe(404);
    expect(error?.code).toBe('PGRST202');
  });

  test('shows nothing private with the publishable key', async () => {
    await newLogin();
    const { data } = await database(project.publishableKey).from('profiles').select('*');
    expect(data ?? []).toEqual([]);
  });

  test('refuses a key that it does not know', async () => {
    const { status } = await database('sb_secret_unknown').from('products').select('id').limit(1);
    expect(status).toBe(401);
  });
});

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('Storage', () => {
  test('a private object is shown by a signed address only, and is stored once', async () => {
    const bucket = storage().from('return-photos');
    const name = `contract/${crypto.randomUUID()}.jpg`;
    const options = { contentType: 'image/jpeg', cacheControl: '3600' };
    const stored = await bucket.upload(name, picture, options);
    expect(stored.error).toBeNull();
    try {
      const again = await bucket.upload(name, picture, options);
      expect(again.error).toMatchObject({ statusCode: '409' });

      const open = await fetch(`${project.url}/storage/v1/object/public/return-photos/${name}`);
      expect(open.ok).toBe(false);
      const missing = `contract/${crypto.randomUUID()}.jpg`;
      const { data } = await bucket.createSignedUrls([name, missing], 60);
      expect(data?.map(({ path, error }) => [path, error === null])).toEqual([
        [name, true],
        [missing, false],
      ]);
      const shown = await fetch(data?.[0]?.signedUrl ?? '');
      expect(shown.headers.get('content-type')).toMatch(/^image\/jpeg/);
      expect(Buffer.from(await shown.arrayBuffer())).toEqual(picture);
    } finally {
      await bucket.remove([name]);
    }
    const { data } = await bucket.createSignedUrls([name], 60);
    expect(data?.[0]?.error).not.toBeNull();
  });

  test('a picture of the catalogue is public and kept by browsers', async () => {
    const bucket = storage().from('catalogue');
    await storage().createBucket('catalogue', { public: true });
    const name = `contract-${crypto.randomUUID()}.png`;
    const options = { contentType: 'image/png', cacheControl: '31536000' };
    const stored = await bucket.upload(name, picture, options);
    expect(stored.error).toBeNull();
    try {
      const shown = await fetch(`${project.url}/storage/v1/object/public/catalogue/${name}`);
      expect(shown.headers.get('content-type')).toMatch(/^image\/png/);
      expect(Buffer.from(await shown.arrayBuffer())).toEqual(picture);
    } finally {
      await bucket.remove([name]);
    }
  });
});
