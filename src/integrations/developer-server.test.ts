import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { developerAnswers } from './developer-server.ts';

/** Starts a server of pages that say "page". @returns what asks it. */
async function startPages(refresh: () => Promise<void>) {
  const answers = developerAnswers(refresh);
  const server = createServer((request, response) =>
    answers(request, response, (error) => {
      response.statusCode = error ? 500 : 200;
      response.end('page');
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port');
  return (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${address.port}${path}`, { headers, redirect: 'manual' });
}

const document = { 'Sec-Fetch-Dest': 'document' };

test('a picture is served unscaled from its own address', async () => {
  const ask = await startPages(() => Promise.resolve());
  const answer = await ask('/.netlify/images?url=%2Fcatalogue%2Fhat.jpg&w=480');
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('/catalogue/hat.jpg');
});

test('a page waits for the catalogue to be read; other files are served at once', async () => {
  const refresh = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const ask = await startPages(refresh);
  expect(await (await ask('/style.css')).text()).toBe('page');
  expect(refresh).not.toHaveBeenCalled();
  expect(await (await ask('/', document)).text()).toBe('page');
  expect(refresh).toHaveBeenCalledOnce();
});

test('a catalogue that cannot be read makes the page fail', async () => {
  const ask = await startPages(() => Promise.reject(new Error('no database')));
  expect((await ask('/', document)).status).toBe(500);
});
