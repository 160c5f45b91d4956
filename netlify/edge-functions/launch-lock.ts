import type { Config, EdgeFunction } from '@netlify/edge-functions';
import { isUnlocked } from '../../src/domain/launch-lock.ts';
import { securityHeaders } from '../server/security-headers.ts';

/**
 * Before the launch (`LAUNCH_LOCK=on`), sends visitors who have not passed the launch page there.
 * It keeps curiosity out, not attackers: the password is checked against nothing (spec, section 2).
 */
function launchLock(request: Request): Response | undefined {
  if (Netlify.env.get('LAUNCH_LOCK') !== 'on') return;
  if (isUnlocked(request.headers.get('Cookie') ?? '')) return;
  return new Response(null, {
    status: 302,
    // A cached redirect would keep a visitor out after unlocking.
    headers: { ...securityHeaders, Location: '/launch', 'Cache-Control': 'no-store' },
  });
}

export default launchLock satisfies EdgeFunction;

/** Every page but the launch page; assets, the API and crawlers' files stay open. */
export const config = {
  path: '/*',
  excludedPath: [
    '/launch{/}?',
    '/api/*',
    '/.netlify/*',
    '/_astro/*',
    '/brand/*',
    '/catalogue/*',
    '/icons/*',
    '/share/*',
    '/favicon.svg',
    '/apple-touch-icon.png',
    '/placeholder.jpg',
    '/robots.txt',
    '/sitemap.xml',
    '/merchant-feed.xml',
    '/site.webmanifest',
    '/speculation-rules.json',
  ],
  // A failing lock must not close an open shop.
  onError: 'bypass',
} satisfies Config;
