import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterwardsDone } from '../support/afterwards.ts';
import { call } from '../support/call.ts';
import { failed } from '../support/failed-answer.ts';
import { linesOf } from '../support/log-lines.ts';
import { openBackend } from '../support/open-backend.ts';
import { newShopper } from '../support/shopper.ts';

const { backend, shop, purchases } = await openBackend({ mails: true });
const { sql } = backend.database;
process.env['LOG_LEVEL'] = 'info';
afterAll(() => {
  process.env['LOG_LEVEL'] = 'warn';
});

const spies = ['log', 'warn', 'error'] as const;
let lines: () => Record<string, unknown>[];
beforeEach(() => {
  const spied = spies.map((method) => vi.spyOn(console, method).mockReturnValue(undefined));
  lines = () => spied.flatMap(linesOf);
});
afterEach(() => vi.restoreAllMocks());

const requests = () => lines().filter(({ message }) => message === 'request');

test('a request is one line, with its route’s pattern instead of its path and query', async () => {
  const headers = { 'x-nf-request-id': '01JDEXAMPLE' };
  await call(`${backend.origin}/api/listing/productListing/2/?size=100&q=ada`, { headers });
  expect(lines()).toEqual([
    {
      level: 'info',
      message: 'request',
      request: '01JDEXAMPLE',
      method: 'GET',
      route: '/api/listing/productListing/:categoryId',
      status: 200,
      ms: expect.any(Number),
      trips: 1,
    },
  ]);
});

test('a refused method and an unknown path are lines as well, without the path', async () => {
  await call(`${backend.origin}/api/listing/categories/`, { method: 'DELETE' });
  await call(`${backend.origin}/api/staff/ada@example.com`);
  expect(requests()).toMatchObject([
    { route: '/api/listing/categories', status: 405, trips: 0 },
    { route: 'unknown', status: 404, trips: 0 },
  ]);
});

test('an id that is not Netlify’s form is not taken over', async () => {
  const headers = { 'x-nf-request-id': 'ada@example.com","level":"x' };
  await call(`${backend.origin}/api/listing/categories/`, { headers });
  expect(requests()).toMatchObject([{ request: expect.stringMatching(/^[\da-f-]{36}$/) }]);
});

test('a 500 gives a reference, under which the log has the error', async () => {
  await sql`alter function categories_until rename to categories_until_away`;
  const headers = { 'x-nf-request-id': '01JDEXAMPLE' };
  const { status, body } = await call(`${backend.origin}/api/listing/categories/`, { headers });
  await sql`alter function categories_until_away rename to categories_until`;
  expect(status).toBe(500);
  expect(body).toEqual({ ...failed, reference: '01JDEXAMPLE' });
  expect(lines()).toMatchObject([
    { level: 'error', message: 'FAILED', request: '01JDEXAMPLE', stack: expect.anything() },
    { level: 'error', message: 'request', request: '01JDEXAMPLE', status: 500 },
  ]);
});

test('a purchase, a failed login and a lost mailbox leave no name, address or token in the log', async () => {
  backend.mailbox.fail({ status: 422 });
  const shopper = await newShopper(backend);
  const sku = await shop.newSku(5);
  const [{ username }] = await sql<[{ username: string }]>`
    select username from profiles where user_id = ${shopper.id}`;
  const secrets = [shopper.token, username, 'High Street', '@example.com', '07700'];
  await shopper.paymentPage([{ sku, quantity: 1 }]);
  const purchase = await purchases.paidInSilence();
  await purchase.shopper.comeBack(purchase.session);
  await call(`${backend.origin}/api/account/orders?q=ada%40example.com`, { token: shopper.token });
  const login = { username, password: 'not the password' };
  await call(`${backend.origin}/api/auth/login/`, { json: login });
  await call(`${backend.origin}/api/listing/subscribe/`, { json: { email: 'ada@example.com' } });
  await afterwardsDone();
  expect(requests().length).toBeGreaterThanOrEqual(8);
  expect(lines().some(({ message }) => message === 'MAIL PARKED')).toBe(true);
  const all = JSON.stringify(lines());
  for (const secret of [...secrets, 'not the password']) expect(all).not.toContain(secret);
});
