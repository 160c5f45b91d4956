import type { Config, EdgeFunction } from '@netlify/edge-functions';
import { isKnownLock, isLocked, isUnlocked } from '../../src/domain/browsing/launch-lock.ts';
import { securityHeaders } from '../server/security-headers.ts';

/**
 * Before the launch (`LAUNCH_LOCK=on`, or anything but `off`), sends visitors who have not passed the launch page there.
 * It keeps curiosity out, not attackers: the password is checked against nothing (spec, section 2).
 */
function launchLock(request: Request): Response | undefined {
  if (isUnlocked(request.headers.get('Cookie') ?? '')) return;
  // With a link's discount code, which the launch page keeps.
  const { search } = new URL(request.url);
  return new Response(null, {
    status: 302,
    // A cached redirect would keep a visitor out after unlocking.
    headers: { ...securityHeaders, Location: `/launch${search}`, 'Cache-Control': 'no-store' },
  });
}

export default launchLock satisfies EdgeFunction;

const setting = Netlify.env.get('LAUNCH_LOCK');
if (!isKnownLock(setting)) {
  const message = 'LAUNCH_LOCK is neither on nor off: the shop is locked';
  console.error(JSON.stringify({ level: 'error', message }));
}

/**
 * Locks every page but the launch page, pages linked from e-mails, the studio and its login; assets, the API and
 * files for crawlers stay open.
 * Netlify reads this at deploy time, so the pages of an open shop run no edge function for it.
 */
export const config = {
  path: isLocked(setting) ? '/*' : [],
  excludedPath: [
    '/launch{/}?',
    // Subscribers from the launch page arrive by the links in their e-mails.
    '/confirm-email{/}?',
    '/confirm-subscription{/}?',
    '/unsubscribe{/}?',
    '/end-stock-alerts{/}?',
    '/end-review-mails{/}?',
    // Customers keep their rights while the shop is closed again.
    '/order{/}?',
    '/keep-order{/}?',
    '/withdraw{/}?',
    '/review{/}?',
    '/reviewpolicy{/}?',
    '/order-terms/*',
    // Anyone whose data the shop holds may complain at any time.
    '/complaint{/}?',
    '/privacypolicy{/}?',
    '/accessibility{/}?',
    '/what-we-count{/}?',
    // Staff prepare the shop before it opens, and log in for that.
    '/studio{/}?',
    '/login{/}?',
    '/forgot-password{/}?',
    '/reset-password{/}?',
    '/api/*',
    '/.netlify/*',
    '/_astro/*',
    // Shells that functions fetch without cookies; they contain no products.
    '/arrivals/*',
    '/404.html',
    '/brand/*',
    '/catalogue/*',
    '/icons/*',
    '/share/*',
    '/favicon.svg',
    '/apple-touch-icon.png',
    '/placeholder.jpg',
    '/robots.txt',
    '/llms.txt',
    '/check-draw.mjs',
    '/.well-known/*',
    '/sitemap.xml',
    '/merchant-feed.xml',
    '/feeds/*',
    '/site.webmanifest',
  ],
  // A failing lock must not close an open shop.
  onError: 'bypass',
} satisfies Config;
