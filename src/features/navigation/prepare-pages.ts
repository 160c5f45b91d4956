/**
 * Prepares the pages behind links: those in view and, unless the device is slow, up to two screens below
 * are prefetched when the browser is idle, but only the likeliest until the shopper does something; a link
 * that is hovered or touched has its page parsed and its first picture fetched.
 */
import { currentContent, onContent } from '#browser/content/content.ts';
import { whenIdle } from '#browser/when-idle.ts';
import { isSwappedLink, swappedLink } from './links.ts';
import { fetchFirstPictures, fetchSoon, startAnew } from './fetch-ahead.ts';
import { fetchPicture } from './fetch-picture.ts';
import { firstPicture } from './grow-picture.ts';
import { loadScripts } from './page-scripts.ts';
import { isSlow, loadPage, parsedPage, readyPage } from './part-store.ts';
import { isStaged, stage } from './staging.ts';
import { clickOnTap } from './tap.ts';
import { isUsed, whenUsed } from './when-used.ts';
import type { PageContent } from './page-content.ts';

/** Distance below the viewport within which links are prepared. */
const AHEAD = '0px 0px 200% 0px';
/** Debounce, so that a pointer merely passing over a link does not prepare it. */
const HOVER_MS = 40;

/** Chromium's API for detecting slow and metered connections. */
interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
}

/** The target of a link or button. */
type Destination = Pick<HTMLAnchorElement, 'pathname' | 'search'>;

function savesData(): boolean {
  const network: NetworkInformation | undefined = Reflect.get(navigator, 'connection');
  return network?.saveData === true || /2g/.test(network?.effectiveType ?? '');
}

/** Time a link must be in view before its pictures are fetched, in milliseconds. */
const REST_MS = 300;
/** Head start of links in view, in milliseconds: on a slow line the others would take it from their pictures. */
const HEAD_START_MS = 1000;

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
  // The last one asked for is fetched first.
  for (const link of links(entries).toReversed()) {
    near.unobserve(link);
    fetchSoon(link.pathname, true);
    setTimeout(() => whenIdle(() => void fetchPictures(link.pathname)), REST_MS);
  }
});

async function fetchPictures(pathname: string): Promise<void> {
  try {
    await fetchFirstPictures(pathname);
  } catch {
    // The page fetches them once it is shown.
  }
}

/** Observed links; a new set for each page. */
let seen = new WeakSet<HTMLAnchorElement>();

/** Every link, and those that a first press is likely to be on. */
const ANY = 'a:not([inert] a)';
const LIKELY = 'main a:not(nav a), [data-cart]:has([data-cart-count]:not([hidden]))';

function observeLinks(): void {
  const all = document.querySelectorAll<HTMLAnchorElement>(isUsed() ? ANY : LIKELY);
  const found = [...all].filter((link) => !seen.has(link) && isSwappedLink(link));
  for (const link of found) {
    seen.add(link);
    near.observe(link);
  }
  if (!isUsed() || isSlow() || found.length === 0) return;
  const page = seen;
  setTimeout(() => {
    if (seen === page) for (const link of found) far.observe(link);
  }, HEAD_START_MS);
}

/** Fetches the files that a page's template lists (src/integrations/preload-modules.ts). */
function fetchFiles(page: ParentNode, when: 'later' | 'painted'): void {
  const templates = page.querySelectorAll<HTMLTemplateElement>(`template[data-${when}]`);
  for (const { content } of templates) document.head.append(content);
}

function observeAnew(): void {
  far.disconnect();
  near.disconnect();
  // Includes the header's links, whose pages may have been fetched too long ago.
  seen = new WeakSet();
  whenIdle(observeLinks);
}

/** Fetches a page's first picture. */
function fetchFirstPicture({ main }: PageContent, search: string): void {
  const picture = firstPicture(main, search);
  if (picture) fetchPicture(picture);
}

/** The query each page was prepared for. */
const prepared = new WeakMap<PageContent, string>();

/** Prepares a page to be shown at once. If that fails, its link will load it. */
async function prepare({ pathname, search }: Destination): Promise<void> {
  try {
    const page = parsedPage(pathname) ?? (await loadPage(pathname));
    if (!page || prepared.get(page) === search) return;
    prepared.set(page, search);
    if (!savesData()) {
      fetchFirstPicture(page, search);
      fetchFiles(page.main, 'painted');
    }
    await loadScripts(page);
  } catch {
    // Following the link will report the failure.
  }
}

let hoverTimer: ReturnType<typeof setTimeout> | undefined;

function destinationOf(target: EventTarget | null): Destination | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-then]') : null;
  const pathname = button?.dataset.then;
  return pathname ? { pathname, search: '' } : swappedLink(target);
}

function onPointerOver({ target, pointerType }: PointerEvent): void {
  clearTimeout(hoverTimer);
  const destination = destinationOf(target);
  if (destination && pointerType === 'mouse' && !savesData())
    hoverTimer = setTimeout(() => void prepare(destination), HOVER_MS);
}

function onFocus({ target }: Event): void {
  const destination = destinationOf(target);
  if (destination) void prepare(destination);
}

function onPress({ target, pointerType }: PointerEvent): void {
  const destination = destinationOf(target);
  if (!destination) return;
  const link = pointerType === 'touch' ? swappedLink(target) : null;
  const page = link && readyPage(link.pathname);
  // A fragment's target may be below the first screen, the only part that is laid out.
  if (page && !link.hash) stage(page, link);
  // Afterwards, because a picture keeps the priority of its first request.
  void prepare(destination);
}

/** The element to click on a tap: a link with a staged page, or Add To Cart. */
function tapped(target: EventTarget | null): HTMLElement | null {
  const link = swappedLink(target);
  if (link) return isStaged(link) ? link : null;
  return target instanceof Element ? target.closest<HTMLElement>('button[data-add]') : null;
}

/** Starts preparing pages, on this page and on those that replace it. */
export function preparePages(): void {
  document.addEventListener('pointerover', onPointerOver);
  document.addEventListener('pointerdown', onPress);
  document.addEventListener('focusin', onFocus);
  clickOnTap(tapped);
  if (savesData()) return;
  const changes = new MutationObserver(() => whenIdle(observeLinks));
  onContent(() => {
    startAnew();
    changes.disconnect();
    changes.observe(currentContent(), { childList: true, subtree: true });
    observeAnew();
    whenUsed(() => whenIdle(() => fetchFiles(document, 'later')));
  });
  if (!isUsed()) whenUsed(observeAnew);
}
