import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callerHash, networkOf } from '#server/rate-limit/caller-hash.ts';
import {
  type CountedLimit,
  liveReadAttempt,
  loginAttempt,
  paymentReportAttempt,
  shopperAttempt,
  registrationAttempt,
} from '#server/rate-limit/attempt.ts';
import { type LimitedAction, limits } from '#server/rate-limit/limits.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { purchasesAt } from '../support/purchases.ts';
import { openBackend } from '../support/open-backend.ts';
import { call, type Reply } from '../support/call.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { shopDatabase } from '../support/shop-database.ts';
import { newShopper } from '../support/shopper.ts';
import { expectPlainRefusal } from '../support/writing-calls.ts';
import { failed } from '../support/failed-answer.ts';

const { backend } = await openBackend();

const password = 'correct horse';
const wrong = 'wrong horse';

let accounts = 0;

function post(path: string, json: unknown, from: string): Promise<Reply> {
  return call(`${backend.origin}${path}`, { json, from });
}

/** Logs in, and waits for the work after the response. */
async function logIn(username: string, secret: string, from: string): Promise<Reply> {
  const reply = await post('/api/auth/login/', { username, password: secret }, from);
  await afterwardsDone();
  return reply;
}

function accountOf(username: string) {
  return { username, email: `${username}@example.com`, password };
}

async function signedUp(): Promise<string> {
  accounts += 1;
  const username = `customer-${accounts}`;
  const registering = post('/api/auth/register/', accountOf(username), newClientAddress());
  expect(await registering).toMatchObject({ status: 201 });
  return username;
}

async function timesOver(times: number, attempt: (place: number) => Promise<Reply>) {
  const replies: Reply[] = [];
  for (let place = 0; place < times; place += 1) replies.push(await attempt(place));
  return replies;
}

function statusesOf(replies: readonly Reply[]): number[] {
  return [...new Set(replies.map(({ status }) => status))];
}

