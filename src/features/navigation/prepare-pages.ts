/**
 * Prepares the pages behind links: those in view and up to two screens below are fetched when the browser
 * is idle, and the one that the shopper turns to is parsed and its picture fetched.
 */
import { currentContent, onContent } from '#browser/content/content.ts';
import { whenIdle } from '#browser/when-idle.ts';
import { isSwappedLink, swappedLink } from './links.ts';
import { fetchFirstPictures, fetchSoon, startAnew } from './fetch-ahead.ts';
import { fetchPicture } from './fetch-picture.ts';
import { loadScripts, preloadIslands } from './page-scripts.ts';
import { loadPage, parsedPage, readyPage } from './part-store.ts';
import { stageSoon } from './staging.ts';
import type { PageContent } from './page-content.ts';

/** How far below the window links are prepared. */
const AHEAD = '0px 0px 200% 0px';
/** So that a pointer merely passing over a link does not prepare it. */
const HOVER_MS = 40;

/** Chromium's, where a shopper on a slow or costly network can be told. */
interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
}

function savesData(): boolean {
  const network: NetworkInformation | undefined = Reflect.get(navigator, 'connection');
  return network?.saveData === true || /2g/.test(network?.effectiveType ?? '');
}

/** How long a link must be in view before pictures are fetched for it, in milliseconds. */
const REST_MS = 300;

function links(entries: IntersectionObserverEntry[]): HTMLAnchorElement[] {
  return entries.flatMap(({ isIntersecting, target }) =>
    isIntersecting && target instanceof HTMLAnchorElement && isSwappedLink(target) ? target : [],
  );
}

/** Links up to two screens away. */
const far = new IntersectionObserver(
  (entries) => {
    for (const link of links(entries)) {
      far.unobserve(link);
      fetchSoon(link.pathname, false);
    }
  },
  { rootMargin: AHEAD },
);

/** Links in view. */
const near = new IntersectionObserver((entries) => {
  for (const link of links(entries)) {
    near.unobserve(link);
    fetchSoon(link.pathname, true);
    setTimeout(() => whenIdle(() => void fetchPictures(link.pathname)), REST_MS);
  }
});

async function fetchPictures(pathname: string): Promise<void> {
  try {
    await fetchFirstPictures(pathname);
  } catch {
    // They are fetched when the page is shown.
  }
}

let seen = new WeakSet<HTMLAnchorElement>();

function observeLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a:not([inert] a)')) {
    if (seen.has(link) || !isSwappedLink(link)) continue;
    seen.add(link);
    near.observe(link);
    far.observe(link);
  }
}

/** Fetches the picture that the page will open with. */
function fetchFirstPicture({ main }: PageContent): void {
  const picture = main.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  if (picture) fetchPicture(picture);
}

const prepared = new WeakSet<PageContent>();

/**
 * Makes a page ready to be shown at once.
 * @returns the page; null if it cannot be had: then its link will load it.
 */
async function prepare(pathname: string): Promise<PageContent | null> {
  try {
    const page = parsedPage(pathname) ?? (await loadPage(pathname));
    if (!page || prepared.has(page)) return page;
    prepared.add(page);
    if (!savesData()) {
      fetchFirstPicture(page);
      preloadIslands(page);
    }
    await loadScripts(page);
    return page;
  } catch {
    return null;
  }
}

let hoverTimer: ReturnType<typeof setTimeout> | undefined;

function pathOf(target: EventTarget | null): string | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-then]') : null;
  return button?.dataset.then ?? swappedLink(target)?.pathname ?? null;
}

function onPointerOver({ target, pointerType }: PointerEvent): void {
  clearTimeout(hoverTimer);
  const pathname = pathOf(target);
  if (pathname && pointerType === 'mouse' && !savesData())
    hoverTimer = setTimeout(() => void prepare(pathname), HOVER_MS);
}

function onFocus({ target }: Event): void {
  const pathname = pathOf(target);
  if (pathname) void prepare(pathname);
}

function onPress({ target, pointerType }: PointerEvent): void {
  const pathname = pathOf(target);
  if (!pathname) return;
  const page = pointerType === 'touch' ? readyPage(pathname) : null;
  if (page) stageSoon(page);
  void prepare(pathname);
}

/** Starts to prepare pages, on this page and on those that replace it. */
export function preparePages(): void {
  document.addEventListener('pointerover', onPointerOver, { passive: true });
  document.addEventListener('pointerdown', onPress, { passive: true });
  document.addEventListener('focusin', onFocus);
  if (savesData()) return;
  const changes = new MutationObserver(() => whenIdle(observeLinks));
  onContent(() => {
    startAnew();
    for (const observer of [far, near]) observer.disconnect();
    // Those of the header, too: what they lead to may have been fetched too long ago.
    seen = new WeakSet();
    changes.disconnect();
    changes.observe(currentContent(), { childList: true, subtree: true });
    whenIdle(observeLinks);
  });
}
