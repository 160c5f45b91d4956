/** Scripts of pages shown in place. */
import type { ClientDirective } from 'astro';
import { scriptFiles } from './page-content.ts';
import type { PageContent } from './page-content.ts';

declare global {
  interface Window {
    /** Island directives by name. */
    Astro?: Record<string, ClientDirective>;
  }
}

const loaded = new Set(scriptFiles(document));

/** Whether a page's scripts are running. */
export function areLoaded({ scripts }: PageContent): boolean {
  return scripts.every((script) => loaded.has(script));
}

/**
 * Whether a page has islands that this document cannot hydrate, having been loaded without such islands.
 */
function lacksDirective(main: HTMLElement): boolean {
  const known = window.Astro ?? {};
  const islands = [...main.querySelectorAll('astro-island')];
  return islands.some((island) => !((island.getAttribute('client') ?? '') in known));
}

/**
 * Loads a page's scripts. Until its content is shown, they find nothing to do.
 * @throws Error if one of them cannot be loaded.
 */
export async function loadScripts({ main, scripts }: PageContent): Promise<void> {
  const needed: Promise<unknown>[] = scripts
    .filter((script) => !loaded.has(script))
    .map((script) => import(/* @vite-ignore */ script));
  if (main.querySelector('[data-cart-preview]')) needed.push(import('./cart-content.ts'));
  if (lacksDirective(main)) needed.push(import('#integrations/define-islands.ts'));
  await Promise.all(needed);
  for (const script of scripts) loaded.add(script);
}

/** Preloads the scripts of islands that hydrate as soon as the page is shown. */
export function preloadIslands({ main }: PageContent): void {
  for (const island of main.querySelectorAll('astro-island[client="painted"]')) {
    for (const name of ['component-url', 'renderer-url']) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = island.getAttribute(name) ?? '';
      document.head.append(link);
    }
  }
}
