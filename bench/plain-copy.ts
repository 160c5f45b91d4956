import type { Browser } from 'playwright';
import { z } from 'zod';
import { builtFile } from '#harness/built-files.ts';
import { fileAnswer } from '#harness/cdn-server.ts';
import { type RunningServer, startHttpServer } from '#local/servers/http-server.ts';
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
  const html = Buffer.from(await pageAtRest(browser, address, init));
  const page = builtFile(html, '.html', 'smallest');
  return startHttpServer(0, async (request) => {
    const asked = new URL(request.url);
    if (asked.pathname === pathname) return fileAnswer(request, page);
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
