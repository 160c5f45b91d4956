import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { z } from 'zod';
import { type RunningServer, startHttpServer } from '#local/http-server.ts';
import { openPhone } from './conditions.ts';
import { openUntilIdle } from './idle-page.ts';

/** The page as it is at rest, without scripts and files that only scripts need. */
const withoutScripts = `(() => {
  const copy = document.documentElement.cloneNode(true);
  const ofScripts = 'script, template, [rel="modulepreload"], [as="script"], body [rel="stylesheet"]';
  for (const element of copy.querySelectorAll(ofScripts)) element.remove();
  return '<!doctype html>' + copy.outerHTML;
})()`;

async function pageAtRest(browser: Browser, address: string, init: string): Promise<string> {
  const { page, close } = await openPhone(browser, init, 1);
  try {
    await openUntilIdle(page, address);
    return z.string().parse(await page.evaluate(withoutScripts));
  } finally {
    await close();
  }
}

/**
 * Serves a page as a server that sends no script would: the same HTML, styles, fonts and pictures, compressed and
 * cached as the shop's. It is what the page's scripts are compared with.
 * @param init a script that sets the shopper's stored state.
 */
export async function servePlainCopy(
  browser: Browser,
  address: string,
  init: string,
): Promise<RunningServer> {
  const { origin, pathname } = new URL(address);
  const html = brotliCompressSync(await pageAtRest(browser, address, init));
  const etag = `"${createHash('sha1').update(html).digest('base64url')}"`;
  const pageHeaders = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Cache-Control': 'public,max-age=0,must-revalidate',
    ETag: etag,
  };
  return startHttpServer(0, async (request) => {
    const asked = new URL(request.url);
    if (asked.pathname === pathname)
      // As Netlify answers a second visit: otherwise the copy would be sent again and painted from its first chunk.
      return request.headers.get('if-none-match') === etag
        ? new Response(null, { status: 304, headers: pageHeaders })
        : new Response(html, { headers: pageHeaders });
    const file = await fetch(origin + asked.pathname + asked.search, {
      headers: { Accept: request.headers.get('accept') ?? '*/*' },
    });
    const headers = new Headers();
    for (const name of ['content-type', 'cache-control']) {
      const value = file.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    return new Response(await file.arrayBuffer(), { status: file.status, headers });
  });
}
