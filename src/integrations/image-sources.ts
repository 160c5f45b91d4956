import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * File from which Netlify reads a build's additions to netlify.toml, relative to the project's folder.
 */
const deployConfig = '.netlify/deploy/v1/config.json';

/**
 * URL patterns of pictures that Netlify's Image CDN may fetch: imported pictures in the project's own
 * storage, and no others. Anchored, because Netlify searches for a pattern anywhere in a URL. None for a
 * local project; netlify.toml allows those to its dev server.
 * @param supabaseUrl URL of the project the pages are built from.
 */
export function imageSources(supabaseUrl: string | undefined): string[] {
  if (!supabaseUrl) return [];
  const { protocol, origin } = new URL(supabaseUrl);
  if (protocol !== 'https:') return [];
  const literal = origin.replaceAll(/[.+*?^${}()|[\]\\]/g, String.raw`\$&`);
  return [`^${literal}/storage/v1/object/public/catalogue/[^?#]*$`];
}

/**
 * Configures, with each build, which pictures Netlify's Image CDN may fetch.
 * @see https://docs.netlify.com/image-cdn/create-integration/
 */
export function imageCdnSources(supabaseUrl: string | undefined): AstroIntegration {
  let root = '';
  return {
    name: 'image-cdn-sources',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root);
      },
      'astro:build:done': () => {
        const file = path.join(root, deployConfig);
        mkdirSync(path.dirname(file), { recursive: true });
        const images = { remote_images: imageSources(supabaseUrl) };
        writeFileSync(file, JSON.stringify({ images }));
      },
    },
  };
}
