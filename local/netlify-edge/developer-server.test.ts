import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { developerAnswers, shared } from './developer-server.ts';

/** Starts a server whose pages are all "page". @returns a function that sends requests to it. */
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

test('a picture is served unscaled from its own URL', async () => {
  const ask = await startPages(() => Promise.resolve());
  const answer = await ask('/.netlify/images?url=%2Fcatalogue%2Fhat.jpg&w=480');
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('/catalogue/hat.jpg');
});

test.each([
  ['/style.css', undefined, 0],
  ['/@vite/client', 'empty', 0],
  ['/src/pages/index.astro', 'empty', 0],
  ['/product-details/25', 'document', 1],
  // Scripts, functions and the pages shown in place of each other.
  ['/product-details/25', undefined, 1],
  ['/arrivals/sitemap.xml', undefined, 1],
  ['/all-products', 'empty', 1],
  ['/all-products', 'script', 0],
])('%s for %s reads the catalogue %i times', async (path, purpose, times) => {
  const refresh = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const ask = await startPages(refresh);
  const answer = await ask(path, purpose === undefined ? {} : { 'Sec-Fetch-Dest': purpose });
  expect(await answer.text()).toBe('page');
  expect(refresh).toHaveBeenCalledTimes(times);
});

test('loads while the catalogue is being read share the next read', async () => {
  const ends: (() => void)[] = [];
  const read = shared(() => new Promise((resolve) => ends.push(resolve)));
  const first = read();
  await vi.waitUntil(() => ends.length === 1);
  const later = [read(), read()];
  ends[0]?.();
  await first;
  await vi.waitUntil(() => ends.length === 2);
  ends[1]?.();
  await Promise.all(later);
  expect(ends).toHaveLength(2);
});

test('an unreadable catalogue fails the page', async () => {
  const ask = await startPages(() => Promise.reject(new Error('no database')));
  expect((await ask('/', document)).status).toBe(500);
});
