/** Prefetches pages while the browser is idle, within a byte budget per page view. */
import { whenIdle } from '#browser/when-idle.ts';
import { loadScripts } from './page-scripts.ts';
import { fetchPicture } from './fetch-picture.ts';
import { fetchedBytes } from './fetched-bytes.ts';
import { isUsed } from './when-used.ts';
import { fetchAhead, hasPart, isRefused, parsedPage } from './part-store.ts';

/** Maximum bytes a page prefetches, as sent. */
const BUDGET_BYTES = 60_000;
/** Parts fetched for a shopper who has not done anything yet: mostly for the first press. */
const FIRST_PARTS = 2;
/** Concurrent fetches: on a slow line a round trip costs more than a page. */
const AT_ONCE = 4;
/** Pictures of a listing in a phone's first screen. */
const FIRST_PICTURES = 2;

let spent = 0;
let fetched = 0;
let running = 0;
let waiting: string[] = [];

const kinds = new Set<string>();

/** Loads the scripts shared by all product pages, or all listings, along with the first of them. */
async function loadKindOnce(pathname: string): Promise<void> {
  const [, kind = ''] = pathname.split('/');
  const isUnlikely =
    kind === 'cart' ? document.querySelector('[data-cart-count][hidden]') : !isUsed();
  if (isUnlikely || kinds.has(kind)) return;
  kinds.add(kind);
  const page = parsedPage(pathname);
  if (page) await loadScripts(page);
}

function isSpent(): boolean {
  return spent >= BUDGET_BYTES || (fetched >= FIRST_PARTS && !isUsed());
}

async function fetchNext(): Promise<void> {
  const pathname = waiting.shift();
  if (pathname === undefined || isSpent()) return;
  running += 1;
  try {
    if (!hasPart(pathname)) {
      fetched += 1;
      spent += await fetchAhead(pathname);
    }
    await loadKindOnce(pathname);
  } catch {
    // Following the link will load the page.
  }
  running -= 1;
  await fetchNext();
}

/**
 * Fetches a page when the browser is idle.
 * @param isNear whether its link is in view: these are fetched first.
 */
export function fetchSoon(pathname: string, isNear: boolean): void {
  if (isRefused(pathname)) return;
  waiting = waiting.filter((other) => other !== pathname);
  if (isNear) waiting.unshift(pathname);
  else waiting.push(pathname);
  whenIdle(() => {
    if (running < AT_ONCE) void fetchNext();
  });
}

/** Drops the previous page's queue when a new page is shown. */
export function startAnew(): void {
  spent = 0;
  fetched = 0;
  waiting = [];
}

async function fetchedBytesOf(shown: HTMLImageElement): Promise<number> {
  const picture = fetchPicture(shown, 'low');
  await picture.decode();
  return fetchedBytes(picture.currentSrc);
}

/** Fetches a listing's first pictures, once a link to it is in view. */
export async function fetchFirstPictures(pathname: string): Promise<void> {
  // Without parsing pages that are none.
  if (!/^\/(?:all-products|productListing\/)/.test(pathname)) return;
  const page = parsedPage(pathname);
  const pictures = page?.main.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]') ?? [];
  for (const picture of [...pictures].slice(0, FIRST_PICTURES)) {
    if (spent >= BUDGET_BYTES) return;
    spent += await fetchedBytesOf(picture);
  }
}
