import { describe, expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { call } from '../support/call.ts';
import { newShopper } from '../support/shopper.ts';
import { expectPlainRefusal, writingCalls } from '../support/writing-calls.ts';

const { backend } = await openBackend();
const shopper = await newShopper(backend);

const reads = [
  '/api/listing/categories',
  '/api/listing/productListing',
  '/api/listing/productListing/1',
  '/api/listing/additionalPays',
  '/api/listing/deliveries',
] as const;

describe('addresses', () => {
  test.each(reads)('GET %s responds the same with and without a trailing slash', async (path) => {
    const [plain, slashed] = [
      await call(backend.origin + path),
      await call(`${backend.origin + path}/`),
    ];
    expect(plain.status).toBe(200);
    expect(slashed).toMatchObject({ status: 200, body: plain.body });
  });

  test.each(writingCalls)(
    'POST %s is reachable with and without a trailing slash',
    async (path) => {
      for (const address of [path, `${path}/`]) {
        const { status } = await call(backend.origin + address, {
          json: 'no',
          token: shopper.token,
        });
        expect(status).toBe(400);
      }
    },
  );

  test.each(reads)('%s accepts only GET', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const reply = await call(backend.origin + path, { method });
      expectPlainRefusal(reply, 405);
      expect(reply.headers.get('allow')).toBe('GET, HEAD');
      expect(reply.body).toEqual({ detail: `Method "${method}" not allowed.` });
    }
  });

  test.each([...writingCalls, '/api/stripe/webhook', '/api/mail/webhook'])(
    '%s accepts only POST',
    async (path) => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const reply = await call(backend.origin + path, { method, token: shopper.token });
        expectPlainRefusal(reply, 405);
        expect(reply.headers.get('allow')).toBe('POST');
      }
    },
  );
});
