/** Keys of the stand-ins that tests start. */
export const testKeys = {
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  jwtSecret: 'token-secret-of-the-tests-with-32-characters',
  signingSecret: 'signing-secret-of-the-tests-32-characters',
};

export const stripeTestKeys = { secretKey: 'sk_test_minicia', webhookSecret: 'whsec_test' };

export const carrierTestKeys = {
  apiKey: 'shippo_test_minicia',
  webhookToken: 'webhook-token-of-the-tests',
};

export const mailTestKey = 're_test_minicia';

export const mailWebhookSecret = `whsec_${btoa('minicia')}`;

/** Environment of functions and pages that use stand-ins at these URLs. */
export function shopEnvironment(
  supabaseUrl: string,
  stripeUrl: string,
  mailboxUrl?: string,
  carrierUrl?: string,
): Record<string, string> {
  return {
    SUPABASE_URL: supabaseUrl,
    SUPABASE_PUBLISHABLE_KEY: testKeys.publishableKey,
    SUPABASE_SECRET_KEY: testKeys.secretKey,
    SUPABASE_JWT_SECRET: testKeys.jwtSecret,
    SIGNING_SECRET: testKeys.signingSecret,
    STRIPE_SECRET_KEY: stripeTestKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: stripeTestKeys.webhookSecret,
    STRIPE_API_BASE: stripeUrl,
    RESEND_WEBHOOK_SECRET: mailWebhookSecret,
    // A line for each request would hide the tests' own.
    LOG_LEVEL: 'warn',
    SHIPPO_API_KEY: carrierTestKeys.apiKey,
    SHIPPO_WEBHOOK_TOKEN: carrierTestKeys.webhookToken,
    ROYAL_MAIL_API_KEY: carrierTestKeys.apiKey,
    ...(carrierUrl && {
      SHIPPO_API_BASE: carrierUrl,
      ROYAL_MAIL_API_BASE: `${carrierUrl}/royal-mail`,
    }),
    ...(mailboxUrl && { RESEND_API_BASE: mailboxUrl, RESEND_API_KEY: mailTestKey }),
  };
}
