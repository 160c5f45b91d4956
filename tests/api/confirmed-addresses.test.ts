import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newClientAddress } from '#harness/client-address.ts';
import type { StoredMail } from '#local/mailbox/stored-mail.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { call } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { resetTokenIn } from '../support/reset-link.ts';
import { expectPlainRefusal } from '../support/writing-calls.ts';
import { eventually } from '../support/eventually.ts';
import { linesOf } from '../support/log-lines.ts';
import { LoggedIn } from '../support/shopper.ts';

const { backend } = await openBackend({ mails: true });
beforeEach(() => {
  vi.restoreAllMocks();
  backend.mailbox.reset();
});

const post = (path: string, json: unknown, token?: string) =>
  call(backend.origin + path, { json, from: newClientAddress(), ...(token && { token }) });
const forgot = (email: string) => post('/api/auth/forgot-password/', { email });

const password = 'correct horse battery';

async function newAccount() {
  const username = `shopper-${randomUUID().slice(0, 18)}`;
  const email = `${username}@example.com`;
  await post('/api/auth/register/', { username, email, password });
  const { body } = await post('/api/auth/login/', { username, password });
  const { token } = body as { token: { access: string } };
  return { username, email, token: token.access };
}

async function nextMail(): Promise<StoredMail> {
  return eventually(() => {
    const [mail] = backend.mailbox.mails();
    if (!mail) throw new Error('No e-mail has arrived.');
    return mail;
  });
}

/** Number of e-mails once all have been sent. */
async function arrived(): Promise<number> {
  await afterwardsDone();
  return backend.mailbox.mails().length;
}

async function aDayPasses(): Promise<void> {
  await backend.database.sql`
    update rate_limits set expires_at = expires_at - interval '24 hours'
    where action = 'unconfirmed-email'`;
}

/** The link that confirms an account's address, requested in a login. */
async function linkFor(token: string): Promise<string> {
  backend.mailbox.reset();
  await post('/api/account/email', {}, token);
  return /confirm-email#token=(\S+)/.exec((await nextMail()).text)?.[1] ?? '';
}

const stateOf = (token: string) => call(`${backend.origin}/api/account/email`, { token });

