import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AstroIntegration } from 'astro';

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

/** What `netlify dev` does for a shopper's pictures and the catalogue's freshness, for `astro dev`. */
export function developerServer(): AstroIntegration {
  return {
    name: 'developer-server',
    hooks: {
      'astro:server:setup': ({ server, refreshContent }) => {
        server.middlewares.use(
          developerAnswers(async () => refreshContent?.({ loaders, context: {} })),
        );
      },
    },
  };
}
