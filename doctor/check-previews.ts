import { stripeKeyFault } from '#domain/browsing/stripe-mode.ts';
import { failure, fine, type Finding, warning } from './finding.ts';
import { addressOf, valueOf, type Variables } from './variables.ts';

/** Settings that give access to the live shop: previews need others, or none. */
const own = [
  'SUPABASE_SECRET_KEY',
  'SIGNING_SECRET',
  'STRIPE_WEBHOOK_SECRET',
  'RESEND_API_KEY',
  'RESEND_WEBHOOK_SECRET',
];

/** Checks that Deploy Previews, which build any pull request, reach neither the live database nor real cards. */
export function checkPreviews(live: Variables, previews: Variables): Finding[] {
  const findings: Finding[] = [];
  const project = addressOf(previews, 'SUPABASE_URL');
  if (!project) findings.push(warning('Previews have no SUPABASE_URL, so they do not build.'));
  else if (project === addressOf(live, 'SUPABASE_URL')) {
    findings.push(
      failure(
        'Previews use the live database. Give them a second Supabase project (SUPABASE_URL).',
      ),
    );
  }
  const fault = stripeKeyFault(previews, 'deploy-preview');
  if (fault !== null) {
    findings.push(failure('Previews have a live Stripe key. Give them a test mode key.'));
  }
  for (const name of own) {
    const value = valueOf(previews, name);
    if (value !== undefined && value === valueOf(live, name)) {
      findings.push(failure(`Previews have the live ${name}. Limit it to Production at Netlify.`));
    }
  }
  if (valueOf(previews, 'NETLIFY_BUILD_HOOK')) {
    findings.push(
      failure('Previews have NETLIFY_BUILD_HOOK: their tests would build the live shop.'),
    );
  }
  return findings.length > 0
    ? findings
    : [fine('Previews reach neither the live data nor real cards.')];
}
