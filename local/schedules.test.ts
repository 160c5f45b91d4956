import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runSchedules, scheduledFunctions } from './schedules.ts';

let server: Server;
let origin: string;
let called: string[];
let status: number;

beforeEach(async () => {
  called = [];
  status = 200;
  server = createServer((request, response) => {
    called.push(`${request.method} ${request.url}`);
    response.writeHead(status).end('Nothing to do.');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.setSystemTime('2026-03-14T09:00:30Z');
});

afterEach(() => {
  vi.useRealTimers();
  server.close();
  server.closeAllConnections();
});

/** Advances time by minutes and waits for the calls that are due. */
async function letPass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
    await pause(20);
  }
}

test('the scheduled function is the one whose config has a schedule', async () => {
  expect(await scheduledFunctions()).toEqual([{ name: 'jobs', schedule: '* * * * *' }]);
});

test('a function is called on schedule until stopped', async () => {
  const end = runSchedules([{ name: 'mail-sweep', schedule: '*/5 * * * *' }], origin);
  await letPass(4);
  expect(called).toEqual([]);
  await letPass(1);
  expect(called).toEqual(['POST /.netlify/functions/mail-sweep']);
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
