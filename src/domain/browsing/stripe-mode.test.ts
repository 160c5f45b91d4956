import { expect, test } from 'vitest';
import { stripeKeyFault } from './stripe-mode.ts';

test.each([
  ['sk_live_1', 'production', 'off'],
  ['rk_live_1', 'production', undefined],
  ['sk_test_1', 'deploy-preview', undefined],
  ['sk_test_1', 'branch-deploy', 'off'],
  ['sk_test_1', 'production', 'on'],
  ['sk_live_1', undefined, 'off'],
  ['sk_test_1', undefined, 'off'],
  [undefined, 'production', 'off'],
])('%s in %s with the lock %s may be used', (STRIPE_SECRET_KEY, context, LAUNCH_LOCK) => {
  expect(stripeKeyFault({ STRIPE_SECRET_KEY, LAUNCH_LOCK }, context)).toBeNull();
});

test.each([
  ['sk_live_1', 'deploy-preview', 'on', 'live key in the context deploy-preview'],
  [' rk_live_1\n', 'branch-deploy', 'off', 'live key in the context branch-deploy'],
  ['sk_live_1', 'dev', 'off', 'live key in the context dev'],
  ['sk_test_1', 'production', 'off', 'test key in production'],
  ['rk_test_1', 'production', undefined, 'test key in production'],
])('%s in %s with the lock %s is a %s', (STRIPE_SECRET_KEY, context, LAUNCH_LOCK, fault) => {
  expect(stripeKeyFault({ STRIPE_SECRET_KEY, LAUNCH_LOCK }, context)).toContain(fault);
});

test('the payment sandbox takes test keys anywhere', () => {
  const settings = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_API_BASE: 'http://127.0.0.1:12111' };
  expect(stripeKeyFault(settings, 'production')).toBeNull();
});
