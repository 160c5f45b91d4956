import { afterAll, beforeAll, expect, test } from 'vitest';
import { postToResend } from '#server/mail/resend.ts';
import { openResend, sender } from './services.ts';

/**
 * Resend, as far as the shop depends on it. Hosted, three e-mails reach an address that Resend keeps for tests.
 * @see https://resend.com/docs/api-reference/errors
 */
let service: Awaited<ReturnType<typeof openResend>>;

beforeAll(async () => {
  service = await openResend();
});
afterAll(() => service.close());

const to = 'delivered@resend.dev';

function mail(subject = 'Contract') {
  return { from: sender(), to: [to], subject, text: 'A test.', html: '<p>A test.</p>' };
}

interface Extras {
  key: string;
  headers: Record<string, string>;
  apiKey: string;
}

function post(
  path: string,
  body: unknown,
  { key = crypto.randomUUID(), headers = {}, ...more }: Partial<Extras> = {},
) {
  const settings = { apiBase: service.base ?? 'https://api.resend.com', apiKey: service.key };
  return postToResend({ path, body, key, headers, timeout: 20_000 }, { ...settings, ...more });
}

test('an e-mail is accepted once per key, and another one with the same key refused', async () => {
  const key = crypto.randomUUID();
  const first = await post('/emails', mail(), { key });
  expect(first).toEqual({ got: 'accepted', body: { id: expect.any(String) } });
  expect(await post('/emails', mail(), { key })).toEqual(first);
  expect(await post('/emails', mail('Another'), { key })).toMatchObject({
    got: 'refused',
    status: 409,
    name: 'invalid_idempotent_request',
  });
});

test('an e-mail without an addressee is refused for good', async () => {
  expect(await post('/emails', { ...mail(), to: ['nobody'] })).toMatchObject({
    got: 'refused',
    status: 422,
    name: 'validation_error',
  });
});

test('a batch of e-mails has its valid ones accepted and its invalid ones named', async () => {
  const body = [mail(), { ...mail(), to: ['nobody'] }];
  const headers = { 'x-batch-validation': 'permissive' };
  expect(await post('/emails/batch', body, { headers })).toMatchObject({
    got: 'accepted',
    body: { data: [{ id: expect.any(String) }], errors: [{ index: 1 }] },
  });
});

test('an unknown key is refused', async () => {
  const answer = await post('/emails', mail(), { apiKey: 're_unknown' });
  expect(answer).toMatchObject({ got: 'refused', status: expect.toBeOneOf([401, 403]) });
});
