import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { edgeFunctions } from './edge-functions.ts';

/** The content that comes from the catalogue. */
const loaders = ['supabase-products', 'supabase-categories'];

/**
 * Sends pictures unscaled, and has every page read what is new first.
 * @param refresh reads the catalogue anew.
 */
export function developerAnswers(refresh: () => Promise<void>) {
  async function refreshed(next: (error?: unknown) => void): Promise<void> {
    try {
      await refresh();
      next();
    } catch (error) {
      next(error);
    }
  }
  return (
    request: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ): void => {
    const address = new URL(request.url ?? '/', 'http://localhost');
    if (address.pathname === '/.netlify/images')
      response.writeHead(302, { location: address.searchParams.get('url') ?? '/' }).end();
    else if (request.headers['sec-fetch-dest'] === 'document') void refreshed(next);
    else next();
  };
}

/**
 * Does what Netlify does before a page is answered, and `netlify dev` leaves to us: edge functions run,
 * every page load reads the catalogue anew, and for a bare `astro dev` pictures come unscaled.
 */
export function developerServer(): AstroIntegration {
  return {
    name: 'developer-server',
    hooks: {
      'astro:server:setup': ({ server, refreshContent }) => {
        server.middlewares.use(
          edgeFunctions({
            folder: fileURLToPath(new URL('../../netlify/edge-functions', import.meta.url)),
            async load(file) {
              // By Vite, which knows when a file has changed.
              const { config, default: handler } = await server.ssrLoadModule(file);
              return { config, default: handler };
            },
            environment: process.env,
          }),
        );
        server.middlewares.use(
          developerAnswers(async () => refreshContent?.({ loaders, context: {} })),
        );
      },
    },
  };
}
