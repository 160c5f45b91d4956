import { randomUUID } from 'node:crypto';
import { AuthClient } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { newClientAddress } from '#harness/client-address.ts';
import { testKeys } from '#harness/test-keys.ts';
import { claimToken, linkToken } from '#server/mail/link-token.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { call, type CallOptions, type Reply } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { mailTo } from '../support/mail-to.ts';
import { openBackend } from '../support/open-backend.ts';
import { resetTokenIn } from '../support/reset-link.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { LoggedIn, newGuest, newShopper, sessionOf } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';
import {
  bodiesOf,
  callsWithAccount,
  callsWithTokenOrLink,
  expectPlainRefusal,
  readingCallsWithAccount,
} from '../support/writing-calls.ts';

const { backend, shop } = await openBackend({ mails: true });
const { sql } = backend.database;
const password = 'correct horse battery';
const guestRefusal = {
  detail: 'You are shopping as a guest. Please log in to an account for this.',
  reason: 'account_required',
};

beforeEach(() => {
  vi.restoreAllMocks();
});

function post(path: string, json: unknown, options: CallOptions = {}): Promise<Reply> {
  return call(backend.origin + path, { json, from: newClientAddress(), ...options });
}

function cookieOf({ headers }: Reply): string {
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

const claim = (json: object, token?: string) =>
  post('/api/auth/claim-order/', json, token ? { token } : {});

const newName = () => `kept-${randomUUID().slice(0, 18)}`;

/** An account made without proof of its address. */
async function newAccount(email = `${newName()}@example.com`) {
  const username = newName();
  await post('/api/auth/register/', { username, email, password });
  const { body } = await post('/api/auth/login/', { username, password });
  const { id, token } = LoggedIn.parse(body);
  return { id, username, email, token: token.access };
}

/** An order of a guest, and the link in its confirmation. */
async function guestOrder(email = `${newName()}@example.com`) {
  await backend.stripe.webhookMode({ mode: 'drop' });
  const guest = await newGuest(backend);
  await guest.saveBilling('1 High Street, London', email);
  const session = sessionOf(await guest.paymentPage([{ sku: await shop.newSku(5), quantity: 2 }]));
  await backend.stripe.pay(session, { outcome: 'paid' });
  const { order } = await guest.comeBack(session);
  const mail = await mailTo(backend, email);
  const [, token = ''] = /keep-order#token=(\S+)/.exec(mail.text) ?? [];
  return { guest, session, order, email, mail, token };
}

async function ordersOf(token: string): Promise<number[]> {
  const { body } = await call(`${backend.origin}/api/account/orders`, { token });
  const { orders } = z.object({ orders: z.array(z.object({ id: z.int() })) }).parse(body);
  return orders.map(({ id }) => id);
}

/** A client as anybody can make one with the publishable key. */
function client() {
  return new AuthClient({
    url: `${backend.supabaseUrl}/auth/v1`,
    headers: { apikey: testKeys.publishableKey },
    persistSession: false,
    autoRefreshToken: false,
  });
}

// These run as they are against any Supabase project with that address and key.
describe('anonymous sign-in at Supabase Auth', () => {
  test('creates a user without address, password and identity, and the token says so', async () => {
    const auth = client();
    const { data, error } = await auth.signInAnonymously({ options: { data: { hat: 'blue' } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: '',
      phone: '',
      is_anonymous: true,
      identities: [],
      user_metadata: { hat: 'blue' },
    });
    expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
      sub: data.user?.id,
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'anonymous' }],
      is_anonymous: true,
      session_id: expect.any(String),
    });
    expect((await auth.getUser()).data.user).toMatchObject({ email: '', is_anonymous: true });
  });

  test('stays anonymous when it is renewed, and ends with its logout', async () => {
    const auth = client();
    const { data: first } = await auth.signInAnonymously();
    const { data: renewed } = await auth.refreshSession();
    expect(renewed.session?.refresh_token).not.toBe(first.session?.refresh_token);
    expect(renewed.user).toMatchObject({ id: first.user?.id, is_anonymous: true });
    const { session_id } = decodeJwt(first.session?.access_token ?? '');
    const claims = decodeJwt(renewed.session?.access_token ?? '');
    expect(claims).toMatchObject({ is_anonymous: true, session_id });
    expect((await auth.signOut()).error).toBeNull();
    const ended = await client().refreshSession({
      refresh_token: renewed.session?.refresh_token ?? '',
    });
    expect(ended.error?.status).toBe(400);
  });

  test('tokens of accounts say that they are not anonymous', async () => {
    expect(decodeJwt((await newAccount()).token)).toMatchObject({ is_anonymous: false });
  });
});

