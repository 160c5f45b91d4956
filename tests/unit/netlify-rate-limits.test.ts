import type { Config } from '@netlify/functions';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';
import { limits } from '#server/rate-limit/limits.ts';

/** Functions, and the most that our own limits let one address do at once. */
const limited: [string, number][] = [
  ['auth-login', limits['login-address'].attempts],
  ['auth-register', limits['register-address'].attempts],
  ['auth-forgot-password', limits['reset-link-address'].attempts],
  ['auth-reset-password', limits['new-password-address'].attempts],
  ['listing-subscribe', limits['subscribe-address'].attempts],
  ['stripe-create-session', limits['payment-page'].attempts],
];

test.each(limited)('Netlify cuts off floods of %s, above our own limits', async (name, own) => {
  const file = path.join(projectFolder, 'netlify/functions', `${name}.ts`);
  const { config }: { config: Config } = await import(/* @vite-ignore */ file);
  // A list: Netlify takes a single word for "domain", one limit for all visitors together.
  expect(config.rateLimit?.aggregateBy).toEqual(['ip', 'domain']);
  // Seconds; Netlify's longest window is 180.
  expect(config.rateLimit?.windowSize).toBe(60);
  const { windowLimit = 0 } = config.rateLimit ?? {};
  expect(windowLimit).toBeGreaterThan(own);
  // Netlify does not run the file, and leaves out what is not written as a literal.
  expect(readFileSync(file, 'utf8')).toContain(
    `rateLimit: { windowLimit: ${windowLimit}, windowSize: 60, aggregateBy: ['ip', 'domain'] }`,
  );
});
