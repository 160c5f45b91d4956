import { createServer } from 'node:http';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openShop, shopCategories } from './shop.ts';

test('sends the secret key as apikey, never as a token, to the URL without its trailing slash', async () => {
  const asked: unknown[] = [];
  const project = createServer(({ url, headers: { apikey, authorization } }, response) => {
    asked.push({ path: url?.split('?')[0], apikey, authorization });
    response.setHeader('content-type', 'application/json').end('[]');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void project.close());
  await once(project, 'listening');
  const address = project.address();
  const port = typeof address === 'object' ? address?.port : 0;
  vi.stubEnv('SUPABASE_URL', `http://127.0.0.1:${port}/ `);
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_abc');
  await shopCategories(openShop('no-such-file'));
  expect(asked).toEqual([
    { path: '/rest/v1/categories', apikey: 'sb_secret_abc', authorization: undefined },
  ]);
});
