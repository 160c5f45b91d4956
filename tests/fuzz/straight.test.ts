import { expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { loadCalls } from '#harness/function-server.ts';
import { callsOf } from './calls/calls-of.ts';
import { fuzz, seed, share, Tally } from './fuzzing.ts';
import { straightTo } from './senders.ts';

const loadedCalls = await loadCalls();
const total = new Tally();

const { backend } = await openBackend();
const calls = await callsOf(backend);

test('every call is covered here', () => {
  expect(Object.keys(calls).toSorted()).toEqual(loadedCalls.map(({ name }) => name).toSorted());
});

test.each(loadedCalls)('$name gives a sound answer whatever it is sent', async (loaded) => {
  const call = calls[loaded.name];
  if (!call) throw new Error(`Nobody says how ${loaded.name} is called`);
  const tally = new Tally();
  const send = straightTo(loaded.in, backend.origin);
  const wanted = call.method === 'GET' ? 200 : call.slow ? 500 : 1000;
  const target = { call, send, database: backend.database, tally };
  await expect(fuzz(target, wanted * share)).resolves.toBeUndefined();
  console.log(`${loaded.name}: ${tally}`);
  total.addAll(tally);
});

const least = 20_000 * share;

test(`at least ${least} requests were sent`, () => {
  process.stdout.write(`  Fuzzing with seed ${seed}: ${total}\n`);
  expect(total.total).toBeGreaterThan(least);
});
