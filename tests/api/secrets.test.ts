import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Backend, startBackend } from '../support/backend.ts';
import { call, type Reply } from '../support/call.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { failed } from '../support/failed-answer.ts';

const LoggedIn = z.object({ token: z.object({ access: z.string() }) });

let backend: Backend;
const realFetch = globalThis.fetch;

/** Replaces Supabase's response to a request; null keeps it. */
type Fault = (request: Request) => Promise<Response> | Response | null;
let fault: Fault = () => null;
/** Requests of the functions to Supabase, in order. */
let asked: string[] = [];
let forwarded: (string | null)[] = [];
let printed: string[] = [];

const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const;

beforeAll(async () => {
  backend = await startBackend();
  vi.stubGlobal('fetch', async (...asking: Parameters<typeof fetch>) => {
    const request = new Request(...asking);
    if (!request.url.startsWith(backend.supabaseUrl)) return realFetch(request);
    asked.push(`${request.method} ${request.url.slice(backend.supabaseUrl.length)}`);
    if (request.url.includes('/auth/v1/')) forwarded.push(request.headers.get('sb-forwarded-for'));
    return (await fault(request)) ?? realFetch(request);
  });
});
beforeEach(() => {
  printed = [];
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...things: unknown[]) => {
      printed.push(...things.map((thing) => inspect(thing, { depth: 20, showHidden: true })));
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed.push(String(text));
      return true;
    });
  }
});
afterEach(() => {
  fault = () => null;
  vi.restoreAllMocks();
});
afterAll(() => backend.close());

const password = 'find-me-if-you-can';
let accounts = 0;

function register(account: object): Promise<Reply> {
  const json = { username: 'eve', email: 'eve@example.com', password, ...account };
  return call(`${backend.origin}/api/auth/register/`, { json, from: newClientAddress() });
}

function logIn(username: string, secret = password): Promise<Reply> {
  const json = { username, password: secret };
  return call(`${backend.origin}/api/auth/login/`, { json, from: newClientAddress() });
}

/** Tokens of a login: one in the response body, one in the cookie. */
function tokensOf({ body, headers }: Reply): { access: string; refresh: string } {
  const [, refresh = ''] = /^refresh=([^;]+);/.exec(headers.get('set-cookie') ?? '') ?? [];
  expect(refresh).not.toBe('');
  return { access: LoggedIn.parse(body).token.access, refresh };
}

/** A call with the login's cookie: `refresh` or `logout`. */
function ofLogin(name: string, { access, refresh }: ReturnType<typeof tokensOf>): Promise<Reply> {
  const headers = { cookie: `refresh=${refresh}` };
  return call(`${backend.origin}/api/auth/${name}/`, { json: {}, token: access, headers });
}

async function signedUp(): Promise<string> {
  accounts += 1;
  const username = `keeper-${accounts}`;
  const reply = await register({ username, email: `${username}@example.com` });
  expect(reply.status).toBe(201);
  return username;
}

function ofAuth(answerTo: (request: Request) => Promise<Response> | Response): Fault {
  return (request) => (request.url.includes('/auth/v1/') ? answerTo(request) : null);
}

const broken = { status: 500, body: failed };
const busy = {
  status: 503,
  body: { detail: 'The shop is very busy. Please try again in a moment.' },
};

const faults: [string, typeof busy, Fault][] = [
  ['cannot be reached', busy, () => Promise.reject(new TypeError('fetch failed'))],
  ['has a fault', broken, ofAuth(() => Response.json({ msg: 'Internal error' }, { status: 500 }))],
  ['answers nonsense', busy, ofAuth(() => new Response('<html>', { status: 502 }))],
  [
    'repeats in its words what it was sent',
    broken,
    ofAuth(async (request) =>
      Response.json({ code: 'unexpected_failure', msg: await request.text() }, { status: 500 }),
    ),
  ],
];

