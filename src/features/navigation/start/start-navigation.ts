/**
 * Once the page has loaded, loads the code that shows the next page in place, or, in browsers without
 * the Navigation API, the code that prefetches it.
 */
import { whenIdle } from '#browser/when-idle.ts';

function load(): Promise<unknown> {
  return 'navigation' in window
    ? import('../navigation.ts')
    : import('#browser/prefetch/prefetch-links.ts');
}

// The chunk is also used by pages that load documents (script-groups.ts). Without it, links load
// documents.
if (document.querySelector('[data-navigates]'))
  addEventListener('load', () => whenIdle(() => load().catch(() => undefined)));
