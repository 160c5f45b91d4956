import { expect, test } from 'vitest';
import { quietLog } from './quiet-log.ts';

function printed(...pieces: string[]): string {
  let text = '';
  const take = quietLog((line) => {
    text += line;
  });
  for (const piece of pieces) take(piece);
  return text;
}

test.each([
  '04:30:32 [200] /cart 26ms',
  '04:30:32 [404] HEAD /product-details/999999 23ms',
  '\u001B[2m04:30:32\u001B[22m [200] / 7ms',
  'Request from ::ffff:127.0.0.1: GET /api/listing/categories/',
  'Response with status 404 in 195 ms.',
  '⬥ Rewrote URL to /.netlify/functions/pages/product-details/999999',
  '⬥ Loaded function listing-categories',
  '{"level":"info","message":"request","method":"GET","status":200}',
  '04:30:32 [content] Syncing content',
  '04:30:32 [content] Synced content',
  '',
])('a successful request prints nothing: %j', (line) => {
  expect(printed(`${line}\n`)).toBe('');
});

test.each([
  '04:30:32 [500] /cart 26ms',
  'Response with status 500 in 195 ms.',
  '{"level":"info","message":"job","job":"mail-sweep","outcome":"done"}',
  '{"level":"error","message":"request","method":"GET","status":500}',
  'POST /api/auth/login/ Error: connect ECONNREFUSED',
  '04:30:32 [ERROR] Could not load src/pages/index.astro',
])('important output is kept: %s', (line) => {
  expect(printed(`${line}\n`)).toBe(`${line}\n`);
});

test('a line that arrives in chunks is judged as a whole', () => {
  expect(printed('Response with st', 'atus 200 in 5 ms.\nREV', 'IEW: checkout 7\n')).toBe(
    'REVIEW: checkout 7\n',
  );
});
