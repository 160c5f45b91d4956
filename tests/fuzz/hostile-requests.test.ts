import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { loadCalls } from '#harness/function-server.ts';
import { callsAt } from './calls.ts';
import { fuzz, isSample, seed, share, Tally } from './fuzzing.ts';
import { overHttp, straightTo } from './senders.ts';

const loadedCalls = await loadCalls();
const straight = new Tally();
const byHttp = new Tally();

const { backend } = await openBackend({ mails: true });
await backend.stripe.webhookMode({ mode: 'drop' });
const { names, callOf } = await callsAt(backend);
// Preparing a call changes rows, so that they would have to be compared before its requests as well.
for (const loaded of loadedCalls) await callOf(loaded);

test('every call is covered here', () => {
  expect(names.toSorted()).toEqual(loadedCalls.map(({ name }) => name).toSorted());
});

test.each(loadedCalls)('$name gives a sound answer whatever it is sent', async (loaded) => {
  const call = await callOf(loaded);
  const tally = new Tally();
  const wanted = !call.writes ? 200 : call.slow ? 500 : 1000;
  const target = {
    call,
    send: straightTo(loaded.in, backend.origin),
    database: backend.database,
    tally,
  };
  await expect(fuzz(target, wanted * share)).resolves.toBeUndefined();
  console.log(`${loaded.name}: ${tally}`);
  straight.addAll(tally);
});

const least = 20_000 * share;

test(`at least ${least} requests were sent straight to functions`, () => {
  process.stdout.write(`  Fuzzing with seed ${seed}: ${straight}\n`);
  expect(straight.total).toBeGreaterThan(least);
});

const send = overHttp(backend.origin);
/** All pass through the same server, and each is fuzzed above. */
const sample = loadedCalls.filter((_, place) => !isSample || place % 6 === 0);

test.each(sample)('$name responds over HTTP just as it does in process', async (loaded) => {
  const call = await callOf(loaded);
  const target = { call, send, database: backend.database, tally: byHttp };
  await expect(fuzz(target, 200 * share)).resolves.toBeUndefined();
});

test('a URL close to a call’s never causes a server error', async () => {
  const paths: string[] = [];
  for (const loaded of loadedCalls) {
    paths.push(...(await callOf(loaded)).rights.map(({ address }) => address));
  }
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
      byHttp.add(status);
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/node_modules|\.ts:\d|Error:/);
    }),
    { seed, numRuns: 200 },
  );
});

test('at least five hundred requests were sent over HTTP', () => {
  process.stdout.write(`  Fuzzing over HTTP with seed ${seed}: ${byHttp}\n`);
  expect(byHttp.total).toBeGreaterThan(500);
});
