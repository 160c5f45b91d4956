/**
 * Shows the next page in place: its `main` replaces the current one, while header, footer and scripts
 * stay. The Navigation API leaves history, scroll position and focus to the browser; pages that cannot
 * be shown in place are loaded as documents.
 * @see https://developer.mozilla.org/docs/Web/API/Navigation_API
 */
import { currentContent, replaceContent } from '#browser/content/content.ts';
import { afterPaint } from '#browser/after-paint.ts';
import { asksForColour, asksForOtherCards, markPending } from '#browser/content/pending-state.ts';
import { whenShown } from '#browser/shown.ts';
import { carriesCode } from '#browser/carries-code.ts';
import { isSwappedPage } from '#domain/browsing/swapped-page.ts';
import { announce } from './announcer.ts';
import { cardPicture, growPicture, loadFirst, shownPicture } from './grow-picture.ts';
import type { ShownPicture } from './grow-picture.ts';
import { pageOf, rememberPage } from './history-pages.ts';
import { swappedLink } from './links.ts';
import { loadedPage, pageHead } from './page-content.ts';
import type { PageContent } from './page-content.ts';
import { areLoaded, loadScripts } from './page-scripts.ts';
import { fetchPart, hasPart, isRefused, readyPage, takePage } from './part-store.ts';
import { dropSheets, keepStaged } from './staging.ts';
import { preparePages } from './prepare-pages.ts';
import sheetAddress from './pages.css?url';

let shown = loadedPage(currentContent());

/** Abort signal of the navigation in progress. */
let opening: AbortSignal | null = null;

/** The last link followed, and its card's picture. */
let followed: { pathname: string; picture: ShownPicture | null } | null = null;

/** Reads layout before anything changes, while it is clean. */
function follow(link: HTMLAnchorElement | null): void {
  followed = link && { pathname: link.pathname, picture: shownPicture(cardPicture(link)) };
}

/** The picture of the card that was followed to a page; `null` if something else was. */
function takePicture(pathname: string): ShownPicture | null {
  const picture = followed?.pathname === pathname ? followed.picture : null;
  followed = null;
  return picture;
}

function setHead({ head }: PageContent): void {
  for (const element of pageHead(document)) element.remove();
  document.head.append(...head);
}

/** Jumps to the scroll position: a new page must not scroll there, whatever `scroll-behavior` says. */
function withoutSmoothScrolling(): void {
  const { style } = document.documentElement;
  style.scrollBehavior = 'auto';
  afterPaint(() => style.removeProperty('scroll-behavior'));
}

function show(page: PageContent, atTop: boolean): void {
  if (!atTop) withoutSmoothScrolling();
  if (!keepStaged(page)) document.adoptedStyleSheets.push(...page.sheets);
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
  const header = document.querySelector('[data-site-header]');
  header?.toggleAttribute('data-over-hero', page.overHero);
  header?.removeAttribute('data-scrolled');
  const left = shown;
  document.title = page.title;
  shown = page;
  replaceContent(page.main);
  afterPaint(() => {
    if (shown !== left) dropSheets(left);
    setHead(page);
    announce(page.title);
  });
}

/** Whether a product's page asks for another colour than the prebuilt one. */
function asksForOtherColour({ main }: PageContent, search: string): boolean {
  const built = main.querySelector<HTMLInputElement>('[checked]');
  return asksForColour(search) && search !== `?colour=${built?.value}`;
}

/** Shows a fetched page: at its top, unless the browser restores a scroll position. */
function showFresh(page: PageContent, { pathname, search }: URL, atTop: boolean): void {
  const isListing = page.main.querySelector('[data-listing-root]') !== null;
  markPending('listing', isListing && asksForOtherCards(search));
  // If its script is loaded, another colour is chosen before the page is painted.
  markPending('colour', asksForOtherColour(page, search) && !areLoaded(page));
  const picture = takePicture(pathname);
  loadFirst(page.main, search);
  show(page, atTop);
  if (atTop) scrollTo({ top: 0, behavior: 'instant' });
  if (picture && atTop) growPicture(page.main, search, picture);
  loadScripts(page).catch(() => location.reload());
}

/** Shows a kept page again, unchanged. */
function showAgain(page: PageContent): void {
  markPending('listing', false);
  markPending('colour', false);
  show(page, false);
}

/** The target of a navigation, and how to show it. */
interface Opening {
  url: URL;
  /** The kept page, if any. */
  known: PageContent | null;
  /** Whether to show the page at its top. */
  atTop: boolean;
  signal: AbortSignal;
}

