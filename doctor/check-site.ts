import { securityHeaders } from '#server/security-headers.ts';
import { ask, type Answer, NoAnswer } from './ask.ts';
import { failure, fine, type Finding } from './finding.ts';

const redeploy = 'Deploy the newest version, and look at Netlify’s deploy log.';

/** Path of a product that does not exist. */
const unknownProduct = '/product-details/999999999';

async function checkHeaders(site: string): Promise<Finding[]> {
  const paths = ['/', '/api/listing/categories/'];
  const answers = await Promise.all(
    paths.map(async (path) => ({ path, headers: (await ask(`${site}${path}`)).headers })),
  );
  const findings = answers.flatMap(({ path, headers }) => {
    const missing = Object.keys(securityHeaders).filter((name) => !headers.has(name));
    if (missing.length === 0) return [];
    return failure(`${path} lacks the headers ${missing.join(', ')}. ${redeploy}`);
  });
  return findings.length > 0 ? findings : [fine('Pages and API calls have the security headers.')];
}

function describeStatus({ status, headers }: Answer): string {
  const place = headers.get('location');
  return place ? `${status}, to ${place}` : String(status);
}

async function checkPages(site: string): Promise<Finding[]> {
  const pages = ['/', '/all-products', '/cart', '/privacypolicy'];
  const answers = await Promise.all(
    pages.map(async (path) => ({ path, answer: await ask(`${site}${path}`) })),
  );
  const findings = answers
    .filter(({ answer }) => answer.status !== 200)
    .map(({ path, answer }) => {
      const remedy =
        answer.status === 301
          ? 'Every link costs this redirect: switch “Pretty URLs” off at Netlify.'
          : redeploy;
      return failure(`${path} answers ${describeStatus(answer)} instead of 200. ${remedy}`);
    });
  return findings.length > 0 ? findings : [fine('Pages answer without a redirect.')];
}

async function checkUnknown(site: string): Promise<Finding[]> {
  const paths = [unknownProduct, '/no-such-page'];
  const answers = await Promise.all(
    paths.map(async (path) => ({ path, answer: await ask(`${site}${path}`) })),
  );
  const findings = answers
    .filter(({ answer }) => answer.status !== 404)
    .map(({ path, answer }) =>
      failure(
        `${path} answers ${describeStatus(answer)} instead of 404, so search engines keep removed pages. ${redeploy}`,
      ),
    );
  return findings.length > 0 ? findings : [fine('Unknown pages answer 404.')];
}

async function checkCalls(site: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const list = await ask(`${site}/api/listing/categories/`);
  if (list.status !== 200 || !list.headers.get('content-type')?.includes('json')) {
    findings.push(
      failure(
        `/api/listing/categories/ answers ${describeStatus(list)}. Netlify’s log of that function shows the cause, usually a missing variable.`,
      ),
    );
  }
  const wrongMethod = await ask(`${site}/api/listing/categories/`, { method: 'DELETE' });
  if (wrongMethod.status !== 405) {
    findings.push(
      failure(`A wrong method is answered ${wrongMethod.status} instead of 405. ${redeploy}`),
    );
  }
  const unsigned = await ask(`${site}/api/stripe/webhook/`, { method: 'POST', body: '{}' });
  if (unsigned.status !== 400) {
    findings.push(
      failure(
        `The webhook answers ${unsigned.status} to an unsigned event instead of 400. Set STRIPE_WEBHOOK_SECRET at Netlify and deploy again.`,
      ),
    );
  }
  return findings.length > 0 ? findings : [fine('API calls respond correctly.')];
}

async function checkLinks(site: string): Promise<Finding[]> {
  const home = await ask(`${site}/`);
  const robots = await ask(`${site}/robots.txt`);
  const sitemap = await ask(`${site}/sitemap.xml`);
  const named = [
    ['the home page’s canonical link', /<link rel="canonical" href="([^"]+)"/.exec(home.text)?.[1]],
    ['robots.txt', /^Sitemap: (\S+)$/m.exec(robots.text)?.[1]],
    ['sitemap.xml', /<loc>([^<]+)<\/loc>/.exec(sitemap.text)?.[1]],
  ] as const;
  const findings = named.flatMap(([where, link]) => {
    if (!link || !URL.canParse(link)) return failure(`No URL in ${where}. ${redeploy}`);
    const { origin } = new URL(link);
    if (origin === site) return [];
    return failure(
      `The URL in ${where} is on ${origin}, not on ${site}. Set SITE_URL to ${site} at Netlify and deploy again.`,
    );
  });
  return findings.length > 0 ? findings : [fine('Links use the shop’s own address.')];
}

/** https://www.rfc-editor.org/rfc/rfc9116: an expired file counts as missing. */
async function checkSecurityText(site: string): Promise<Finding[]> {
  const { status, text } = await ask(`${site}/.well-known/security.txt`);
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '');
  if (status !== 200 || Number.isNaN(expires)) {
    return [failure(`/.well-known/security.txt has no expiry date. ${redeploy}`)];
  }
  if (expires < Date.now()) {
    return [failure(`/.well-known/security.txt has expired. ${redeploy}`)];
  }
  return [fine('security.txt is valid.')];
}

/**
 * Checks the deployed shop from outside; it changes nothing there.
 * @param site URL without a trailing slash.
 */
export async function checkSite(site: string): Promise<Finding[]> {
  try {
    const checks = [
      checkHeaders,
      checkPages,
      checkUnknown,
      checkCalls,
      checkLinks,
      checkSecurityText,
    ];
    return (await Promise.all(checks.map((check) => check(site)))).flat();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return [failure(`${error.message}. Is it deployed, and this machine online?`)];
  }
}
