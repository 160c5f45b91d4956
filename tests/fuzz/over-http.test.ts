import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { callsOf } from './calls/calls-of.ts';
import { fuzz, isSample, seed, share, Tally } from './fuzzing.ts';
import { overHttp } from './senders.ts';

const total = new Tally();

const { backend } = await openBackend();
const calls = await callsOf(backend);

test('calls respond over HTTP just as they do in process', async () => {
  const send = overHttp(backend.origin);
  // All pass through the same server, and straight.test.ts fuzzes each of them.
  const sample = Object.values(calls).filter((_, place) => !isSample || place % 4 === 0);
  for (const call of sample) {
    const target = { call, send, database: backend.database, tally: total };
    await expect(fuzz(target, 200 * share)).resolves.toBeUndefined();
  }
});

test('a URL close to a call’s never causes a server error', async () => {
  const send = overHttp(backend.origin);
  const paths = Object.values(calls).flatMap(({ rights }) => rights.map(({ address }) => address));
  const bend = fc.constantFrom<(path: string) => string>(
    (path) => path.toUpperCase(),
    (path) => `/${path}`,
    (path) => `${path}//`,
    (path) => path.replaceAll('/', '/./'),
    (path) => path.replace('/api/', '/api/../api/'),
    (path) => path.replaceAll('/', '%2F'),
    (path) => `${path}%00`,
    (path) => `${path}%`,
    (path) => `${path};a=b`,
    (path) => `${path}#x`,
    (path) => `${path}/__proto__`,
    (path) => `${path}?${'a=b&'.repeat(2000)}`,
  );
  const asked = fc.record({
    path: fc.constantFrom(...paths),
    bend,
    method: fc.constantFrom('GET', 'POST', 'HEAD', 'TRACE', 'OPTIONS'),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ path, bend: bent, method }) => {
      const sent = { method, address: bent(path), headers: [], body: null, ip: '' };
      const { status, text } = await send(sent);
      total.add(status);
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/node_modules|\.ts:\d|Error:/);
    }),
    { seed, numRuns: 200 },
  );
});

test('at least five hundred requests were sent', () => {
  process.stdout.write(`  Fuzzing over HTTP with seed ${seed}: ${total}\n`);
  expect(total.total).toBeGreaterThan(500);
});
