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

// Without it, links load documents.
addEventListener('load', () => whenIdle(() => void load().catch(() => undefined)));
