/** Once the page has loaded, loads the code that prepares the next page and shows it in place. */
import { whenIdle } from '#browser/when-idle.ts';

// The chunk is also used by pages that load documents (script-groups.ts). Without it, or the Navigation API, links load
// documents.
if ('navigation' in window && document.querySelector('[data-navigates]'))
  addEventListener('load', () => whenIdle(() => import('../navigation.ts').catch(() => undefined)));
