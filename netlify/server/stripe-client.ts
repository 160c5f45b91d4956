import { Stripe } from 'stripe';
import { environment } from './environment.ts';

let client: Stripe | undefined;

/** Stripe's API client. It retries failed connections; each write carries its own idempotency key. */
export function stripe(): Stripe {
  if (client) return client;
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = environment();
  const base = STRIPE_API_BASE ? new URL(STRIPE_API_BASE) : null;
  client = new Stripe(STRIPE_SECRET_KEY, {
    maxNetworkRetries: 2,
    timeout: 8000,
    ...(base && {
      host: base.hostname,
      port: base.port,
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  });
  return client;
}
