import { Stripe } from 'stripe';
import { environment } from './environment.ts';
import { stripeFetch } from './stripe-fetch.ts';

let client: Stripe | undefined;

/** SDK options for another API address than Stripe's, such as the payment sandbox's. */
export function stripeAddress(base: string | undefined): Stripe.StripeConfig {
  if (!base) return {};
  const { hostname, port, protocol } = new URL(base);
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' };
}

/** Whether a call failed because Stripe does not know the id. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

/** Milliseconds after which a call to Stripe is given up, retries included. */
const stripeCallMs = 8000;

/** Stripe's API client. It repeats failed calls within `stripeCallMs`; each write carries its own idempotency key. */
export function stripe(): Stripe {
  if (client) return client;
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = environment();
  client = new Stripe(STRIPE_SECRET_KEY, {
    maxNetworkRetries: 0,
    timeout: stripeCallMs,
    httpClient: Stripe.createFetchHttpClient(stripeFetch),
    ...stripeAddress(STRIPE_API_BASE),
  });
  return client;
}
