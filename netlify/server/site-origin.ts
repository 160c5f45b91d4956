import { environment } from './environment.ts';
import { isLocalStack } from './local-stack.ts';

/**
 * The shop's own origin, e.g. `https://shop.example`. The `Host` header is the caller's, so it is
 * trusted in two cases only: if it names a deploy of this very site, which Netlify serves at
 * `<deploy>--<site>.netlify.app`, and on a developer's machine.
 * @throws Error if neither `SITE_URL` nor Netlify's `URL` is set.
 * @see https://docs.netlify.com/build/functions/environment-variables/ (`URL` and `SITE_NAME`)
 */
export function siteOrigin(request: Request): string {
  const { SITE_NAME, SITE_URL, URL: deployed } = environment();
  const { hostname, origin } = new URL(request.url);
  if (SITE_NAME && hostname.endsWith(`--${SITE_NAME}.netlify.app`)) return `https://${hostname}`;
  if (SITE_URL) return new URL(SITE_URL).origin;
  if (isLocalStack()) return origin;
  if (deployed) return new URL(deployed).origin;
  throw new Error('Set SITE_URL: nothing says where the shop is.');
}
