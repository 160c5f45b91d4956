import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { edgeFunctions } from './edge-functions.ts';

/** The loaders of what marketers change. */
const loaders = ['supabase-products', 'supabase-categories', 'supabase-content'];

/**
 * Middleware that serves pictures unscaled, and refreshes the catalogue before every page load.
 * @param refresh reads the catalogue again.
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
 * Stands in for what Netlify does before a page is served and `netlify dev` leaves to us: it runs edge
 * functions, reads the catalogue again on every page load, and for a bare `astro dev` serves pictures
 * unscaled.
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
              // Through Vite, which reloads changed files.
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
