import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { satteri } from '@astrojs/markdown-satteri';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { apiKeyHeaders } from '#domain/browsing/api-key-headers.ts';
import { plainAddress } from '#domain/basics/plain-address.ts';
import { problemsOfBuild } from '#content/launch-facts.ts';
import { readRedirects } from '#content/read-redirects.ts';
import { developerServer } from '#local/netlify-edge/developer-server.ts';
import { imageCdnSources } from '#integrations/image-sources.ts';
import { inlineScripts } from '#integrations/inline-scripts.ts';
import { launchCheck } from '#integrations/launch-check.ts';
import { pageOrder } from '#integrations/page-order.ts';
import { pageParts } from '#integrations/page-parts.ts';
import { stripeKeyFault } from '#domain/browsing/stripe-mode.ts';
import { isSwappedPage } from '#domain/browsing/swapped-page.ts';
import { plainImports } from '#integrations/plain-imports.ts';
import { redirects } from '#integrations/redirects.ts';
import { scriptGroups } from '#integrations/script-groups.ts';
import { siteBuild } from '#integrations/site-build.ts';
import { studioCopies } from '#integrations/studio-copies.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

const keyFault = stripeKeyFault(process.env, process.env.CONTEXT);
if (keyFault !== null) throw new Error(keyFault);

const { SITE_URL, URL: netlifyUrl, SHOP_PORT, SITE_PORT, SUPABASE_URL, CONTEXT } = process.env;
const pictureHosts = SUPABASE_URL ? ` ${new URL(SUPABASE_URL).origin}` : '';

export default defineConfig({
  site: plainAddress(SITE_URL || netlifyUrl || `http://localhost:${SHOP_PORT || 8888}`),
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
  markdown: {
    syntaxHighlight: false,
    // Plain CommonMark, as the studio's preview shows it. HTML in a text is refused when it is written
    // (src/domain/site-content/markdown.ts), and dropped here.
    processor: satteri({
      features: { gfm: false, smartPunctuation: false },
      mdastPlugins: [{ name: 'no-raw-html', html: (node, context) => context.removeNode(node) }],
    }),
  },
  integrations: [
    launchCheck(problemsOfBuild, CONTEXT),
    react(),
    developerServer(),
    pageOrder(),
    // After the pages are final.
    pageParts(isSwappedPage),
    imageCdnSources(SUPABASE_URL),
    redirects(readRedirects),
    siteBuild(process.env, apiKeyHeaders),
  ],
  vite: {
    // Beside Astro's own, for the same reason: two copies of the project may share their packages' folder, and two
    // developer's servers that prepare packages for browsers in one place take them away from each other.
    cacheDir: './.astro/vite',
    plugins: [tailwindcss(), plainImports(), inlineScripts(), studioCopies()],
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
        `media-src 'self'${pictureHosts}`,
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
