import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadFunctions } from '#harness/function-server.ts';
import { projectFolder } from '#local/settings.ts';
import { limits } from '#server/rate-limit/limits.ts';

/** Functions, and the largest burst that our own limits allow one address. */
const limited: [string, number][] = [
  ['auth-login', limits['login-address'].attempts],
  ['stripe-create-session', limits['payment-page'].attempts],
];
const functions = await loadFunctions();

// https://docs.netlify.com/manage/security/secure-access-to-sites/rate-limiting/
test('at most two functions have a Netlify rate limit, as its smallest plan allows', () => {
  const ruled = functions.filter(({ config }) => config.rateLimit);
  expect(ruled.map(({ name }) => name)).toEqual(limited.map(([name]) => name));
});

test.each(limited)('Netlify blocks floods of %s, above our own limits', (name, own) => {
  const file = path.join(projectFolder, 'netlify/functions', `${name}.ts`);
  const { rateLimit } = functions.find((one) => one.name === name)?.config ?? {};
  // A list: Netlify treats a single string as "domain", one limit shared by all visitors.
  expect(rateLimit?.aggregateBy).toEqual(['ip', 'domain']);
  // Seconds; Netlify's longest window is 180.
  expect(rateLimit?.windowSize).toBe(60);
  const { windowLimit = 0 } = rateLimit ?? {};
  expect(windowLimit).toBeGreaterThan(own);
  // Netlify does not run the file and ignores values that are not literals.
  expect(readFileSync(file, 'utf8')).toContain(
    `rateLimit: { windowLimit: ${windowLimit}, windowSize: 60, aggregateBy: ['ip', 'domain'] }`,
  );
});
