import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const MAIN = /<main\b.*<\/main>/s;
/** What a document runs or styles by itself, and what only browsers without scripts show. */
const INLINE = /<(script|style|noscript)\b[^>]*>.*?<\/\1>/gs;
const SCRIPT = /<script type="module" src="[^"]+"[^>]*><\/script>/g;
const HEAD =
  /<title>.*?<\/title>|<meta (?:name="(?:description|robots)"|property=)[^>]*>|<link rel="canonical"[^>]*>/gs;
/** Its own style sheet: not as a style element, which the policy of another page would not allow. */
const SHEET = /<style data-page-sheet[^>]*>(.*?)<\/style>/s;
/** The files of islands that do not hydrate at once (preload-modules.ts). */
const LATER = /<template data-(?:later|painted)[^>]*>.*?<\/template>/gs;

/**
 * What has to change for a page to be shown in place of another: `main`, and what of the head belongs to
 * the page.
 * @param html the page.
 * @param build names the scripts and styles that the part fits; null while they are being developed.
 * @throws Error for a page without `main`.
 */
export function partOf(html: string, build: string | null): string {
  const [main] = MAIN.exec(html) ?? [];
  if (main === undefined) throw new Error('The page has no main element');
  const head = [...html.matchAll(HEAD)].map(([text]) => text).join('');
  const scripts = [...html.matchAll(SCRIPT)].map(([text]) => text).join('');
  const [, sheet] = SHEET.exec(html) ?? [];
  const rules = sheet === undefined ? '' : `<template data-page-sheet>${sheet}</template>`;
  const later = [...html.matchAll(LATER)].map(([text]) => text).join('');
  const header = html.includes(' data-over-hero') ? ' data-header="over-hero"' : '';
  const content = main.replace(INLINE, '').replace(/<\/main>$/, () => `${later}</main>`);
  const named = build === null ? '' : ` data-build="${build}"`;
  return `<!doctype html><html${named}${header}><head><meta charset="utf-8">${head}${rules}${scripts}</head><body>${content}</body></html>`;
}

/** Names the page's build in the page, for its script to compare with a part's. */
export function withBuild(html: string, build: string): string {
  const unnamed = html.replace(/(<html[^>]*?) data-build="[^"]*"/, '$1');
  return unnamed.replace('<html ', () => `<html data-build="${build}" `);
}

/** A digest of the names of the files that pages load, which contain digests of what is in them. */
function buildName(folder: string): string {
  const assets = path.join(folder, '_astro');
  const names = existsSync(assets) ? readdirSync(assets).toSorted() : [];
  return createHash('sha256').update(names.join()).digest('base64url').slice(0, 12);
}

/** Serves the parts of pages that Astro's developer server makes when asked. */
function developerParts(
  { url = '', headers: { host = '', cookie = '' } }: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
): void {
  const { pathname, origin } = new URL(url, `http://${host}`);
  if (!pathname.endsWith('/part.html')) {
    next();
    return;
  }
  const answer = async () => {
    try {
      const page = await fetch(origin + pathname.slice(0, -'part.html'.length), {
        headers: { cookie, 'Sec-Fetch-Dest': 'document' },
      });
      const html = await page.text();
      const part = page.ok ? partOf(html, null) : html;
      response.writeHead(page.status, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(part);
    } catch (error) {
      next(error);
    }
  };
  void answer();
}

/**
 * Writes `part.html` beside every page that can be shown in place of another.
 * @param isSwapped whether the page at a path is one of these.
 */
export function pageParts(isSwapped: (pathname: string) => boolean): AstroIntegration {
  return {
    name: 'page-parts',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(developerParts);
      },
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir);
        const build = buildName(folder);
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (path.basename(name) !== 'index.html') continue;
          const file = path.join(folder, name);
          const html = withBuild(readFileSync(file, 'utf8'), build);
          writeFileSync(file, html);
          const pathname = `/${path.dirname(name)}`.replace(/^\/\.$/, '/');
          if (isSwapped(pathname))
            writeFileSync(path.join(path.dirname(file), 'part.html'), partOf(html, build));
        }
      },
    },
  };
}
