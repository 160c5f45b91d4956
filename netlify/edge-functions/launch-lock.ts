import type { Config, EdgeFunction } from '@netlify/edge-functions';
import { isKnownLock, isLocked, isUnlocked } from '../../src/domain/launch-lock.ts';
import { securityHeaders } from '../server/security-headers.ts';

/**
 * Before the launch (`LAUNCH_LOCK=on`, or anything but `off`), sends visitors who have not passed the launch page there.
 * It keeps curiosity out, not attackers: the password is checked against nothing (spec, section 2).
 */
function launchLock(request: Request): Response | undefined {
  if (isUnlocked(request.headers.get('Cookie') ?? '')) return;
  return new Response(null, {
    status: 302,
    // A cached redirect would keep a visitor out after unlocking.
    headers: { ...securityHeaders, Location: '/launch', 'Cache-Control': 'no-store' },
  });
}

export default launchLock satisfies EdgeFunction;

const setting = Netlify.env.get('LAUNCH_LOCK');
if (!isKnownLock(setting)) console.error('LAUNCH_LOCK is neither on nor off: the shop is locked');

/**
 * While the lock is on, every page but the launch page, those that e-mails lead to, the studio and its login; assets, the API and crawlers' files stay open.
 * Netlify reads this when it deploys, so that an open shop's pages run no edge function for it.
 */
export const config = {
  path: isLocked(setting) ? '/*' : [],
  excludedPath: [
    '/launch{/}?',
    // Those who subscribed on the launch page come from their e-mails.
    '/confirm-email{/}?',
    '/confirm-subscription{/}?',
    '/unsubscribe{/}?',
    '/end-stock-alerts{/}?',
    // Those who have ordered keep their rights while the shop is closed once more.
    '/order{/}?',
    '/withdraw{/}?',
    '/order-terms/*',
    // Anybody whose data the shop holds may complain at any time.
    '/complaint{/}?',
    '/privacypolicy{/}?',
    '/accessibility{/}?',
    // The shop's own people prepare before it opens, and log in for that.
    '/studio{/}?',
    '/login{/}?',
    '/forgot-password{/}?',
    '/reset-password{/}?',
    '/api/*',
    '/.netlify/*',
    '/_astro/*',
    // Pages that the function `arrivals` fetches without cookies; they hold no products themselves.
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
    '/.well-known/*',
    '/sitemap.xml',
    '/merchant-feed.xml',
    '/site.webmanifest',
    '/speculation-rules.json',
  ],
  // A failing lock must not close an open shop.
  onError: 'bypass',
} satisfies Config;
