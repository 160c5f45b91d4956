import { beforeAll, expect, test, vi } from 'vitest';
import { call } from '../support/call.ts';
import { linesOf } from '../support/log-lines.ts';
import { openBackend } from '../support/open-backend.ts';

const { backend } = await openBackend();

beforeAll(() => {
  process.env['STRIPE_SECRET_KEY'] = 'sk_live_of_the_shop';
  vi.stubGlobal('Netlify', { context: { deploy: { context: 'deploy-preview' } } });
});

test('a deploy preview with a live Stripe key answers nothing, and its health says why', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { status } = await call(`${backend.origin}/api/listing/categories/`);
  expect(status).toBe(500);
  expect(linesOf(log)).toContainEqual(
    expect.objectContaining({ error: expect.stringContaining('is a live key in the context') }),
  );
  expect(await call(`${backend.origin}/api/health`)).toMatchObject({
    status: 503,
    body: { troubles: [{ reason: 'settings' }] },
  });
  expect(JSON.stringify(linesOf(log))).not.toContain('sk_live_of');
});
