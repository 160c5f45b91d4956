import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { log, loggedRequest } from './log.ts';

/** Bodies that the stand-in of Sentry got. */
const received: string[] = [];
const server = createServer(async (request, response) => {
  received.push(await text(request));
  response.end('{}');
});
let dsn: string;

beforeAll(async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  dsn = `http://public@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/7`;
});
afterAll(() => {
  server.close();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Answers a request whose handler logs an error, and waits for work after the answer. */
async function fail(thrown: unknown): Promise<void> {
  const later: Promise<unknown>[] = [];
  vi.stubGlobal('Netlify', {
    context: { waitUntil: (work: Promise<unknown>) => later.push(work) },
  });
  await loggedRequest('01J', 'GET', async () => {
    log.error('FAILED', { error: thrown });
    return new Response();
  });
  await Promise.all(later);
}

test('Sentry is off without SENTRY_DSN', async () => {
  await fail(new Error('nobody hears of it'));
  expect(received).toEqual([]);
});

test('with SENTRY_DSN an error arrives, with its stack and request and without addresses', async () => {
  vi.stubEnv('SENTRY_DSN', dsn);
  await fail(new TypeError('no route to ada@example.com'));
  await fail('a rejected text of bea@example.com');
  const all = received.join('\n');
  expect(received).toHaveLength(2);
  expect(all).toContain('"type":"TypeError","value":"no route to [address]"');
  expect(all).toContain('error-tracker.test.ts');
  expect(all).toContain('"request":"01J"');
  expect(all).toContain('a rejected text of [address]');
  expect(all).not.toContain('@example.com');
});
