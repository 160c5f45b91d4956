import type { Config, EdgeFunction } from '@netlify/edge-functions';
import { isMadePicture } from '../../src/domain/catalogue/image.ts';
import { securityHeaders } from '../server/security-headers.ts';

/** Refuses pictures that no page names: each size of each picture costs a conversion, and strangers could ask for any. */
function pictureSizes(request: Request): Response | undefined {
  if (isMadePicture(new URL(request.url).search)) return undefined;
  return new Response('The shop has no picture of this address: no page names it.\n', {
    status: 404,
    headers: {
      ...securityHeaders,
      'Cache-Control': 'public, max-age=0, must-revalidate',
      'Content-Type': 'text/plain; charset=utf-8',
    },
  });
}

export default pictureSizes satisfies EdgeFunction;

/** Behind the CDN's cache: a picture that was made before costs no run. */
export const config = {
  path: '/.netlify/images',
  cache: 'manual',
  onError: 'bypass',
} satisfies Config;