describe('an unconfirmed address', () => {
  test('gets no e-mail at registration', async () => {
    const { email, token } = await newAccount();
    expect(await arrived()).toBe(0);
    expect(await stateOf(token)).toMatchObject({ status: 200, body: { email, confirmed: false } });
  });

  test('gets one e-mail a day, including reset links and subscriptions, and responses do not reveal it', async () => {
    const { email, token } = await newAccount();
    const first = await forgot(email);
    await nextMail();
    const second = await forgot(email);
    expect({ ...second, headers: null }).toEqual({ ...first, headers: null });
    expect(await post('/api/listing/subscribe/', { email })).toMatchObject({ status: 201 });
    const refused = await post('/api/account/email', {}, token);
    expectPlainRefusal(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(await arrived()).toBe(1);
    await aDayPasses();
    await backend.database.sql`
      update auth.users set recovery_sent_at = now() - interval '1 day' where email = ${email}`;
    await forgot(email);
    await eventually(() => expect(backend.mailbox.mails()).toHaveLength(2));
  });

  test('is confirmed by pressing, not merely opening, the link requested on the account page', async () => {
    const { email, token } = await newAccount();
    expect(await post('/api/account/email', {}, token)).toMatchObject({ status: 202 });
    const mail = await nextMail();
    expect(mail).toMatchObject({ to: [email], subject: 'Confirm your e-mail address' });
    const [, link = ''] = /confirm-email#token=(\S+)/.exec(mail.text) ?? [];
    expect((await call(`${backend.origin}/api/auth/confirm-email?token=${link}`)).status).toBe(405);
    expect(await stateOf(token)).toMatchObject({ body: { confirmed: false } });
    for (const _ of [1, 2]) {
      const reply = await post('/api/auth/confirm-email/', { token: link }, token);
      expect(reply).toMatchObject({ status: 200, body: { confirmed: true } });
    }
    expect(await stateOf(token)).toMatchObject({ body: { confirmed: true } });
    await aDayPasses();
    expect(await post('/api/account/email', {}, token)).toMatchObject({ status: 202 });
    expect(await arrived()).toBe(1);
  });

  test('is not confirmed by a link older than seven days', async () => {
    const { token } = await newAccount();
    await post('/api/account/email', {}, token);
    const [, link = ''] = /confirm-email#token=(\S+)/.exec((await nextMail()).text) ?? [];
    await backend.database.sql`
      update mail_outbox set created_at = now() - interval '8 days' where kind = 'confirm_email'`;
    expectPlainRefusal(await post('/api/auth/confirm-email/', { token: link }, token), 400);
    expect(await stateOf(token)).toMatchObject({ body: { confirmed: false } });
  });
});

describe('the link that confirms an account’s address', () => {
  test('ends the account’s other logins, and not the one that presses it', async () => {
    const { username, token } = await newAccount();
    const { body } = await post('/api/auth/login/', { username, password });
    const here = LoggedIn.parse(body).token.access;
    // Requested elsewhere, as a laptop's e-mail is read on a phone.
    const link = await linkFor(token);
    expect(await post('/api/auth/confirm-email/', { token: link }, here)).toMatchObject({
      status: 200,
    });
    expect(await stateOf(here)).toMatchObject({ status: 200, body: { confirmed: true } });
    expectPlainRefusal(await stateOf(token), 401);
    const again = await post('/api/auth/login/', { username, password });
    expect(again.status).toBe(200);
    // Once proved, later logins stay.
    await post('/api/auth/confirm-email/', { token: link }, here);
    expect(await stateOf(LoggedIn.parse(again.body).token.access)).toMatchObject({ status: 200 });
  });

  test('does nothing for the owner of the mailbox alone, so that nobody vouches for a stranger', async () => {
    const stranger = await newAccount();
    const own = await newAccount();
    const link = await linkFor(stranger.token);
    expectPlainRefusal(await post('/api/auth/confirm-email/', { token: link }), 401);
    const refused = await post('/api/auth/confirm-email/', { token: link }, own.token);
    expectPlainRefusal(refused, 409);
    expect(JSON.stringify(refused.body)).toContain('belongs to another account');
    for (const { token } of [stranger, own]) {
      expect(await stateOf(token)).toMatchObject({ status: 200, body: { confirmed: false } });
    }
  });
});

describe('an address confirmed by a mailed link', () => {
  test('gets every requested reset link', async () => {
    const { email, username } = await newAccount();
    await forgot(email);
    const token = resetTokenIn(await nextMail());
    const changed = await post('/api/auth/reset-password/', { token, password: 'a new staple' });
    expect(changed).toMatchObject({ status: 200, body: { username } });
    for (const count of [2, 3]) {
      await backend.database.sql`
        update auth.users set recovery_sent_at = now() - interval '1 hour' where email = ${email}`;
      await forgot(email);
      await eventually(() => expect(backend.mailbox.mails()).toHaveLength(count));
    }
  });
});

test('a reset link that Supabase Auth refuses to send is logged', async () => {
  const { email } = await newAccount();
  const told = vi.spyOn(console, 'error').mockReturnValue();
  const { fetch: through } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { url } = new Request(input, init);
    if (!url.includes('/auth/v1/recover')) return through(input, init);
    return Response.json({ error_code: 'over_email_send_rate_limit' }, { status: 429 });
  });
  expect(await forgot(email)).toMatchObject({ status: 202 });
  await eventually(() =>
    expect(linesOf(told)).toMatchObject([
      {
        message: 'RESET LINK NOT SENT: Supabase Auth is rate limited',
        code: 'over_email_send_rate_limit',
      },
    ]),
  );
});
