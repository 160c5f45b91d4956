/**
 * Once the page has loaded, loads the code that shows the next one in place, or, where the browser lacks
 * the Navigation API, what prefetches it.
 */
import { whenIdle } from '#browser/when-idle.ts';

async function load(): Promise<void> {
  if ('navigation' in window) await import('../navigation.ts');
  else if (!HTMLScriptElement.supports('speculationrules'))
    await import('#browser/prefetch/prefetch-links.ts');
}

// It is bundled with what pages that load documents use, too (script-groups.ts). Without it, links load documents.
if (document.querySelector('[data-navigates]'))
  addEventListener('load', () => whenIdle(() => void load().catch(() => undefined)));
