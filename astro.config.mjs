import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { developerServer } from '#integrations/developer-server.ts';
import { inlineScripts } from '#integrations/inline-scripts.ts';
import { laterDirective } from '#integrations/later-directive.ts';
import { plainImports } from '#integrations/plain-imports.ts';
import { preloadModules } from '#integrations/preload-modules.ts';
import { scriptGroups } from '#integrations/script-groups.ts';
import { trimPolicy } from '#integrations/trim-policy.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

const { SITE_URL, URL: netlifyUrl, SITE_PORT, SUPABASE_URL } = process.env;
const pictureHosts = SUPABASE_URL ? ` ${new URL(SUPABASE_URL).origin}` : '';

/**
 * The scripts that must run before the first paint are inlined, so the policy names their hashes.
 *
 * @param {string} file below src
 */
function inlinedHash(file) {
  const script = readFileSync(new URL(`./src/${file}`, import.meta.url));
  return /** @type {const} */ (`sha256-${createHash('sha256').update(script).digest('base64')}`);
}

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

/**
 * The rooms that make a file of the built site each, with all that their modules import. A request
 * costs a slow phone more than the few bytes that a page does not need, and one file compresses better
 * than several.
 */
const scriptGroups = [
  // What every page's header needs, and what asks the server.
  {
    name: 'shop',
    test: /\/src\/(browser|stores|api\/http|api\/listing)\/[\w-]+\.ts|vite\/preload-helper/,
  },
  {
    name: 'react',
    test: /\/node_modules\/(react|react-dom|@astrojs\/react)\/|\/src\/ui\/islands\/|rolldown\/runtime/,
  },
  { name: 'addresses', test: /\/src\/domain\/address\// },
  { name: 'cards', test: /\/src\/features\/product-card\// },
  { name: 'checkout', test: /\/src\/stores\/checkout\// },
];

/**
 * `client:later`, for islands that a script serves until they are needed.
 *
 * @returns {import('astro').AstroIntegration}
 */
function laterDirective() {
  return {
    name: 'client-later',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'later', entrypoint: './src/integrations/client-later.mjs' });
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
  build: {
    format: 'directory',
    inlineStylesheets: 'always',
    // The pictures of shared links are drawn beside the pages, on every core.
    concurrency: availableParallelism(),
  },
  // Products' pages that would come out the same are not built again (src/features/product/product-page.ts).
  experimental: { incrementalBuild: true },
  server: { host: '127.0.0.1', port: Number(SITE_PORT ?? 4321) },
  devToolbar: { enabled: false },
  // No text here has code; the highlighter's inline styles would break the policy below.
  markdown: { syntaxHighlight: false },
  integrations: [react(), laterDirective(), developerServer(), preloadModules(), trimPolicy()],
  vite: {
    plugins: [tailwindcss(), plainImports(), inlineScripts()],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // A few files instead of dozens, each of what the same pages need.
              codeSplitting: { groups: scriptGroups },
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
    },
  },
});
