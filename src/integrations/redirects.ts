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

/** Rules for Netlify: https://docs.netlify.com/routing/redirects/#syntax-for-the-redirects-file */
function redirectsFile(all: readonly Redirect[]): string {
  return all.map(({ from, to, status }) => `${from} ${to} ${status}\n`).join('');
}

/** Answers as Netlify does, except that browsers do not keep them: a developer's redirects come and go. */
function redirectAnswers(read: Read) {
  async function answer(path: string, response: ServerResponse, next: () => void): Promise<void> {
    const wanted = path.replace(/(.)\/$/, '$1').toLowerCase();
    const found = (await read()).find(({ from }) => from.toLowerCase() === wanted);
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
      return next(error);
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
