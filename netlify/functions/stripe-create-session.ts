import type { Config } from '@netlify/functions';
import { area, post } from '#server/area.ts';

/** A separate function, since Netlify's rate limits apply per function. */
export const config: Config = {
  path: '/api/stripe/create-stripe-session',
  rateLimit: { windowLimit: 240, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};

export default area(
  post(
    '/api/stripe/create-stripe-session',
    () => import('#handlers/checkout/open-payment-page.ts'),
  ),
);