async function open({ url, known, atTop, signal }: Opening): Promise<void> {
  const { dataset } = document.documentElement;
  try {
    // No await for an available page, so that it is in the next frame.
    if (!known && !hasPart(url.pathname)) {
      dataset.opening = '';
      await fetchPart(url.pathname);
    }
    if (signal.aborted) return;
    if (known) showAgain(known);
    else showFresh(takePage(url.pathname), url, atTop);
    rememberPage(shown);
  } catch {
    // The URL is already the new page's: load it as a document.
    if (!signal.aborted) location.reload();
  } finally {
    delete dataset.opening;
    if (opening === signal) opening = null;
  }
}

/** Whether a navigation leads to a page that can be shown in place. */
function isSwap(event: NavigateEvent): boolean {
  const { destination, navigationType } = event;
  const { pathname, search } = new URL(destination.url);
  return (
    event.canIntercept &&
    !event.hashChange &&
    !event.formData &&
    event.downloadRequest === null &&
    navigationType !== 'reload' &&
    isSwappedPage(pathname) &&
    // The discount code in a link is only kept when a document loads.
    !carriesCode(search)
  );
}

/** The URL that is being loaded as a document. */
let asDocument = '';

/**
 * Runs before the URL changes: fetches a page, or loads it as a document, with a history entry that is
 * not a state of this document.
 */
async function fetchFirst({ href, pathname }: URL, { navigationType, signal }: NavigateEvent) {
  const { dataset } = document.documentElement;
  dataset.opening = '';
  await fetchPart(pathname).catch(() => undefined);
  // The bar is a later navigation's.
  if (opening !== signal) return;
  delete dataset.opening;
  if (signal.aborted || readyPage(pathname) || navigationType === 'traverse') return;
  asDocument = href;
  if (navigationType === 'replace') location.replace(href);
  else location.assign(href);
}

function onNavigate(event: NavigateEvent): void {
  const { destination, navigationType, signal } = event;
  const isTraversal = navigationType === 'traverse';
  // pushState or replaceState: a feature has set the URL of another state of its page.
  if (!isSwap(event) || (destination.sameDocument && !isTraversal)) return;
  const known = isTraversal ? pageOf(destination.key) : null;
  // Traversal between two states of the page; its feature listens to `popstate`.
  if (known === shown) return;
  const url = new URL(destination.url);
  const isDocument = url.href === asDocument || isRefused(url.pathname);
  asDocument = '';
  // Only the URL of a page shown in place would change.
  if (isDocument && !destination.sameDocument) return;
  const atTop = !isTraversal && url.hash === '';
  opening = signal;
  const isReady = known !== null || hasPart(url.pathname);
  event.intercept({
    // The URL changes once there is something to show. A failure recurs in `handler`, which handles it.
    ...(!isReady && event.cancelable && { precommitHandler: () => fetchFirst(url, event) }),
    handler: () => open({ url, known, atTop, signal }),
    scroll: atTop ? 'manual' : 'after-transition',
  });
}

/** A feature has set another URL for the page: the entry, if new, shows the same page. */
function onEntryChange({ navigationType }: NavigationCurrentEntryChangeEvent): void {
  const isState = navigationType === 'push' || navigationType === 'replace';
  if (isState && (opening?.aborted ?? true)) rememberPage(shown);
}

function onClick({ target }: MouseEvent): void {
  follow(swappedLink(target));
}

/** Devices with a mouse; phones do not load its code. */
const mouse = matchMedia('(any-hover: hover)');

async function loadPress(): Promise<void> {
  const { followOnPress } = await import('./press.ts');
  followOnPress(follow);
}

function start(): void {
  rememberPage(shown);
  navigation.addEventListener('navigate', onNavigate);
  navigation.addEventListener('currententrychange', onEntryChange);
  document.addEventListener('click', onClick, { capture: true });
  if (mouse.matches) void loadPress();
  else mouse.addEventListener('change', () => void loadPress(), { once: true });
  // For reload-on-traverse.ts.
  document.documentElement.dataset.swaps = '';
}

// The style sheets of all pages that can be shown in place: a document has only its own, inline.
const sheet = document.createElement('link');
sheet.rel = 'stylesheet';
sheet.href = sheetAddress;
sheet.addEventListener('load', () => whenShown(start));
// After all other sheets, or the browser would process those again and lay out the page again.
document.body.append(sheet);
whenShown(preparePages);