/** Expects a response that asks to wait at most `longest` seconds, in its text and its header. */
function expectToWait(reply: Reply, longest: number): void {
  expectPlainRefusal(reply, 429);
  expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  const seconds = Number(reply.headers.get('retry-after'));
  expect(seconds).toBeLessThanOrEqual(longest);
  const inWords =
    seconds > 120
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${seconds} second${seconds === 1 ? '' : 's'}`;
  const detail = `Too many attempts. Please wait ${inWords}.`;
  expect(reply.body).toEqual({ detail });
}

/** Uses up all but `left` attempts of a limit, a moment ago. */
async function leave(left: number, limit: CountedLimit | undefined): Promise<void> {
  if (!limit) throw new Error('There is no such limit');
  const { action, caller, attempts, seconds } = limit;
  const used = (seconds / attempts) * (attempts - left);
  await backend.database.sql`
    insert into rate_limits (action, caller_hash, expires_at)
    values (${action}, ${caller}, now() + make_interval(secs => ${used}))`;
}

/** Limits of a login: by address, by name and address, and by name. */
function limitsOf(username: string, from: string) {
  const [address, nameThere, name] = loginAttempt(username, from).attempt;
  return { address, nameThere, name };
}

/** Seconds until one attempt is available again. */
function shareOf(action: LimitedAction): number {
  return limits[action].seconds / limits[action].attempts;
}

describe('logging in', () => {
  test('with repeated wrong passwords must wait, even with the right one', async () => {
    const [username, from] = [await signedUp(), newClientAddress()];
    const { attempts } = limits['login-name-at-address'];
    const tries = await timesOver(attempts, () => logIn(username, wrong, from));
    expect(statusesOf(tries)).toEqual([401]);
    const longest = shareOf('login-name-at-address');
    expectToWait(await logIn(username, wrong, from), longest);
    expectToWait(await logIn(username, password, from), longest);
    expectToWait(await logIn(` ${username.toUpperCase()} `, password, from), longest);
    expect(await logIn(username, password, newClientAddress())).toMatchObject({ status: 200 });
  });

  test('does not reveal by its limits whether a name exists', async () => {
    for (const username of [await signedUp(), 'nobody-at-all']) {
      const from = newClientAddress();
      await leave(2, limitsOf(username, from).nameThere);
      const tries = await timesOver(3, () => logIn(username, wrong, from));
      expect(tries.map(({ status }) => status)).toEqual([401, 401, 429]);
    }
  });

  test('is not counted with the right password, however many share an address', async () => {
    const [username, from] = [await signedUp(), newClientAddress()];
    await leave(1, limitsOf(username, from).address);
    const tries = await timesOver(3, () => logIn(username, password, from));
    expect(statusesOf(tries)).toEqual([200]);
    expect(await logIn('stranger', wrong, from)).toMatchObject({ status: 401 });
    expectToWait(await logIn('stranger', wrong, from), shareOf('login-address'));
  });

  test('from an address where others guess still works for shoppers known there', async () => {
    const [known, newcomer, from] = [await signedUp(), await signedUp(), newClientAddress()];
    expect(await logIn(known, password, from)).toMatchObject({ status: 200 });
    await afterwardsDone();
    await backend.database.sql`delete from rate_limits where action = 'login-address'`;
    await leave(1, limitsOf(known, from).address);
    expect(await logIn('stranger', wrong, from)).toMatchObject({ status: 401 });
    expectToWait(await logIn(newcomer, password, from), shareOf('login-address'));
    expect(await logIn(known, password, from)).toMatchObject({ status: 200 });
  });

  test('from one address cannot be tried for many names', async () => {
    const from = newClientAddress();
    await leave(2, limitsOf('any', from).address);
    const tries = await timesOver(2, (place) => logIn(`name-${place}`, wrong, from));
    expect(statusesOf(tries)).toEqual([401]);
    expectToWait(await logIn('one-more', wrong, from), shareOf('login-address'));
  });

  test('from one IPv6 network counts as one address', async () => {
    await leave(1, limitsOf('any', '2001:db8:7:7::1').address);
    expect(await logIn('v6', wrong, '2001:db8:7:7::2')).toMatchObject({ status: 401 });
    const reply = await logIn('v6-2', wrong, '2001:db8:7:7:ffff:ffff:ffff:ffff');
    expectToWait(reply, shareOf('login-address'));
    expect(await logIn('v6-2', wrong, '2001:db8:7:8::1')).toMatchObject({ status: 401 });
  });

  test('by a botnet is slowed down, but not the shopper at home', async () => {
    const [username, home] = [await signedUp(), newClientAddress()];
    expect(await logIn(username, password, home)).toMatchObject({ status: 200 });
    await backend.database.sql`delete from rate_limits where action = 'login-name'`;
    await leave(2, limitsOf(username, home).name);
    const tries = await timesOver(2, () => logIn(username, wrong, newClientAddress()));
    expect(statusesOf(tries)).toEqual([401]);
    const longest = shareOf('login-name');
    expectToWait(await logIn(username, wrong, newClientAddress()), longest);
    expectToWait(await logIn(username, password, newClientAddress()), longest);
    expect(await logIn(username, password, home)).toMatchObject({ status: 200 });
  });

  test('takes the address from the connection, not from headers that anyone can set', async () => {
    const [username, from] = ['pretender', newClientAddress()];
    await leave(1, limitsOf(username, from).nameThere);
    const tries = await timesOver(2, (place) => {
      const other = `203.0.113.${place}`;
      const headers = {
        'x-forwarded-for': other,
        'x-nf-client-connection-ip': other,
        'client-ip': other,
        'x-real-ip': other,
        forwarded: `for=${other}`,
      };
      const json = { username, password: wrong };
      return call(`${backend.origin}/api/auth/login/`, { json, from, headers });
    });
    expect(tries.map(({ status }) => status)).toEqual([401, 429]);
  });

  test('is not counted while the request cannot be parsed', async () => {
    const from = newClientAddress();
    await leave(1, limitsOf('any', from).address);
    const tries = await timesOver(3, () => post('/api/auth/login/', { username: '' }, from));
    expect(statusesOf(tries)).toEqual([400]);
    expect(await logIn('any', wrong, from)).toMatchObject({ status: 401 });
  });

  test('without a parseable address is still counted', async () => {
    await leave(1, limitsOf('any', '').address);
    expect(await logIn('any', wrong, 'hidden')).toMatchObject({ status: 401 });
    expect(await logIn('any', wrong, 'out of sight')).toMatchObject({ status: 429 });
  });
});

describe('without an account', () => {
  test('an address can sign up several people and then must wait', async () => {
    const { attempts } = limits['register-address'];
    const from = newClientAddress();
    const account = { username: await signedUp(), email: 'x@example.com', password };
    const tries = await timesOver(attempts, () => post('/api/auth/register/', account, from));
    expect(statusesOf(tries)).toEqual([400]);
    const fresh = { ...account, username: 'too-late' };
    expectToWait(await post('/api/auth/register/', fresh, from), shareOf('register-address'));
    const [found] = await backend.database.sql`
      select count(*)::int as total from profiles where username = 'too-late'`;
    expect(found).toEqual({ total: 0 });
  });

  test('an address learns of five existing accounts a day; taken names do not count', async () => {
    const from = newClientAddress();
    const known = await signedUp();
    const register = async (account: object) => {
      // A burst of sign-ups has another limit.
      await backend.database.sql`delete from rate_limits where action = 'register-address'`;
      const reply = await post('/api/auth/register/', { ...account, password }, from);
      await afterwardsDone();
      return reply;
    };
    const taken = { username: known, email: 'y@example.com' };
    expect(await timesOver(2, () => register(taken)).then(statusesOf)).toEqual([400]);
    const { email } = accountOf(known);
    const tries = await timesOver(5, (place) => register({ username: `spy-${place}`, email }));
    expect(tries.map(({ body }) => body)).toEqual(
      Array.from({ length: 5 }, () => ({ email: ['Email already exists'] })),
    );
    expectToWait(await register({ username: 'spy-6', email }), shareOf('register-taken-address'));
    const next = await register({ username: 'spy-7', email: 'nobody-yet@example.com' });
    expect(next.status, 'which tells nothing').toBe(429);
  });

  test('an address can sign up twenty people a day, and other addresses as many', async () => {
    const from = newClientAddress();
    const [, day] = registrationAttempt(from);
    await leave(1, day);
    expect(await post('/api/auth/register/', accountOf('twentieth'), from)).toMatchObject({
      status: 201,
    });
    const late = await post('/api/auth/register/', accountOf('next-in-line'), from);
    expectPlainRefusal(late, 429);
    expect(late.body).toEqual({ detail: 'Too many attempts. Please wait 72 minutes.' });
    expect(
      await post('/api/auth/register/', accountOf('next-in-line'), newClientAddress()),
    ).toMatchObject({ status: 201 });
  });

  test('a developer’s machine can sign up any number of test accounts', async () => {
    const { attempts } = limits['register-locally'];
    const [local, ...more] = registrationAttempt('127.0.0.1');
    expect(more).toEqual([]);
    expect(attempts).toBe(30);
    await leave(1, local);
    const account = { username: await signedUp(), email: 'x@example.com', password };
    const tries = await timesOver(2, () => post('/api/auth/register/', account, '127.0.0.1'));
    expect(tries.map(({ status }) => status)).toEqual([400, 429]);
  });

  test('an address can subscribe many people and then must wait', async () => {
    const { attempts } = limits['subscribe-address'];
    const from = newClientAddress();
    // Concurrent, because sequential attempts would take longer than an attempt takes to come back.
    const tries = await Promise.all(
      Array.from({ length: attempts }, (_, place) =>
        post('/api/listing/subscribe/', { email: `fan-${place}@example.com` }, from),
      ),
    );
    expect(statusesOf(tries)).toEqual([201]);
    const late = { email: 'late@example.com' };
    expectToWait(await post('/api/listing/subscribe/', late, from), shareOf('subscribe-address'));
    const [found] = await backend.database.sql`
      select count(*)::int as total from subscriptions where email = 'late@example.com'`;
    expect(found).toEqual({ total: 0 });
  });
});

test('a shopper can open several payment pages and then must wait, others need not', async () => {
  const { attempts } = limits['payment-page'];
  const shop = shopDatabase(backend.database);
  const sku = await shop.newSku(5);
  const [eager, other] = [await newShopper(backend), await newShopper(backend)];
  const clicks = await Promise.all(
    Array.from({ length: attempts }, () => eager.checkOut([{ sku, quantity: 1 }])),
  );
  expect(statusesOf(clicks)).toEqual([200]);
  const before = (await backend.stripe.sessions()).length;
  expectToWait(await eager.checkOut([{ sku, quantity: 2 }]), shareOf('payment-page'));
  expect(await backend.stripe.sessions()).toHaveLength(before);
  expect(await other.checkOut([{ sku, quantity: 1 }])).toMatchObject({ status: 200 });
});

describe('stored data of callers', () => {
  test('contains no address, name or shopper in clear', async () => {
    const username = await signedUp();
    await logIn(username, password, '203.0.113.77');
    const shopper = await newShopper(backend);
    await shopper.checkOut([]);
    const [kept] = await backend.database.sql<[{ all: string }]>`
      select string_agg(r::text, ' ') as all from rate_limits r`;
    expect(kept.all).toContain('known-login');
    for (const clear of ['203.0.113.77', username, shopper.id]) {
      expect(kept.all).not.toContain(clear);
    }
  });

  test('is required: logins are refused while attempts cannot be counted', async () => {
    const username = await signedUp();
    const { sql } = backend.database;
    await sql`alter function take_attempt rename to take_attempt_away`;
    try {
      const reply = await logIn(username, password, newClientAddress());
      expectPlainRefusal(reply, 500);
      expect(reply.body).toEqual(failed);
    } finally {
      await sql`alter function take_attempt_away rename to take_attempt`;
    }
  });

  test('does not delay a response after the right password', async () => {
    const [username, from] = [await signedUp(), newClientAddress()];
    const right = { username, password };
    expect(await logIn(username, password, from)).toMatchObject({ status: 200 });
    const { known } = loginAttempt(username, from);
    await backend.database.sql.begin(async (sql) => {
      await sql`select from rate_limits where action = 'known-login' and caller_hash = ${known} for update`;
      expect(await post('/api/auth/login/', right, from)).toMatchObject({ status: 200 });
    });
    await afterwardsDone();
    const [counted] = await backend.database.sql`
      select count(*)::int as total from rate_limits
      where action = 'login-name-at-address' and expires_at > now()
        and caller_hash = ${limitsOf(username, from).nameThere?.caller ?? ''}`;
    expect(counted).toEqual({ total: 0 });
  });

  test('does not lock out shoppers with the right password', async () => {
    const username = await signedUp();
    const { sql } = backend.database;
    await sql`alter function attempt_succeeded rename to attempt_succeeded_away`;
    try {
      expect(await logIn(username, password, newClientAddress())).toMatchObject({ status: 200 });
    } finally {
      await sql`alter function attempt_succeeded_away rename to attempt_succeeded`;
    }
  });
});

function prices(from: string): Promise<Reply> {
  return call(`${backend.origin}/api/listing/liveProducts/?ids=1`, { from });
}

describe('anonymous calls', () => {
  const asked = { items: [{ productId: 1, selectedColorId: 1 }] };
  const stock = (from?: string) =>
    call(`${backend.origin}/api/listing/cartvalidate/`, { json: asked, ...(from && { from }) });

  test('live stock and prices share one limit per network, counted by the database', async () => {
    const [from, other] = [newClientAddress(), newClientAddress()];
    // Far beyond the limit, because twenty attempts come back each second.
    await leave(-1200, liveReadAttempt(from)[0]);
    expectToWait(await stock(from), 61);
    expectToWait(await prices(from), 61);
    expect(statusesOf([await stock(other), await prices(other)])).toEqual([200]);
  });

  test('payments reported without a login are limited by network', async () => {
    const from = newClientAddress();
    await leave(1, paymentReportAttempt(from)[0]);
    const report = () =>
      post(
        '/api/stripe/save-payment/',
        { user: randomUUID(), method: 'stripe', amount: 1, billing_info: 1, status: 'paid' },
        from,
      );
    expect(await report()).toMatchObject({ status: 404 });
    expectToWait(await report(), shareOf('payment-report-address'));
  });

  test('a machine that runs the whole stack has no limit', async () => {
    const { attempts, seconds } = limits['live-read-address'];
    for (const ip of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect([...liveReadAttempt(ip), ...paymentReportAttempt(ip)]).toEqual([]);
      await backend.database.sql`
        insert into rate_limits (action, caller_hash, expires_at)
        values ('live-read-address', ${callerHash(networkOf(ip))}, now() + make_interval(secs => ${seconds * attempts}))
        on conflict do nothing`;
    }
    expect((await stock()).status).toBe(200);
  });
});

test('a shopper may check an unpaid page’s payment a limited number of times', async () => {
  const { shopper, session } = await purchasesAt(backend).atPaymentPage();
  await leave(1, shopperAttempt('payment-check', shopper)[0]);
  expect(await shopper.reduceQuantity(session)).toMatchObject({ status: 402 });
  expectToWait(await shopper.reduceQuantity(session), shareOf('payment-check'));
});