describe('a guest', () => {
  test('begins as after a login, renews the session and ends it', async () => {
    const begun = await post('/api/auth/guest/', {});
    expect(begun.status).toBe(200);
    expect(begun.headers.get('cache-control')).toBe('no-store');
    expect(begun.headers.get('set-cookie')).toMatch(
      /^refresh=\S+; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    const { id, token } = LoggedIn.parse(begun.body);
    const login = { token: token.access, headers: { cookie: cookieOf(begun) } };
    const renewed = await post('/api/auth/refresh/', {}, login);
    expect(renewed).toMatchObject({ status: 200, body: { id } });
    const headers = { cookie: cookieOf(renewed) };
    expect(await post('/api/auth/logout/', {}, { ...login, headers })).toMatchObject({
      status: 200,
    });
    expect(await post('/api/auth/refresh/', {}, { ...login, headers })).toMatchObject({
      status: 401,
    });
  });

  test('does not begin for another site’s page', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(await post('/api/auth/guest/', {}, { headers })).toMatchObject({ status: 403 });
  });

  test('begins only so often from one network, and reads how long to wait', async () => {
    const from = newClientAddress();
    const replies = await Promise.all(
      Array.from({ length: limits['guest-address'].attempts + 1 }, () =>
        post('/api/auth/guest/', {}, { from }),
      ),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    for (const reply of refused) expectPlainRefusal(reply, 429);
    expect(await post('/api/auth/guest/', {})).toMatchObject({ status: 200 });
  });

  test('pays, and the order is the guest’s', async () => {
    const { guest, order } = await guestOrder();
    const [row] = await sql`select user_id from orders where id = ${order}`;
    expect(row).toEqual({ user_id: guest.id });
  });

  test('gets neither another shopper’s purchase nor form', async () => {
    const { session } = await guestOrder();
    const other = await newGuest(backend);
    expect((await other.reduceQuantity(session)).status).toBe(404);
    const reply = await other.post('/api/stripe/save-billing-info/', {
      ...bodiesOf(randomUUID(), await shop.newSku(1))['/api/stripe/save-billing-info'],
    });
    expectPlainRefusal(reply, 403);
  });

  test('sees the own held stock as free', async () => {
    const guest = await newGuest(backend);
    await guest.saveBilling();
    const sku = await shop.newSku(2);
    await guest.paymentPage([{ sku, quantity: 2 }]);
    const items = [{ productId: sku.product_id, selectedColorId: sku.variant_id }];
    const { body } = await guest.post('/api/listing/cartvalidate/', { items });
    expect(body).toMatchObject([{ currentStock: 2 }]);
  });
});

describe('a guest’s token is refused', async () => {
  const guest = await newGuest(backend);
  const sku = await shop.newSku(0);
  const bodies = {
    ...bodiesOf(guest.id, sku),
    '/api/listing/stock-alert': {
      product: sku.product_id,
      colour: sku.variant_id,
      email: 'ada@example.com',
    },
    '/api/account/email': {},
  };
  const writing = [
    ...callsWithAccount,
    ...callsWithTokenOrLink,
    '/api/listing/stock-alert',
    '/api/account/email',
  ] as const;

  test.each(writing)('at POST %s', async (path) => {
    const before = await markOfAllRows(backend.database);
    const reply = await guest.post(path, bodies[path]);
    expectPlainRefusal(reply, 403);
    expect(reply.body).toEqual(guestRefusal);
    expect(await markOfAllRows(backend.database)).toEqual(before);
  });

  test.each(readingCallsWithAccount)('at GET %s', async (path) => {
    const reply = await call(backend.origin + path, { token: guest.token });
    expectPlainRefusal(reply, 403);
    expect(reply.body).toEqual(guestRefusal);
  });
});

describe('the confirmation of a guest’s order', () => {
  test('offers to keep the order, and no account', async () => {
    const { mail, token } = await guestOrder();
    expect(mail.text).toContain('Keep this order: choose a password: ');
    expect(mail.text).not.toContain('/account');
    expect(mail.html).toContain(`/keep-order#token=${token}`);
  });

  test('offers only the account to a shopper who has one', async () => {
    const shopper = await newShopper(backend, { billing: false });
    const email = `${newName()}@example.com`;
    await shopper.saveBilling(undefined, email);
    await backend.stripe.webhookMode({ mode: 'drop' });
    const session = sessionOf(
      await shopper.paymentPage([{ sku: await shop.newSku(5), quantity: 1 }]),
    );
    await backend.stripe.pay(session, { outcome: 'paid' });
    await shopper.comeBack(session);
    const { text } = await mailTo(backend, email);
    expect(text).toMatch(/Your orders: \S+\/account\n/);
    expect(text).not.toContain('keep-order');
  });
});

describe('a guest who keeps the order', () => {
  test('changes nothing by opening the link, as a mail scanner does', async () => {
    const { token, order, email } = await guestOrder();
    const before = await markOfAllRows(backend.database);
    expect((await call(`${backend.origin}/api/auth/claim-order?token=${token}`)).status).toBe(405);
    for (const _ of [1, 2]) {
      const shown = await claim({ do: 'show', token });
      expect(shown).toMatchObject({ status: 200, body: { order, email, state: 'guest' } });
    }
    expect(await markOfAllRows(backend.database)).toEqual(before);
  });

  test('gets an account with a confirmed address and the order, once', async () => {
    const { token, order, email, guest, session } = await guestOrder();
    const username = newName();
    const made = await claim({ do: 'create', token, username, password });
    expect(made.status).toBe(201);
    expect(made.headers.get('set-cookie')).toMatch(/^refresh=\S+; Path=\/api\/auth;/);
    const { token: login } = LoggedIn.parse(made.body);
    expect(await ordersOf(login.access)).toEqual([order]);
    expect(
      await call(`${backend.origin}/api/account/email`, { token: login.access }),
    ).toMatchObject({ body: { email, confirmed: true } });
    expect(await post('/api/auth/login/', { username, password })).toMatchObject({ status: 200 });

    expect(await claim({ do: 'show', token })).toMatchObject({ body: { state: 'kept' } });
    expectPlainRefusal(
      await claim({ do: 'create', token, username: newName(), password: 'another horse' }),
      409,
    );
    expect(await claim({ do: 'add', token }, login.access)).toMatchObject({ status: 200 });
    // The guest's browser no longer has the purchase.
    expect((await guest.reduceQuantity(session)).status).toBe(404);
  });

  test.each([
    ['a name that is taken', { username: 'Taken' }, { username: ['Username already exists'] }],
    ['a short password', { password: 'short' }, { password: ['Use at least 8 characters.'] }],
    ['a common one', { password: 'Password123' }, { password: ['Choose a less common password.'] }],
  ])('can try again after %s', async (_name, wrong, body) => {
    await post('/api/auth/register/', {
      username: 'Taken',
      email: `${newName()}@example.com`,
      password,
    });
    const { token } = await guestOrder();
    const asked = { do: 'create', token, username: newName(), password };
    expect(await claim({ ...asked, ...wrong })).toMatchObject({ status: 400, body });
    expect(await claim(asked)).toMatchObject({ status: 201 });
  });

  test('may not use the address as the password', async () => {
    const { token, email } = await guestOrder();
    const reply = await claim({ do: 'create', token, username: newName(), password: email });
    expectPlainRefusal(reply, 400);
    expect(reply.body).toHaveProperty('password');
  });

  test('moves all orders made with the same form, and no others', async () => {
    const { guest, token, order, email } = await guestOrder();
    const buyAgain = async (to: string) => {
      await guest.saveBilling('1 High Street, London', to);
      const { checkout_id } = await shop.open(guest.id, [
        { sku: await shop.newSku(5), quantity: 1 },
      ]);
      await sql`select mark_order_seen(${`cs_test_${checkout_id}`})`;
      return (await shop.complete(checkout_id)).order_id ?? 0;
    };
    const same = await buyAgain(email);
    const elsewhere = await buyAgain('somebody-else@example.com');
    const made = await claim({ do: 'create', token, username: newName(), password });
    const { token: login } = LoggedIn.parse(made.body);
    expect((await ordersOf(login.access)).toSorted()).toEqual([order, same].toSorted());
    const [row] = await sql`select user_id from orders where id = ${elsewhere}`;
    expect(row).toEqual({ user_id: guest.id });
  });

  test('cannot when the guest is gone', async () => {
    const { guest, token } = await guestOrder();
    await sql`select close_account(${guest.id})`;
    for (const asked of [
      { do: 'show', token },
      { do: 'create', token, username: newName(), password },
    ]) {
      expect(await claim(asked)).toMatchObject({ status: 400 });
    }
  });

  test('cannot by a link that went to a mistyped address, but by that to the corrected one', async () => {
    const { token, order } = await guestOrder();
    const manager = await newStaff(backend, 'manager');
    const right = `${newName()}@example.com`;
    const correction = { event: randomUUID(), order, email: right, again: true };
    expect(await manager.post('/api/staff/email', correction)).toMatchObject({ status: 200 });
    const owner = await newAccount(right);
    const stranger = { do: 'create', token, username: newName(), password };
    for (const [asked, login] of [
      [{ do: 'show', token }],
      [stranger],
      [{ do: 'add', token }, owner.token],
    ] as const) {
      const reply = await claim(asked, login);
      expectPlainRefusal(reply, 400);
      expect(reply.body).toEqual({ detail: 'This link is incomplete or has expired.' });
    }
    const [{ proved }] = await sql<[{ proved: number }]>`
      select count(*)::int as proved from profiles p join auth.users u on u.id = p.user_id
      where u.email = ${right} and p.email_confirmed_at is not null`;
    expect(proved).toBe(0);

    const mail = await mailTo(backend, right);
    const [, sentAgain = ''] = /keep-order#token=(\S+)/.exec(mail.text) ?? [];
    expect(await claim({ do: 'add', token: sentAgain }, owner.token)).toMatchObject({
      status: 200,
      body: { order },
    });
    expect(await ordersOf(owner.token)).toEqual([order]);
  });

  test('gets one account from two presses at once', async () => {
    const { token, order } = await guestOrder();
    const username = newName();
    const presses = await Promise.all(
      [1, 2].map(() => claim({ do: 'create', token, username, password })),
    );
    expect(presses.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    const { body } = await post('/api/auth/login/', { username, password });
    expect(await ordersOf(LoggedIn.parse(body).token.access)).toEqual([order]);
  });
});

describe('an order whose address has an account', () => {
  test('joins it only after a login there and by the link', async () => {
    const { email, token: login, id } = await newAccount();
    const { token, order } = await guestOrder(email.toUpperCase());
    expect(await claim({ do: 'show', token })).toMatchObject({ body: { state: 'account' } });
    const taken = await claim({ do: 'create', token, username: newName(), password });
    expect(taken).toMatchObject({ status: 400, body: { email: ['Email already exists'] } });

    expectPlainRefusal(await claim({ do: 'add', token }), 401);
    const { token: asGuest } = await newGuest(backend);
    expect(await claim({ do: 'add', token }, asGuest)).toMatchObject({
      status: 403,
      body: guestRefusal,
    });
    const other = await newAccount();
    const refused = await claim({ do: 'add', token }, other.token);
    expectPlainRefusal(refused, 409);
    expect(JSON.stringify(refused.body)).toContain('log in to the account of that address');
    expect(await ordersOf(login)).toEqual([]);

    for (const _ of [1, 2]) {
      expect(await claim({ do: 'add', token }, login)).toMatchObject({
        status: 200,
        body: { order },
      });
    }
    expect(await ordersOf(login)).toEqual([order]);
    expectPlainRefusal(await claim({ do: 'add', token }, other.token), 404);
    const [profile] = await sql`
      select email_confirmed_at is not null as confirmed from profiles where user_id = ${id}`;
    expect(profile).toEqual({ confirmed: true });
  });

  test('joins one that has the same billing form already', async () => {
    const { email, token: login, id } = await newAccount();
    await post(
      '/api/stripe/save-billing-info/',
      {
        name: 'Ada Lovelace',
        address: '1 High Street, London',
        email,
        phone: '07700 900',
        user: id,
      },
      { token: login },
    );
    const { token, order } = await guestOrder(email);
    expect(await claim({ do: 'add', token }, login)).toMatchObject({ status: 200 });
    expect(await ordersOf(login)).toEqual([order]);
    const forms = await sql`select user_id from billing_infos where lower(email) = ${email}`;
    expect([...forms]).toEqual([{ user_id: id }]);
  });

  test('gives nothing to a stranger who registered the address first', async () => {
    const stranger = await newAccount();
    const { token, order, email } = await guestOrder(stranger.email);
    await sql`
      insert into auth.mfa_factors (user_id, factor_type, status) values (${stranger.id}, 'totp', 'verified')`;
    await sql`
      insert into auth.identities (id, provider_id, user_id, provider, identity_data)
      values (gen_random_uuid(), 'stranger', ${stranger.id}, 'google', '{}')`;
    // The owner does not know the password, and proves the address.
    backend.mailbox.reset();
    await post('/api/auth/forgot-password/', { email });
    const mail = await eventually(() => {
      const found = backend.mailbox.mails().find(({ subject }) => subject.includes('password'));
      if (!found) throw new Error('No e-mail has arrived.');
      return found;
    });
    const reset = await post('/api/auth/reset-password/', {
      token: resetTokenIn(mail),
      password: 'the owner chose this',
    });
    expect(reset).toMatchObject({ status: 200 });
    const left = await sql`
      select provider from auth.identities where user_id = ${stranger.id}
      union all select factor_type from auth.mfa_factors where user_id = ${stranger.id}
      union all select 'session' from auth.sessions where user_id = ${stranger.id}`;
    expect([...left]).toEqual([{ provider: 'email' }]);
    expectPlainRefusal(await claim({ do: 'add', token }, stranger.token), 401);
    const { username } = stranger;
    expect(await post('/api/auth/login/', { username, password })).toMatchObject({ status: 401 });
    const { body } = await post('/api/auth/login/', { username, password: 'the owner chose this' });
    const owner = LoggedIn.parse(body).token.access;
    expect(await claim({ do: 'add', token }, owner)).toMatchObject({ status: 200 });
    expect(await ordersOf(owner)).toEqual([order]);
  });

  test('ends the account’s other logins when the link proves its address for the first time', async () => {
    const account = await newAccount();
    const { body } = await post('/api/auth/login/', { username: account.username, password });
    const here = LoggedIn.parse(body).token.access;
    const { token } = await guestOrder(account.email);
    expect(await claim({ do: 'add', token }, here)).toMatchObject({ status: 200 });
    const elsewhere = await call(`${backend.origin}/api/account/orders`, { token: account.token });
    expect(elsewhere.status).toBe(401);
    expect(await ordersOf(here)).toHaveLength(1);
  });
});

test.each([
  ['empty', ''],
  ['unsigned', 'a'.repeat(80)],
  ['of another purpose', linkToken('order', randomUUID())],
  ['of a checkout without an order', claimToken(randomUUID(), 'ada@example.com')],
])('a link token that is %s is refused', async (_name, token) => {
  const reply = await claim({ do: 'show', token });
  expectPlainRefusal(reply, 400);
  expect(reply.body).toEqual({ detail: 'This link is incomplete or has expired.' });
});
