import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { linesOf } from '#tests/support/log-lines.ts';
import { log, loggedRequest } from './log.ts';

const spies = { error: vi.spyOn(console, 'error'), info: vi.spyOn(console, 'log') };
beforeEach(() => {
  for (const spy of Object.values(spies)) spy.mockReset().mockReturnValue();
});
afterEach(() => vi.unstubAllEnvs());

test.each([
  ['an e-mail address', 'Key (email)=(ada.l+shop@mail.example.com) exists', 'ada'],
  ['a token', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'eyJ'],
  ['a key of Stripe', 'Invalid API Key: sk_live_51Habcdefghijklmnop', '51Habc'],
  ['a key of Resend', 'API key re_abcd1234_abcdefghijkl is invalid', 'abcd1234'],
  ['a key of Supabase', 'no sb_secret_abcdefghijklmnop', 'abcdefgh'],
  ['a secret of a webhook', 'whsec_abcdefghijklmnopqrst', 'abcdefgh'],
  ['a typed value', 'Database: 22P02 invalid input syntax for type bigint: "Ada"', 'Ada'],
  ['a query string', 'at https://shop.example/order?token=abc.def:12:3', 'abc.def'],
  ['a path’s query string', 'GET /rest/v1/profiles?username=eq.ada failed', 'ada'],
])('%s is in no line, wherever it comes from', (_name, text, secret) => {
  const error = new Error(text, { cause: new Error(text) });
  log.error(text, { why: text, nested: { list: [text] }, error });
  expect(spies.error).toHaveBeenCalledOnce();
  expect(spies.error.mock.calls.flat().join('')).not.toContain(secret);
});

test('an error keeps its name, message, cause and stack', () => {
  log.error('FAILED', { error: new TypeError('fetch failed', { cause: new Error('refused') }) });
  expect(linesOf(spies.error)).toEqual([
    {
      level: 'error',
      message: 'FAILED',
      error: 'TypeError: fetch failed',
      cause: 'Error: refused',
      stack: expect.stringContaining('log.test.ts'),
    },
  ]);
});

test('work that goes on after the answer carries the request’s id', async () => {
  let later: Promise<void> | undefined;
  await loggedRequest('01J', 'GET', async () => {
    later = Promise.resolve().then(() => log.error('later'));
    return new Response(null, { status: 500 });
  });
  await later;
  expect(linesOf(spies.error)).toMatchObject([
    { message: 'later', request: '01J' },
    { message: 'request', request: '01J', status: 500 },
  ]);
});

test('LOG_LEVEL=warn leaves out what went well', async () => {
  await loggedRequest('01J', 'GET', async () => new Response());
  vi.stubEnv('LOG_LEVEL', 'warn');
  await loggedRequest('01J', 'GET', async () => new Response());
  expect(spies.info).toHaveBeenCalledOnce();
});
