import { serve } from '@hono/node-server';
import type { Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askForBuild } from '#server/catalogue/ask-for-build.ts';
import { type Backend, startBackend } from '../support/backend.ts';

let backend: Backend;
let hook: Server;
/** The methods and addresses of the calls that the build hook got. */
let calls: string[];
/** What the hook answers, one after the other; 200 when there is nothing left. */
let answers: number[];

beforeAll(async () => {
  hook = await new Promise<Server>((resolve) => {
    const listening = serve(
      {
        port: 0,
        hostname: '127.0.0.1',
        fetch: ({ method, url }) => {
          calls.push(`${method} ${new URL(url).pathname}`);
          return new Response(null, { status: answers.shift() ?? 200 });
        },
      },
      () => resolve(listening as Server),
    );
  });
  const address = hook.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.env['NETLIFY_BUILD_HOOK'] = `http://127.0.0.1:${port}/build_hooks/abc`;
  backend = await startBackend();
});
afterAll(async () => {
  delete process.env['NETLIFY_BUILD_HOOK'];
  hook.close();
  await backend.close();
});

beforeEach(async () => {
  calls = [];
  answers = [];
  const { sql } = backend.database;
  await sql`truncate catalogue_changes`;
  for (const id of [1, 2, 3]) {
    await sql`update products set price_pence = price_pence + 1 where id = ${id}`;
  }
});

async function calmDown(): Promise<void> {
  await backend.database.sql`
    update catalogue_changes set changed_at = changed_at - interval '2 minutes'`;
}

test('while the catalogue is being changed, no build is asked for', async () => {
  expect(await askForBuild()).toBe('nothing to do');
  expect(calls).toEqual([]);
});

test('a burst of changes is one call of the hook, however many look', async () => {
  await calmDown();
  const outcomes = await Promise.all([askForBuild(), askForBuild(), askForBuild()]);
  expect(outcomes.toSorted()).toEqual(['asked', 'nothing to do', 'nothing to do']);
  expect(await askForBuild()).toBe('nothing to do');
  expect(calls).toEqual(['POST /build_hooks/abc']);
});

test('a hook that stumbles is called again', async () => {
  await calmDown();
  answers = [500, 503];
  expect(await askForBuild()).toBe('asked');
  expect(calls).toHaveLength(3);
});

test('a hook that fails altogether is called again by the next run', async () => {
  await calmDown();
  answers = [500, 500, 500];
  expect(await askForBuild()).toBe('failed');
  expect(await askForBuild()).toBe('asked');
  expect(calls).toHaveLength(4);
});
