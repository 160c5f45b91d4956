import type { AstroIntegration } from 'astro';
import { changePages } from './change-pages.ts';

const ISLANDS = /<astro-island [^>]*\bclient="(\w+)"/g;
const SCRIPTS = /<script>((?:(?!<\/script>).)*)<\/script>/gs;
/** The scripts by which Astro defines islands, and those that wait for interaction. */
const DEFINITIONS = [/customElements\.define\("astro-island"/, /"astro:later"/];

/**
 * Removes Astro's inline scripts (2 kB) from a page whose islands all wait for interaction: the page imports
 * them then (src/features/product/picker/wake-gallery.ts).
 * @throws Error if the page does not have them, as after an update of Astro that words them differently.
 */
export function withLazyIslands(html: string): string {
  const directives = new Set([...html.matchAll(ISLANDS)].map(([, directive]) => directive));
  if (directives.size !== 1 || !directives.has('later')) return html;
  const missing = new Set(DEFINITIONS);
  const rest = html.replaceAll(SCRIPTS, (script, code: string) => {
    const definition = DEFINITIONS.find((pattern) => pattern.test(code));
    if (definition) missing.delete(definition);
    return definition ? '' : script;
  });
  if (missing.size > 0) throw new Error(`A page with islands lacks ${[...missing].join(' and ')}`);
  return rest;
}

/** Keeps the code of islands out of pages that may never hydrate them. */
export function lazyIslands(): AstroIntegration {
  return {
    name: 'lazy-islands',
    hooks: {
      'astro:build:done': ({ dir }) => {
        changePages(dir, (html) => withLazyIslands(html));
      },
    },
  };
}
