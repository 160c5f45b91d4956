/**
 * While a finger is still down on a link, its page is laid out off screen, so that little is left to do
 * when the finger lifts.
 */
import { currentContent, drawContent } from '#browser/content/content.ts';
import { cardPicture, loadFirst, shownPicture, sharpenLater } from './grow-picture.ts';
import type { PageContent } from './page-content.ts';

/** Maximum delay of a click after the finger lifts, in milliseconds. */
const CLICK_MS = 300;

let staged: PageContent | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Removes a page's style sheets from the document. */
export function dropSheets({ sheets }: PageContent): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
    (sheet) => !sheets.includes(sheet),
  );
}

/** Removes the staged page. */
function unstage(): void {
  clearTimeout(timer);
  if (!staged) return;
  const { main } = staged;
  main.remove();
  // Reset its marks: it may be opened later without being staged.
  delete main.dataset.aside;
  main.ariaHidden = null;
  dropSheets(staged);
  staged = null;
}

/**
 * Keeps the staged page in place if it is the given one, else removes it. @returns whether it was kept.
 */
export function keepStaged(page: PageContent): boolean {
  const isKept = page === staged;
  if (isKept) staged = null;
  unstage();
  return isKept;
}

/**
 * Lays out a link's page immediately: on a phone that takes about as long as a touch. A touch that
 * becomes a scroll runs on the compositor, which this does not block.
 */
export function stage(page: PageContent, link: HTMLAnchorElement): void {
  unstage();
  const picture = shownPicture(cardPicture(link));
  const { main, sheets } = page;
  drawContent(main, new URL(link.href));
  loadFirst(main, link.search);
  if (picture) sharpenLater(main, link.search, picture.source);
  main.dataset.aside = 'staged';
  main.ariaHidden = 'true';
  document.adoptedStyleSheets.push(...sheets);
  currentContent().after(main);
  staged = page;
}

// Keep focus off the link, which leaves with its page: focusing it would force another layout.
document.addEventListener('mousedown', (event) => {
  if (staged) event.preventDefault();
});
document.addEventListener('pointercancel', unstage);
document.addEventListener('contextmenu', unstage);
document.addEventListener('pointerup', () => {
  timer = setTimeout(unstage, CLICK_MS);
});
