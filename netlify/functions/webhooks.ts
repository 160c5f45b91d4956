import type { Config } from '@netlify/functions';
import { area, post } from '#server/area.ts';

export const config: Config = { path: ['/api/stripe/webhook', '/api/mail/webhook'] };

/** Webhooks of Stripe and Resend, authenticated by signature. */
export default area(
  post('/api/stripe/webhook', () => import('#handlers/webhooks/stripe-webhook.ts')),
  post('/api/mail/webhook', () => import('#handlers/webhooks/mail-webhook.ts')),
);
