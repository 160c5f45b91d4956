import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import dataPrune from '#handlers/jobs/data-prune.ts';
import { callersOf } from '#server/rate-limit/attempt.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { call, type Reply } from '../support/call.ts';
import { factsOf } from '../support/checkout-facts.ts';
import { openBackend } from '../support/open-backend.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { LoggedIn, newShopper, type Shopper, sessionOf, shopperAt } from '../support/shopper.ts';
import { expectPlainRefusal } from '../support/writing-calls.ts';

const { backend, shop } = await openBackend();
const { sql } = backend.database;
const sku = await shop.newSku(500);
const password = 'correct horse battery';
beforeEach(() => backend.stripe.reset());

interface Account {
  username: string;
  email: string;
  /** Client address of the shopper. */
  from: string;
}

function newAccount(): Account {
  const username = `leaver-${randomUUID().slice(0, 18)}`;
  return { username, email: `${username}@example.com`, from: newClientAddress() };
}

function register({ username, email, from }: Account): Promise<Reply> {
  return call(`${backend.origin}/api/auth/register/`, {
    json: { username, email, password },
    from,
  });
}

function logIn({ username, from }: Account): Promise<Reply> {
  return call(`${backend.origin}/api/auth/login/`, { json: { username, password }, from });
}

async function loggedIn(account: Account): Promise<Shopper> {
  const { id, token } = LoggedIn.parse((await logIn(account)).body);
  return shopperAt(backend.origin, id, token.access);
}

/** A shopper who signed up through the shop. */
async function signedUp() {
  const account = newAccount();
  expect(await register(account)).toMatchObject({ status: 201 });
  return { account, shopper: await loggedIn(account) };
}

function close({ token }: Shopper, { from }: Account, secret = password): Promise<Reply> {
  return call(`${backend.origin}/api/account/close/`, { json: { password: secret }, token, from });
}

function exportOf({ token }: Shopper): Promise<Reply> {
  return call(`${backend.origin}/api/account/export/`, { token });
}

/** Opens the payment page with two hats. */
async function atPaymentPage(shopper: Shopper): Promise<string> {
  await shopper.saveBilling();
  return sessionOf(await shopper.paymentPage([{ sku, quantity: 2 }]));
}

describe('closing an account', () => {
  test('ends the login, and the name and e-mail can be registered again without the old data', async () => {
    const { account, shopper } = await signedUp();
    const session = await atPaymentPage(shopper);
    await backend.stripe.pay(session, { outcome: 'paid' });
    await shopper.comeBack(session);

    const reply = await close(shopper, account);
    expect(reply).toMatchObject({ status: 200, body: { detail: 'Your account is closed.' } });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('set-cookie')).toMatch(/^refresh=; .*Max-Age=0/);

    const nobody = { username: 'nobody-at-all', from: newClientAddress() };
    const [gone, unknown] = [await logIn(account), await logIn({ ...nobody, email: '' })];
    expect(gone).toMatchObject({ status: 401, body: unknown.body });
    expectPlainRefusal(await call(`${backend.origin}/api/account/orders`, shopper), 401);
    expect(await register(account)).toMatchObject({ status: 201 });
    const anew = await loggedIn(account);
    const { body } = await call(`${backend.origin}/api/account/orders`, anew);
    expect(body).toEqual({ orders: [], older: false });
    expect(await anew.reduceQuantity(session)).toMatchObject({ status: 404 });
  });

  test('is refused with a wrong password, and nothing changes', async () => {
    const { account, shopper } = await signedUp();
    await shopper.saveBilling();
    const before = await markOfAllRows(backend.database);
    const reply = await close(shopper, account, 'wrong horse');
    expectPlainRefusal(reply, 400);
    expect(reply.body).toEqual({
      password: ['This is not your password. Nothing has changed.'],
    });
    expect(await markOfAllRows(backend.database)).toEqual(before);
    expect(await logIn(account)).toMatchObject({ status: 200 });
  });

  test('cannot be used to guess the password with a stolen token', async () => {
    const { account, shopper } = await signedUp();
    const { attempts } = limits['login-name-at-address'];
    const thief = { ...account, from: newClientAddress() };
    const tries: number[] = [];
    for (let place = 0; place <= attempts; place += 1) {
      tries.push((await close(shopper, thief, `guess ${place}`)).status);
    }
    expect(tries).toEqual([...Array.from({ length: attempts }, () => 400), 429]);
    expect(await close(shopper, thief)).toMatchObject({ status: 429 });
  });

  test('closes an open payment page at Stripe first', async () => {
    const { account, shopper } = await signedUp();
    const session = await atPaymentPage(shopper);
    expect(await close(shopper, account)).toMatchObject({ status: 200 });
    const page = (await backend.stripe.sessions()).find(({ id }) => id === session);
    expect(page).toMatchObject({ status: 'expired' });
    expect(await factsOf(backend.database, session)).toBeUndefined();
  });

  test('keeps the order of a payment page that was paid a moment ago', async () => {
    await backend.stripe.webhookMode({ mode: 'drop' });
    const { account, shopper } = await signedUp();
    const session = await atPaymentPage(shopper);
    await backend.stripe.pay(session, { outcome: 'paid' });
    expect(await close(shopper, account)).toMatchObject({ status: 200 });
    expect(await factsOf(backend.database, session)).toMatchObject({
      status: 'completed',
      orders: 1,
    });
  });

  test('waits for a pending payment', async () => {
    const { account, shopper } = await signedUp();
    const session = await atPaymentPage(shopper);
    await backend.stripe.pay(session, { outcome: 'async_pending' });
    await shopper.reduceQuantity(session);
    const reply = await close(shopper, account);
    expectPlainRefusal(reply, 409);
    expect(reply.body).toEqual({
      detail:
        'A payment or refund of yours is not finished yet. Please close your account once it is.',
    });
    expect(await logIn(account)).toMatchObject({ status: 200 });
  });

  test('changes nothing while Stripe does not close the payment page', async () => {
    const { account, shopper } = await signedUp();
    const session = await atPaymentPage(shopper);
    const path = `/v1/checkout/sessions/${session}/expire`;
    await backend.stripe.fail({ method: 'POST', path, outcome: 500, times: 10 });
    const reply = await close(shopper, account);
    expectPlainRefusal(reply, 502);
    expect(await factsOf(backend.database, session)).toMatchObject({ status: 'open' });
    await backend.stripe.reset();
    expect(await logIn(account)).toMatchObject({ status: 200 });
  });

  test('deletes the counts of the shopper’s attempts', async () => {
    const { account, shopper } = await signedUp();
    await atPaymentPage(shopper);
    const callers = callersOf({ id: shopper.id }, account.username, account.from);
    const counts = () => sql<{ action: string }[]>`
      select action from rate_limits where caller_hash in ${sql(callers)} order by action`;
    const before = (await counts()).map(({ action }) => action);
    expect(before).toEqual(expect.arrayContaining(['billing-form', 'known-login', 'payment-page']));
    expect(await close(shopper, account)).toMatchObject({ status: 200 });
    expect([...(await counts())]).toEqual([]);
  });
});

