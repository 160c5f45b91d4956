import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../support/call.ts';
import { linesOf } from '../support/log-lines.ts';
import { openBackend } from '../support/open-backend.ts';

const { backend } = await openBackend();
const address = `${backend.origin}/api/browser-error`;
const report = ['TypeError: x', '    at /_astro/cart.js:1:2', '/cart'];
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
  const [error, at] = ['TypeError: no ada@example.com', '    at https://shop.example/_astro/a.js'];
  for (const stack of [`${error}\n${at}?t=secret:1:2`, `${at}?t=secret:1:2`]) {
    const sent = await send(JSON.stringify([error, stack, '/cart']));
    expect(sent).toMatchObject({ status: 202, body: {} });
  }
  const line = {
    level: 'error',
    message: 'BROWSER ERROR',
    request: expect.any(String),
    page: '/cart',
    build: '/_astro/a.js',
    error: 'TypeError: no [address]\n    at https://shop.example/_astro/a.js?[query]',
  };
  expect(linesOf(log)).toEqual([line, line]);
});

test.each([
  ['no JSON', 'null and void', {}, 400],
  ['another shape', '["TypeError: x", 1, "/cart"]', {}, 400],
  ['a page as long as a novel', JSON.stringify(['x', 'y', 'x'.repeat(301)]), {}, 400],
  ['more than 16 kB', JSON.stringify(['x', 'x'.repeat(16_000), '/']), {}, 413],
  ['another site', JSON.stringify(report), { 'sec-fetch-site': 'cross-site' }, 403],
])('%s is refused and not logged', async (_name, raw, headers, status) => {
  expect(await send(raw, headers)).toMatchObject({ status });
  expect(linesOf(log)).toEqual([]);
});

test('of a flood twenty a minute are logged, and then how many were left out', async () => {
  await Promise.all(Array.from({ length: 50 }, () => send(JSON.stringify(report))));
  expect(linesOf(log)).toHaveLength(20);
  vi.setSystemTime(Date.now() + 61_000);
  await send(JSON.stringify(report));
  expect(linesOf(log)).toHaveLength(21);
  expect(linesOf(warned)).toMatchObject([{ message: 'BROWSER ERRORS left out', reports: 30 }]);
});
