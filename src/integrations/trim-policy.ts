import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { inlineHash } from './inline-hash.ts';

/**
 * A page whose policy allows the inline scripts and styles that it has. Astro names those of the whole
 * site, which no packer makes smaller.
 */
export function withTrimmedPolicy(html: string): string {
  const inline = html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs);
  const allowed = new Set([...inline].map(([, , text = '']) => `'${inlineHash(text)}'`));
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/, (policy) =>
    policy.replace(/ ('sha256-[^']+')/g, (named, hash: string) => (allowed.has(hash) ? named : '')),
  );
}

/** Shortens the policy of every page to what the page needs. */
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
