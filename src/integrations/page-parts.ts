import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { changePages } from './change-pages.ts';
import { partOf } from './part-of-page.ts';

/** Writes the build's name into the page, for its script to compare with a part's. */
export function withBuild(html: string, build: string): string {
  const unnamed = html.replace(/(<html[^>]*?) data-build="[^"]*"/, '$1');
  return unnamed.replace('<html ', () => `<html data-build="${build}" `);
}

/** A digest of the names of the files that pages load, which contain hashes of their content. */
function buildName(folder: string): string {
  const assets = path.join(folder, '_astro');
  const names = existsSync(assets) ? readdirSync(assets).toSorted() : [];
  return createHash('sha256').update(names.join()).digest('base64url').slice(0, 12);
}

/** Serves parts of pages rendered on request by Astro's dev server. */
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
 * @param isSwapped whether a path belongs to one of these pages.
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
        changePages(dir, (page, name) => {
          if (path.basename(name) !== 'index.html') return page;
          const html = withBuild(page, build);
          const pathname = `/${path.dirname(name)}`.replace(/^\/\.$/, '/');
          if (isSwapped(pathname))
            writeFileSync(path.join(folder, path.dirname(name), 'part.html'), partOf(html, build));
          return html;
        });
      },
    },
  };
}
