import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runSchedules, scheduledFunctions } from './schedules.ts';

const origin = 'http://localhost:8888';
let called: string[];
let status: number;

beforeEach(() => {
  called = [];
  status = 200;
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    called.push(`${method} ${url}`);
    return new Response('Nothing to do.', { status });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.setSystemTime('2026-03-14T09:00:30Z');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Advances time by minutes. */
async function letPass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) await vi.advanceTimersByTimeAsync(60_000);
}

test('the scheduled function is the one whose config has a schedule', async () => {
  expect(await scheduledFunctions()).toEqual([{ name: 'jobs', schedule: '* * * * *' }]);
});

test('a function is called on schedule until stopped', async () => {
  const end = runSchedules([{ name: 'mail-sweep', schedule: '*/5 * * * *' }], origin);
  await letPass(4);
  expect(called).toEqual([]);
  await letPass(1);
  expect(called).toEqual([`POST ${origin}/.netlify/functions/mail-sweep`]);
  await letPass(5);
  expect(called).toHaveLength(2);
  end();
  await letPass(10);
  expect(called).toHaveLength(2);
});

test('a failure is logged and does not prevent the next call', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  status = 500;
  const end = runSchedules([{ name: 'mail-sweep', schedule: '*/5 * * * *' }], origin);
  await letPass(10);
  end();
  expect(called).toHaveLength(2);
  expect(logged).toHaveBeenCalledTimes(2);
  expect(logged.mock.calls.flat().join(' ')).toContain('mail-sweep failed: Error: 500');
});
