/** Keys of the stand-ins that tests start. */
export const testKeys = {
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  jwtSecret: 'token-secret-of-the-tests-with-32-characters',
};

export const stripeTestKeys = { secretKey: 'sk_test_minicia', webhookSecret: 'whsec_test' };
