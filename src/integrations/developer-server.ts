import type { AstroIntegration } from 'astro';

/** The content that comes from the catalogue. */
const loaders = ['supabase-products', 'supabase-categories'];

/**
 * What `netlify dev` does for a shopper's pictures and the catalogue's freshness, for a bare
 * `astro dev`: pictures come unscaled, and every page load reads the catalogue anew.
 */
export function developerServer(): AstroIntegration {
  return {
    name: 'developer-server',
    hooks: {
      'astro:server:setup': ({ server, refreshContent }) => {
        async function refreshed(next: (error?: unknown) => void): Promise<void> {
          try {
            await refreshContent?.({ loaders, context: {} });
            next();
          } catch (error) {
            next(error);
          }
        }
        server.middlewares.use((request, response, next) => {
          const address = new URL(request.url ?? '/', 'http://localhost');
          if (address.pathname === '/.netlify/images') {
            response.writeHead(302, { location: address.searchParams.get('url') ?? '/' }).end();
            return;
          }
          if (request.headers['sec-fetch-dest'] === 'document') void refreshed(next);
          else next();
        });
      },
    },
  };
}
