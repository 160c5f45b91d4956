import { Stripe } from 'stripe';
import { webhookEvents } from '#server/checkout/webhook-events.ts';
import { stripeAddress } from '#server/stripe-client.ts';
import { isLoopback } from '#domain/basics/loopback.ts';
import { failure, fine, type Finding, warning } from './finding.ts';
import { addressOf, siteAddress, valueOf, type Variables } from './variables.ts';

const webhookPath = '/api/stripe/webhook';

function clientOf(key: string, base: string | undefined): Stripe {
  return new Stripe(key, { maxNetworkRetries: 0, timeout: 5000, ...stripeAddress(base) });
}

/** Reads that the shop needs at Stripe, by permission name in the dashboard. */
function reads(stripe: Stripe): Record<string, () => Promise<unknown>> {
  const one = { limit: 1 };
  return {
    'Checkout Sessions': () => stripe.checkout.sessions.list(one),
    Coupons: () => stripe.coupons.list(one),
    PaymentIntents: () => stripe.paymentIntents.list(one),
    'Charges and Refunds': () => stripe.refunds.list(one),
    Disputes: () => stripe.disputes.list(one),
    'Balance transactions': () => stripe.balanceTransactions.list(one),
    Payouts: () => stripe.payouts.list(one),
    Events: () => stripe.events.list(one),
  };
}

async function checkPermissions(stripe: Stripe): Promise<Finding[]> {
  const refused = await Promise.all(
    Object.entries(reads(stripe)).map(async ([name, read]) => {
      try {
        await read();
        return [];
      } catch (error) {
        if (error instanceof Stripe.errors.StripePermissionError) return [name];
        throw error;
      }
    }),
  );
  const missing = refused.flat();
  if (missing.length === 0)
    return [fine('STRIPE_SECRET_KEY has the read permissions that the shop needs.')];
  return [
    failure(
      `STRIPE_SECRET_KEY lacks permissions: ${missing.join(', ')}. Add them at Stripe under Developers → API keys (docs/deploy.md lists all).`,
    ),
  ];
}

function isOurs(url: string, site: string): boolean {
  return url.replace(/\/+$/, '') === `${site}${webhookPath}`;
}

async function checkWebhook(stripe: Stripe, site: string): Promise<Finding[]> {
  const { data: endpoints } = await stripe.webhookEndpoints.list({ limit: 100 });
  const ours = endpoints.filter(({ url }) => isOurs(url, site));
  const [endpoint] = ours;
  const address = `${site}${webhookPath}/`;
  if (!endpoint) {
    return [
      failure(
        `Stripe has no webhook for ${address} in the mode of this key. Create a destination under Workbench → Webhooks, with snapshot payloads, not thin ones.`,
      ),
    ];
  }
  const findings: Finding[] = [];
  if (ours.length > 1) {
    findings.push(
      failure(
        `Stripe has ${ours.length} webhooks for ${address}, each with its own signing secret. Delete all but the one whose secret is in STRIPE_WEBHOOK_SECRET.`,
      ),
    );
  }
  if (endpoint.status !== 'enabled') {
    findings.push(failure(`Stripe’s webhook for ${address} is disabled. Enable it there.`));
  }
  const enabled: readonly string[] = endpoint.enabled_events;
  const missing = webhookEvents.filter((type) => !enabled.includes(type));
  if (missing.length > 0 && !enabled.includes('*')) {
    findings.push(
      failure(
        `Stripe’s webhook for ${address} lacks the events ${missing.join(', ')}. Add them there.`,
      ),
    );
  }
  return findings.length > 0 ? findings : [fine('Stripe’s webhook has all events.')];
}

/** Explains a failed call to Stripe. @throws the error if it is not from Stripe. */
function explain(error: unknown, what: string): Finding[] {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return [
      failure('Stripe rejects STRIPE_SECRET_KEY. Copy it again under Developers → API keys.'),
    ];
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    return [warning(`STRIPE_SECRET_KEY may not list ${what}, so check this yourself at Stripe.`)];
  }
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return [failure('Stripe does not answer. Is this machine online?')];
  }
  if (error instanceof Stripe.errors.StripeError) {
    return [failure(`Stripe refuses to list ${what}: ${error.message}`)];
  }
  throw error;
}

/** Checks the key's permissions and the webhook at Stripe; it changes nothing there. */
export async function checkStripe(variables: Variables): Promise<Finding[]> {
  const key = valueOf(variables, 'STRIPE_SECRET_KEY');
  const site = siteAddress(variables);
  if (!key) return [];
  const stripe = clientOf(key, addressOf(variables, 'STRIPE_API_BASE'));
  const permissions = await checkPermissions(stripe).catch((error: unknown) =>
    explain(error, 'payments'),
  );
  // The webhook cannot be looked up with a rejected key, or without the shop's address.
  const isSandbox = valueOf(variables, 'STRIPE_API_BASE') !== undefined;
  if (!site || (isLoopback(site) && !isSandbox)) return permissions;
  if (permissions.some(({ text }) => text.startsWith('Stripe '))) return permissions;
  const webhook = await checkWebhook(stripe, site).catch((error: unknown) =>
    explain(error, 'webhooks'),
  );
  return [...permissions, ...webhook];
}
