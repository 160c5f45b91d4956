import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { inlineHash } from './inline-hash.ts';

/**
 * Trims a page's Content-Security-Policy to the inline scripts and styles that the page has. Astro lists
 * the hashes of the whole site, which do not compress.
 */
export function withTrimmedPolicy(html: string): string {
  const inline = html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs);
  const allowed = new Set([...inline].map(([, , text = '']) => `'${inlineHash(text)}'`));
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/, (policy) =>
    policy.replace(/ ('sha256-[^']+')/g, (named, hash: string) => (allowed.has(hash) ? named : '')),
  );
}

/** Trims the policy of every page to what the page needs. */
export function trimPolicy(): AstroIntegration {
  return {
    name: 'trim-policy',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir);
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (!name.endsWith('.html')) continue;
          const file = path.join(folder, name);
          writeFileSync(file, withTrimmedPolicy(readFileSync(file, 'utf8')));
        }
      },
    },
  };
}
