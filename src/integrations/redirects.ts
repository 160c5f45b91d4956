import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AstroIntegration } from 'astro';

/** A redirect as Netlify takes it. */
interface Redirect {
  from: string;
  to: string;
  status: number;
}

type Read = () => Promise<readonly Redirect[]>;

/**
 * Rules for Netlify, which compares decoded paths letter by letter: each redirect as it was typed and in lower case, and with
 * é as one character and as two.
 * @see https://docs.netlify.com/routing/redirects/#syntax-for-the-redirects-file
 */
export function redirectsFile(all: readonly Redirect[]): string {
  const lines = all.flatMap(({ from, to, status }) => {
    const path = decodeURIComponent(from);
    const spellings = [path, path.toLowerCase()].flatMap((one) => [one, one.normalize('NFD')]);
    return [...new Set(spellings)].map((spelling) => `${spelling} ${to} ${status}\n`);
  });
  return lines.join('');
}

/** A path as redirects compare it. @throws URIError for an invalid escape sequence. */
function plainPath(path: string): string {
  return decodeURIComponent(path).normalize('NFC').toLowerCase();
}

/** Answers as Netlify does, except that browsers do not keep them: a developer's redirects come and go. */
function redirectAnswers(read: Read) {
  async function answer(path: string, response: ServerResponse, next: () => void): Promise<void> {
    const wanted = plainPath(path.replace(/(.)\/$/, '$1'));
    const found = (await read()).find(({ from }) => plainPath(from) === wanted);
    if (!found) return next();
    response.writeHead(found.status, { location: found.to, 'cache-control': 'no-cache' }).end();
    return undefined;
  }
  return async (
    { method, headers, url = '/' }: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ): Promise<void> => {
    const purpose = headers['sec-fetch-dest'] ?? 'document';
    const isPage = (method === 'GET' || method === 'HEAD') && purpose === 'document';
    const { pathname } = new URL(url, 'http://localhost');
    if (!isPage || pathname.startsWith('/@')) return next();
    try {
      return await answer(pathname, response, next);
    } catch (error) {
      return next(error instanceof URIError ? undefined : error);
    }
  };
}

/** The redirects that marketers made, written for Netlify beside the pages and answered by the developer's server. */
export function redirects(read: Read): AstroIntegration {
  return {
    name: 'redirects',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(redirectAnswers(read));
      },
      'astro:build:done': async ({ dir }) => {
        writeFileSync(new URL('_redirects', dir), redirectsFile(await read()));
      },
    },
  };
}
