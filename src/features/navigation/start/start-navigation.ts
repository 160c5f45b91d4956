/**
 * Once the page has loaded, loads the code that shows the next page in place, or, in browsers without
 * the Navigation API, the code that prefetches it.
 */
import { whenIdle } from '#browser/when-idle.ts';

async function load(): Promise<void> {
  if ('navigation' in window) await import('../navigation.ts');
  else if (!HTMLScriptElement.supports('speculationrules'))
    await import('#browser/prefetch/prefetch-links.ts');
}

// The chunk is also used by pages that load documents (script-groups.ts). Without it, links load
// documents.
if (document.querySelector('[data-navigates]'))
  addEventListener('load', () => whenIdle(() => void load().catch(() => undefined)));
