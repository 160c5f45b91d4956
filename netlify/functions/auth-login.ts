import type { Config } from '@netlify/functions';
import { area, post } from '#server/area.ts';

/** A separate function, since Netlify's rate limits apply per function. */
export const config: Config = {
  path: '/api/auth/login',
  rateLimit: { windowLimit: 120, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};

export default area(post('/api/auth/login', () => import('#handlers/account/log-in.ts')));
