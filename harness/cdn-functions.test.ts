import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { functionsBehindCdn, sharedSeconds, storedKey } from './cdn-functions.ts';

/** Functions that count their calls, with these headers on each response. */
function counting(headers: Record<string, string>) {
  let calls = 0;
  const answer = functionsBehindCdn(async () => {
    calls += 1;
    return Response.json({ call: calls }, { headers });
  });
  const get = (path: string) => answer(new Request(`https://shop.example${path}`));
  return { get, answer, calls: () => calls };
}

function post(): Request {
  return new Request('https://shop.example/api/listing', { method: 'POST' });
}

async function text(answer: Response): Promise<string> {
  expect(answer.headers.get('Content-Encoding')).toBe('br');
  return brotliDecompressSync(await answer.arrayBuffer()).toString();
}

const kept = {
  'Netlify-CDN-Cache-Control': 'public, s-maxage=60, stale-while-revalidate=600',
  'Netlify-Vary': 'query=first',
};

test('a cacheable response is computed once per value of the parameter it names', async () => {
  const { get, calls } = counting(kept);
  expect(await text(await get('/api/listing?first=5'))).toBe('{"call":1}');
  expect(await text(await get('/api/listing?first=5&utm=a'))).toBe('{"call":1}');
  expect(await text(await get('/api/listing?first=6'))).toBe('{"call":2}');
  expect(calls()).toBe(2);
});

test('a personal response, or one to a POST, is computed each time', async () => {
  const personal = counting({ 'Cache-Control': 'no-store' });
  await personal.get('/api/mine');
  await personal.get('/api/mine');
  expect(personal.calls()).toBe(2);
  const posted = counting(kept);
  await posted.answer(post());
  await posted.answer(post());
  expect(posted.calls()).toBe(2);
});

test.each([
  [{ 'Netlify-CDN-Cache-Control': 'public, s-maxage=60, stale-while-revalidate=600' }, 660],
  [{ 'Cache-Control': 'public, s-maxage=30' }, 30],
  [{ 'Cache-Control': 'public, max-age=0, must-revalidate' }, 0],
  [{ 'Cache-Control': 'no-store' }, 0],
])('%j lets the CDN cache a response for %i seconds', (headers, seconds) => {
  expect(sharedSeconds(new Headers(headers))).toBe(seconds);
});

test.each([
  ['query=none', '/a?'],
  ['query=b', '/a?b=1'],
  ['query=b|c', '/a?b=1&c=2'],
  [null, '/a?b=1&c=2'],
])('with Netlify-Vary %s, a response is cached under %s', (vary, key) => {
  expect(storedKey(new URL('https://shop.example/a?b=1&c=2'), vary)).toBe(key);
});
