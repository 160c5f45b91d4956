/** Scripts of pages shown in place. */
import { scriptFiles } from './page-content.ts';
import type { PageContent } from './page-content.ts';

const loaded = new Set(scriptFiles(document));

/** Whether a page's scripts are running. */
export function areLoaded({ scripts }: PageContent): boolean {
  return scripts.every((script) => loaded.has(script));
}

/**
 * Loads a page's scripts. Until its content is shown, they find nothing to do.
 * @throws Error if one of them cannot be loaded.
 */
export async function loadScripts({ main, scripts }: PageContent): Promise<void> {
  const needed: Promise<unknown>[] = scripts
    .filter((script) => !loaded.has(script))
    .map((script) => import(/* @vite-ignore */ script));
  if (main.querySelector('[data-cart-page]')) needed.push(import('./cart-content.ts'));
  await Promise.all(needed);
  for (const script of scripts) loaded.add(script);
}
