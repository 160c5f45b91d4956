/**
 * Prepares the pages behind links: some in view are prefetched when the browser is idle, but only the likeliest until
 * the shopper does something; a link that is hovered or touched has its page parsed and its first picture fetched.
 */
import { currentContent, onContent } from '#browser/content/content.ts';
import { whenIdle } from '#browser/when-idle.ts';
import { swappedLink } from './links.ts';
import { fetchSoon, startAnew } from './fetch-ahead.ts';
import { fetchPicture } from './fetch-picture.ts';
import { firstPicture } from './grow-picture.ts';
import { loadScripts } from './page-scripts.ts';
import { fetchPart, readyPage } from './part-store.ts';
import { stage } from './staging.ts';
import { isUsed, whenUsed } from './when-used.ts';
import type { PageContent } from './page-content.ts';

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

/** Links in view. */
const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const link = isIntersecting ? swappedLink(target) : null;
    if (link) fetchSoon(link.pathname);
  }
});

/** Every link but the footer's, and those that a first press is likely to be on. */
const ANY = 'a:not([inert] a, footer a)';
const LIKELY = 'main a:not(nav a), [data-cart]:has([data-cart-count]:not([hidden]))';

function observeLinks(): void {
  for (const link of document.querySelectorAll(isUsed() ? ANY : LIKELY)) near.observe(link);
}

/** Fetches the files that a page's template lists (src/integrations/preload-modules.ts). */
function fetchFiles(page: ParentNode, when: 'later' | 'painted'): void {
  const templates = page.querySelectorAll<HTMLTemplateElement>(`template[data-${when}]`);
  for (const { content } of templates) document.head.append(content);
}

function observeAnew(): void {
  near.disconnect();
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
    await fetchPart(pathname);
    const page = readyPage(pathname);
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

/** Starts preparing pages, on this page and on those that replace it. */
export function preparePages(): void {
  document.addEventListener('pointerover', onPointerOver);
  document.addEventListener('pointerdown', onPress);
  document.addEventListener('focusin', onFocus);
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
