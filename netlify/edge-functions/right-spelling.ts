import type { Config, EdgeFunction } from '@netlify/edge-functions';
import { otherSpellings, rightSpelling } from '../../src/domain/browsing/right-spelling.ts';
import { securityHeaders } from '../server/security-headers.ts';

/** Redirects addresses that were typed in other letters, of which Netlify knows only the exact ones. */
function toRightSpelling(request: Request): Response | undefined {
  const { pathname, search } = new URL(request.url);
  const right = rightSpelling(pathname);
  if (right === pathname) return undefined;
  return new Response(null, {
    status: 301,
    headers: {
      ...securityHeaders,
      Location: right + search,
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  });
}

export default toRightSpelling satisfies EdgeFunction;

/** Page views cost no run: their addresses are not in other letters. */
export const config = { ...otherSpellings, method: 'GET', onError: 'bypass' } satisfies Config;