describe('the download of one’s data', () => {
  test('is a file of the shopper’s data, cached nowhere', async () => {
    const { account, shopper } = await signedUp();
    await shopper.saveBilling('7 Victim Street');
    const { status, body, headers } = await exportOf(shopper);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('content-disposition')).toBe('attachment; filename="minicia-data.json"');
    expect(body).toMatchObject({
      account: { id: shopper.id, username: account.username, email: account.email },
      billing_forms: [{ name: 'Ada Lovelace', address: '7 Victim Street' }],
      orders: [],
      recent_attempts: expect.arrayContaining([expect.objectContaining({ of: 'billing-form' })]),
    });
    expect(JSON.stringify(body)).not.toMatch(/\$2[aby]\$|encrypted|password/);
  });

  test('is limited by shopper', async () => {
    const shopper = await newShopper(backend);
    const { attempts } = limits['account-export'];
    const replies = await Promise.all(Array.from({ length: attempts }, () => exportOf(shopper)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expectPlainRefusal(await exportOf(shopper), 429);
  });
});

function saveForm(shopper: Shopper, place: number): Promise<Reply> {
  return shopper.post('/api/stripe/save-billing-info/', {
    name: 'Ada',
    address: `${place} High Street, London`,
    email: 'ada@example.com',
    phone: '07700 900',
    user: shopper.id,
  });
}

test('a shopper can save thirty billing forms in ten minutes and then has to wait, others do not', async () => {
  const [eager, other] = [
    await newShopper(backend, { billing: false }),
    await newShopper(backend, { billing: false }),
  ];
  const { attempts } = limits['billing-form'];
  const replies = await Promise.all(
    Array.from({ length: attempts }, (_, place) => saveForm(eager, place)),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expectPlainRefusal(await saveForm(eager, attempts), 429);
  expect(await saveForm(other, 1)).toMatchObject({ status: 201 });
});

test('the nightly prune erases in batches until nothing is left, and counts the rows', async () => {
  const shoppers = await Promise.all(Array.from({ length: 3 }, () => newShopper(backend)));
  await sql`
    update billing_infos set saved_at = now() - interval '31 days'
    where user_id in ${sql(shoppers.map(({ id }) => id))}`;
  expect(await dataPrune()).toMatchObject({
    counts: { 'billing forms without a checkout': 3 },
    cutShort: false,
  });
  const { counts } = await dataPrune();
  // Some attempts are counted for milliseconds only, so that they may expire between the two.
  const left = Object.entries({ ...counts, 'counts of attempts': 0 }).filter(
    ([, rows]) => rows > 0,
  );
  expect(left).toEqual([]);
});
