import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';

if (existsSync('.env')) process.loadEnvFile('.env');

const { SITE_URL, URL: netlifyUrl, SITE_PORT, SUPABASE_URL } = process.env;
const pictureHosts = SUPABASE_URL ? ` ${new URL(SUPABASE_URL).origin}` : '';

/** The one script that must run before the first paint is inlined, so the policy names its hash. */
const beforePaint = readFileSync(new URL('./src/scripts/before-paint.js', import.meta.url));
const beforePaintHash = /** @type {const} */ (
  `sha256-${createHash('sha256').update(beforePaint).digest('base64')}`
);

/**
 * What `netlify dev` does for a shopper's pictures and the catalogue's freshness, for a bare
 * `astro dev`: pictures come unscaled, and every page load reads the catalogue anew.
 *
 * @returns {import('astro').AstroIntegration}
 */
function developerServer() {
  return {
    name: 'developer-server',
    hooks: {
      'astro:server:setup': ({ server, refreshContent }) => {
        const loaders = ['supabase-products', 'supabase-categories'];
        /** @param {(error?: unknown) => void} next */
        async function refreshed(next) {
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

export default defineConfig({
  site: SITE_URL ?? netlifyUrl ?? 'http://localhost:8888',
  output: 'static',
  // In the project, not in node_modules: what is remembered is of this project's own database.
  cacheDir: './.astro/cache',
  trailingSlash: 'ignore',
  build: { format: 'directory' },
  server: { host: '127.0.0.1', port: Number(SITE_PORT ?? 4321) },
  devToolbar: { enabled: false },
  // No text here has code; the highlighter's inline styles would break the policy below.
  markdown: { syntaxHighlight: false },
  integrations: [react(), developerServer()],
  vite: {
    plugins: [tailwindcss()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // The stores and rules behind every page's scripts: one small file instead of a dozen.
              codeSplitting: {
                groups: [
                  {
                    name: 'shop',
                    test: /\/src\/(stores|api|shop)\/|\/nanostores\/|nanostores\/persistent/,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        `img-src 'self' data:${pictureHosts}`,
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'self'",
        "object-src 'none'",
        "frame-src 'none'",
      ],
      scriptDirective: { hashes: [beforePaintHash] },
    },
  },
});
