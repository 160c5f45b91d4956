/** Prefetches the pages that are likely to be opened next, a few for each page. */
import { whenIdle } from '#browser/when-idle.ts';
import { fetchPicture } from './fetch-picture.ts';
import { loadScripts } from './page-scripts.ts';
import { fetchPart, hasPart, isRefused, readyPage } from './part-store.ts';
import { isUsed } from './when-used.ts';

/** Parts fetched for a shopper who has not done anything yet: mostly for the first press. */
const FIRST_PARTS = 2;
/** Parts fetched once they have. */
const MOST_PARTS = 8;

/** Pictures of a listing in a phone's first screen. */
const FIRST_PICTURES = 2;

let fetched = 0;
const prepared = new Set<string>();

/**
 * Along with the first product page, and the first listing: fetches a listing's first pictures and, once the shopper
 * has done something, the scripts that all such pages share. A filled cart's at once.
 */
async function prepareKind(pathname: string): Promise<void> {
  const [, kind = ''] = pathname.split('/');
  const isFilled = !document.querySelector('[data-cart-count][hidden]');
  const needsScripts = kind === 'cart' ? isFilled : isUsed();
  const step = `${kind} ${needsScripts}`;
  if (prepared.has(step)) return;
  prepared.add(step);
  const page = readyPage(pathname);
  if (!page) return;
  // A product's page shows the picture of its card first (grow-picture.ts).
  const first = page.main.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]');
  if (kind !== 'product-details')
    for (const picture of [...first].slice(0, FIRST_PICTURES)) fetchPicture(picture, 'low');
  if (needsScripts) await loadScripts(page);
}

async function fetchAhead(pathname: string): Promise<void> {
  if (isRefused(pathname) || fetched >= (isUsed() ? MOST_PARTS : FIRST_PARTS)) return;
  try {
    if (!hasPart(pathname)) {
      fetched += 1;
      await fetchPart(pathname, 'low');
    }
    await prepareKind(pathname);
  } catch {
    // Following the link will load the page.
  }
}

/** Fetches a page when the browser is idle. */
export function fetchSoon(pathname: string): void {
  whenIdle(() => void fetchAhead(pathname));
}

/** Starts counting for a new page. */
export function startAnew(): void {
  fetched = 0;
}
