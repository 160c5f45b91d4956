import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../support/call.ts';
import { linesOf } from '../support/log-lines.ts';
import { openBackend } from '../support/open-backend.ts';

const { backend } = await openBackend();
const address = `${backend.origin}/api/browser-error`;
const at = `    at ${backend.origin}/_astro/cart.a1b2.js`;
const report = `TypeError: x\n${at}:1:2`;
const plain = { 'content-type': 'text/plain;charset=UTF-8' };

let log: ReturnType<typeof vi.spyOn>;
let warned: ReturnType<typeof vi.spyOn>;
let minutes = 0;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  // Another minute, with a sample of its own.
  minutes += 1;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 61_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function send(raw: string, headers: Record<string, string> = {}) {
  return call(address, { raw, headers: { ...plain, ...headers } });
}

test('a report is one line of the log, without addresses, tokens and queries', async () => {
  const error = 'TypeError: no ada@example.com';
  const headers = { referer: `${backend.origin}/cart?email=ada@example.com` };
  // Chromium's stacks begin with the message, others' do not.
  for (const stack of [`${error}\n${at}?t=secret:1:2`, `${at}?t=secret:1:2`]) {
    expect(await send(`${error}\n${stack}`, headers)).toMatchObject({ status: 202, body: {} });
  }
  const line = {
    level: 'error',
    message: 'BROWSER ERROR',
    request: expect.any(String),
    page: '/cart',
    build: '/_astro/cart.a1b2.js',
    error: `TypeError: no [address]\n${at}?[query]`,
  };
  expect(linesOf(log)).toEqual([line, line]);
});

test.each([
  ['nothing', '', {}, 400],
  ['more than 16 kB', report.repeat(400), {}, 413],
  ['a page of another site', report, { 'sec-fetch-site': 'cross-site' }, 403],
])('%s is refused and not logged', async (_name, raw, headers, status) => {
  expect(await send(raw, headers)).toMatchObject({ status });
  expect(linesOf(log)).toEqual([]);
});

test('twenty browser errors a minute are logged, and the number of the others', async () => {
  await Promise.all(Array.from({ length: 50 }, () => send(report)));
  expect(linesOf(log)).toHaveLength(20);
  vi.setSystemTime(Date.now() + 61_000);
  await send(report);
  expect(linesOf(log)).toHaveLength(21);
  expect(linesOf(warned)).toMatchObject([{ message: 'BROWSER ERRORS left out', reports: 30 }]);
});
