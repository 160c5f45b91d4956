import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { edgeFunctions } from './edge-functions.ts';

/** Loaders of content edited by marketers. */
const loaders = [
  'supabase-products',
  'supabase-categories',
  'supabase-content',
  'supabase-own-pages',
];

/** URLs of pages and of files built like them, but not of Vite's modules. */
const builtAddress = /^\/(?!@|\.|src\/|node_modules\/)(?:[^.]*|.*\.(?:html|json|md|txt|xml))$/;

/**
 * Whether a response may depend on the catalogue: page loads, and requests from `fetch`, functions (the
 * sitemap) and programs that send no `Sec-Fetch-Dest`.
 */
function readsCatalogue({ method, headers }: IncomingMessage, pathname: string): boolean {
  const purpose = headers['sec-fetch-dest'] ?? 'empty';
  if (purpose === 'document') return true;
  return method === 'GET' && purpose === 'empty' && builtAddress.test(pathname);
}

/** Coalesces calls: those made during a run share the next run. */
export function shared(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () =>
    (next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return (running = task());
      }));
}

/**
 * Middleware that serves pictures unscaled, and refreshes the catalogue before each load of a file built
 * from it.
 * @param refresh reads the catalogue again.
 */
export function developerAnswers(refresh: () => Promise<void>) {
  const refreshAll = shared(refresh);
  async function refreshed(next: (error?: unknown) => void): Promise<void> {
    try {
      await refreshAll();
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
    else if (readsCatalogue(request, address.pathname)) void refreshed(next);
    else next();
  };
}

/**
 * Replaces the steps that Netlify runs before serving a page and `netlify dev` does not: edge functions,
 * reading the catalogue on every page load, and, for a bare `astro dev`, serving pictures unscaled.
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
              // Loaded through Vite, which reloads changed files.
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