describe('passwords', () => {
  test('are never logged, nor are tokens, whether the call succeeds or is rejected', async () => {
    const username = await signedUp();
    const token = tokensOf(await logIn(username));
    expect(await register({ username })).toMatchObject({ status: 400 });
    expect(await register({ email: 'nobody' })).toMatchObject({ status: 400 });
    expect(await register({ password: [password] })).toMatchObject({ status: 400 });
    expect(await logIn(username, `${password}!`)).toMatchObject({ status: 401 });
    expect(await logIn('nobody')).toMatchObject({ status: 401 });
    const called = await call(`${backend.origin}/api/stripe/save-billing-info/`, {
      json: { user: 'someone' },
      token: token.access,
    });
    expect(called.status).toBe(400);
    const renewed = tokensOf(await ofLogin('refresh', token));
    expect(await ofLogin('logout', renewed)).toMatchObject({ status: 200 });
    expect(await ofLogin('refresh', renewed)).toMatchObject({ status: 401 });
    const all = printed.join('\n');
    const secrets = [password, ...Object.values(token), ...Object.values(renewed)];
    for (const secret of secrets) expect(all).not.toContain(secret);
  });

  test.each(faults)(
    'are not logged, nor are tokens, when Supabase %s',
    async (_name, expected, happening) => {
      const username = await signedUp();
      const token = tokensOf(await logIn(username));
      fault = happening;
      const replies = [
        await logIn(username),
        await register({ username: 'newcomer', email: 'newcomer@example.com' }),
        await ofLogin('refresh', token),
      ];
      for (const reply of replies) expect(reply).toMatchObject(expected);
      // The browser is logged out anyway.
      const { status, headers } = await ofLogin('logout', token);
      expect(status).toBe(502);
      expect(headers.get('set-cookie')).toMatch(/^refresh=;/);
      fault = () => Promise.reject(new TypeError('fetch failed'));
      await call(`${backend.origin}/api/stripe/save-billing-info/`, {
        json: { name: 'A', address: 'B', email: 'a@example.com', phone: '1', user: 'x' },
        token: token.access,
      });
      const all = printed.join('\n');
      // The fault itself is logged.
      expect(all).toMatch(/"route":"\/api\/auth\/login","status":50\d/);
      expect(all).toMatch(/"route":"\/api\/auth\/register","status":50\d/);
      for (const secret of [password, token.access, token.refresh])
        expect(all).not.toContain(secret);
    },
  );

  test.each(['a', '1234567', '       ', 'ÿÿÿÿ'])('like “%s” are too short', async (short) => {
    const reply = await register({ username: 'short', password: short });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ password: ['Use at least 8 characters.'] });
  });

  test.each(['ab12cd3!', 'pässwörd'])('like “%s” are long enough', async (enough) => {
    accounts += 1;
    const account = { username: `long-${accounts}`, email: `long-${accounts}@example.com` };
    expect(await register({ ...account, password: enough })).toMatchObject({ status: 201 });
  });

  test('too short are also rejected by Supabase Auth itself', async () => {
    const answer = await realFetch(`${backend.supabaseUrl}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: 'sb_publishable_test', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'direct@example.com', password: '1234567' }),
    });
    expect(answer.status).toBe(422);
  });
});

function headersOf({ headers }: Reply): [string, string][] {
  return [...headers].filter(([name]) => name !== 'date');
}

test('a login with an unknown name is indistinguishable from one with a wrong password', async () => {
  const known = await signedUp();
  const seen: { reply: Reply; steps: string[] }[] = [];
  for (const username of [known, 'unknown', `unknown' or 1=1`, known]) {
    asked = [];
    seen.push({ reply: await logIn(username, 'wrong password'), steps: asked });
  }
  const [wrong, ...others] = seen;
  if (!wrong) throw new Error('There was no answer');
  expect(wrong.reply).toMatchObject({
    status: 401,
    body: { detail: 'Invalid username or password' },
  });
  for (const { reply, steps } of others) {
    expect(reply).toMatchObject({ status: 401, body: wrong.reply.body });
    expect(headersOf(reply)).toEqual(headersOf(wrong.reply));
    expect(steps).toEqual(wrong.steps);
  }
  expect(wrong.steps).toContain('POST /auth/v1/token?grant_type=password');
});

describe('Supabase Auth', () => {
  test('gets the client’s address, so that its own limits are per shopper', async () => {
    forwarded = [];
    const [one, other] = ['198.51.100.1', '2001:db8::1'];
    const json = { username: 'told', email: 'told@example.com', password };
    await call(`${backend.origin}/api/auth/register/`, { json, from: one });
    await call(`${backend.origin}/api/auth/login/`, { json, from: other });
    await call(`${backend.origin}/api/auth/login/`, { json, from: 'nonsense' });
    expect(forwarded).toEqual([one, other, null]);
  });

  test('that limits the rate does not make a password look wrong', async () => {
    const username = await signedUp();
    const login = tokensOf(await logIn(username));
    fault = ofAuth(() =>
      Response.json(
        { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
        { status: 429 },
      ),
    );
    for (const { status, headers, body } of [
      await logIn(username),
      await register({ username: 'crowd', email: 'crowd@example.com' }),
      await ofLogin('refresh', login),
    ]) {
      expect(status).toBe(429);
      expect(headers.get('retry-after')).toBe('60');
      expect(body).toEqual({ detail: 'Too many attempts. Please wait 60 seconds.' });
    }
  });

  test('that rejects our key neither makes a password look wrong nor ends a login', async () => {
    const username = await signedUp();
    const login = tokensOf(await logIn(username));
    fault = ofAuth(() => Response.json({ message: 'Invalid API key' }, { status: 401 }));
    expect(await logIn(username)).toMatchObject({ status: 500 });
    const reply = await ofLogin('refresh', login);
    expect(reply.status).toBe(500);
    expect(reply.headers.get('set-cookie')).toBeNull();
  });
});
