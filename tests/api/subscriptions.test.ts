import { beforeEach, describe, expect, test, vi } from 'vitest';
import mailSweep from '../../netlify/functions/mail-sweep.ts';
import { newClientAddress } from '#harness/client-address.ts';
import type { StoredMail } from '#local/mailbox/stored-mail.ts';
import { call } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { outboxOf } from '../support/outbox.ts';
import { expectPlainRefusal } from '../support/writing-calls.ts';

const { backend } = await openBackend({ mails: true });
const outbox = outboxOf(backend.database);
beforeEach(async () => {
  await outbox.settle();
  backend.mailbox.reset();
});

const post = (path: string, json: unknown) =>
  call(backend.origin + path, { json, from: newClientAddress() });
const subscribe = (email: string) => post('/api/listing/subscribe/', { email });
const confirm = (token: string) => post('/api/listing/confirm-subscription/', { token });

let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `fan-${addresses}@example.com`;
}

async function mailTo(address: string): Promise<StoredMail> {
  return vi.waitFor(
    () => {
      const mail = backend.mailbox.mails().find(({ to }) => to.includes(address));
      if (!mail) throw new Error('No e-mail has arrived.');
      return mail;
    },
    { timeout: 10_000 },
  );
}

function tokenIn({ text }: StoredMail, page: string): string {
  const [, token] = new RegExp(`${page}#token=(\\S+)`).exec(text) ?? [];
  if (!token) throw new Error(`There is no link to ${page} in ${text}`);
  return token;
}

async function subscriptionOf(address: string) {
  const [row] = await backend.database.sql<{ confirmed: boolean }[]>`
    select confirmed_at is not null as confirmed from subscriptions
    where lower(email) = lower(${address})`;
  return row && { ...row };
}

async function subscribed(): Promise<{ address: string; mail: StoredMail }> {
  const address = newAddress();
  expect(await subscribe(address)).toMatchObject({ status: 201, body: { email: address } });
  return { address, mail: await mailTo(address) };
}

/** Sends all that is due, and waits for what is being sent. */
async function arrived(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  await mailSweep();
  return backend.mailbox.mails().length;
}

describe('a subscription', () => {
  test('is on the list only after the link in the e-mail was used; using it again is no error', async () => {
    const { address, mail } = await subscribed();
    expect(mail.subject).toBe('Do you want news from Minicia?');
    expect(mail.text).toContain('Unless you press it, nothing more will come');
    expect(await subscriptionOf(address)).toEqual({ confirmed: false });
    const token = tokenIn(mail, 'http://localhost:8888/confirm-subscription');
    expect(await confirm(token)).toMatchObject({ status: 200 });
    expect(await confirm(token)).toMatchObject({ status: 200 });
    expect(await subscriptionOf(address)).toEqual({ confirmed: true });
  });

  test('is not confirmed or ended by opening links, as mail scanners do', async () => {
    const { address, mail } = await subscribed();
    const token = tokenIn(mail, 'confirm-subscription');
    const opened = await call(`${backend.origin}/api/listing/confirm-subscription?token=${token}`);
    expect(opened.status).toBe(405);
    const [, oneClick = ''] = /<(.+)>/.exec(mail.headers['List-Unsubscribe'] ?? '') ?? [];
    const { pathname, search } = new URL(oneClick);
    const looked = await fetch(backend.origin + pathname + search, { redirect: 'manual' });
    expect(looked.status).toBe(303);
    expect(looked.headers.get('location')).toMatch(/^\/unsubscribe#token=/);
    expect(await subscriptionOf(address)).toEqual({ confirmed: false });
  });

  test('ends by one click in the mail program, without a login or a visit (RFC 8058)', async () => {
    const { address, mail } = await subscribed();
    await confirm(tokenIn(mail, 'confirm-subscription'));
    expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const [, oneClick = ''] = /<(.+)>/.exec(mail.headers['List-Unsubscribe'] ?? '') ?? [];
    const { pathname, search } = new URL(oneClick);
    const answer = await fetch(backend.origin + pathname + search, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(answer.status).toBe(200);
    expect(await subscriptionOf(address)).toBeUndefined();
    expectPlainRefusal(await confirm(tokenIn(mail, 'confirm-subscription')), 400);
  });

  test('a link for one thing does no other, and a forged one nothing', async () => {
    const { address, mail } = await subscribed();
    const end = tokenIn(mail, 'unsubscribe');
    const start = tokenIn(mail, 'confirm-subscription');
    for (const token of [end, `${start}x`, start.replace(/\..*/, ''), `${start}.`, '', 'a.b']) {
      expectPlainRefusal(await confirm(token), 400);
    }
    expectPlainRefusal(await post('/api/auth/confirm-email/', { token: start }), 400);
    expectPlainRefusal(await post(`/api/listing/unsubscribe?token=${start}`, {}), 400);
    expect(await subscriptionOf(address)).toEqual({ confirmed: false });
  });

  test('cannot be confirmed after 30 days, when it is forgotten', async () => {
    const { address, mail } = await subscribed();
    const kept = await subscribed();
    await confirm(tokenIn(kept.mail, 'confirm-subscription'));
    await backend.database.sql`
      update subscriptions set asked_at = now() - interval '31 days'
      where email in ${backend.database.sql([address, kept.address])}`;
    expectPlainRefusal(await confirm(tokenIn(mail, 'confirm-subscription')), 400);
    await backend.database.sql`select prune_personal_data(1000)`;
    expect(await subscriptionOf(address)).toBeUndefined();
    expect(await subscriptionOf(kept.address)).toEqual({ confirmed: true });
  });
});

describe('an address', () => {
  test('gets one e-mail a day, whoever enters it from wherever, and however it is spelt', async () => {
    const { address } = await subscribed();
    for (const spelt of [address, address.toUpperCase(), ` ${address}`]) {
      expect(await subscribe(spelt)).toMatchObject({ status: 201, body: { email: spelt.trim() } });
    }
    expect(await arrived()).toBe(1);
    await backend.database.sql`
      update rate_limits set expires_at = now() where action = 'unconfirmed-email'`;
    await subscribe(address);
    expect(await arrived()).toBe(2);
  });

  test('that is on the list gets none, and the answer does not tell', async () => {
    const { address, mail } = await subscribed();
    await confirm(tokenIn(mail, 'confirm-subscription'));
    await backend.database.sql`delete from rate_limits where action = 'unconfirmed-email'`;
    backend.mailbox.reset();
    expect(await subscribe(address)).toMatchObject({ status: 201, body: { email: address } });
    expect(await arrived()).toBe(0);
  });
});
