import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { shopEnvironment } from '#harness/test-keys.ts';

const nowhere = 'http://127.0.0.1:9';
const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(32));

/** The module under settings, which are read once. */
async function under(settings: Record<string, string | undefined>) {
  vi.resetModules();
  vi.unstubAllEnvs();
  const given = { ...shopEnvironment(nowhere, nowhere), ...settings };
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
  return import('./link-token.ts');
}

const [id, checkout, viewer] = [randomUUID(), randomUUID(), randomUUID()];

/** A link of each kind, as mailed while `first` signs. */
let mailed: { unsubscribe: string; claim: string; preview: string };
beforeEach(async () => {
  const links = await under({ SIGNING_SECRET: first });
  mailed = {
    unsubscribe: links.linkToken('unsubscribe', id),
    claim: links.claimToken(checkout, 'Ann@example.com'),
    preview: links.previewToken({ mailing: id, viewer }),
  };
});

test.each([
  ['under the same secret', { SIGNING_SECRET: first }],
  ['after Supabase’s key was replaced', { SIGNING_SECRET: first, SUPABASE_SECRET_KEY: 'other' }],
  ['while the secret is replaced', { SIGNING_SECRET: second, PREVIOUS_SIGNING_SECRET: first }],
])('mailed links work %s', async (_name, settings) => {
  const links = await under(settings);
  expect(links.idOfLink('unsubscribe', mailed.unsubscribe)).toBe(id);
  expect(links.isClaimOf(mailed.claim, checkout, 'ann@example.com')).toBe(true);
  expect(links.previewOfLink(mailed.preview)).toEqual({ mailing: id, viewer });
});

test.each([
  ['another secret', { SIGNING_SECRET: second }],
  ['two others', { SIGNING_SECRET: second, PREVIOUS_SIGNING_SECRET: third }],
  [
    'Supabase’s key alone',
    { SIGNING_SECRET: second, SUPABASE_SECRET_KEY: first, PREVIOUS_SIGNING_SECRET: '' },
  ],
])('no mailed link works with %s', async (_name, settings) => {
  const links = await under(settings);
  expect(() => links.idOfLink('unsubscribe', mailed.unsubscribe)).toThrow('has expired');
  expect(links.isClaimOf(mailed.claim, checkout, 'ann@example.com')).toBe(false);
  expect(() => links.previewOfLink(mailed.preview)).toThrow('has expired');
});

test('new links are signed with the new secret, so that the earlier one can go', async () => {
  const during = await under({ SIGNING_SECRET: second, PREVIOUS_SIGNING_SECRET: first });
  const token = during.linkToken('unsubscribe', id);
  const after = await under({ SIGNING_SECRET: second });
  expect(after.idOfLink('unsubscribe', token)).toBe(id);
});

test('without the secret nothing is signed', async () => {
  const links = await under({ SIGNING_SECRET: '' });
  expect(() => links.linkToken('unsubscribe', id)).toThrow('malformed: SIGNING_SECRET');
});

test.each([
  ['another address', checkout, 'bob@example.com'],
  ['another checkout', randomUUID(), 'ann@example.com'],
])('a claim is not one of %s', async (_name, of, email) => {
  const links = await under({ SIGNING_SECRET: first });
  expect(links.isClaimOf(mailed.claim, of, email)).toBe(false);
});
