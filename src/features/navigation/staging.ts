/**
 * While a finger is still down on a link, its page is laid out out of sight, so that little is left to do
 * when the finger is lifted.
 */
import { currentContent, drawContent } from '#browser/content/content.ts';
import { cardPicture, loadFirst, shownPicture, sharpenLater } from './grow-picture.ts';
import type { PageContent } from './page-content.ts';

/** How long after the finger is lifted a click may come, in milliseconds. */
const CLICK_MS = 300;

let staged: { page: PageContent; link: HTMLAnchorElement } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Has the style sheets of a page no longer apply. */
export function dropSheets({ sheets }: PageContent): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
    (sheet) => !sheets.includes(sheet),
  );
}

/** Takes the staged page out again. */
function unstage(): void {
  clearTimeout(timer);
  if (!staged) return;
  const { main } = staged.page;
  main.remove();
  // It may be opened later, when it is in no place yet.
  delete main.dataset.aside;
  delete main.dataset.fresh;
  main.ariaHidden = null;
  dropSheets(staged.page);
  staged = null;
}

/** Leaves the staged page where it is if it is being shown, or takes it out. @returns whether it is. */
export function keepStaged(page: PageContent): boolean {
  const isKept = page === staged?.page;
  if (isKept) staged = null;
  unstage();
  return isKept;
}

/**
 * Lays the page behind a link out, at once: that takes a phone as long as a touch. A touch that turns out
 * to be a scroll is the compositor's, which this does not hold up.
 */
export function stage(page: PageContent, link: HTMLAnchorElement): void {
  unstage();
  const picture = shownPicture(cardPicture(link));
  const { main, sheets } = page;
  drawContent(main, new URL(link.href));
  loadFirst(main, link.search);
  if (picture) sharpenLater(main, link.search, picture.source);
  main.dataset.aside = 'staged';
  main.dataset.fresh = '';
  main.ariaHidden = 'true';
  document.adoptedStyleSheets.push(...sheets);
  currentContent().after(main);
  staged = { page, link };
}

/** Whether a link's page is laid out, so that nothing is left to do but to show it. */
export function isStaged(link: HTMLAnchorElement): boolean {
  return link === staged?.link;
}

// The link goes with its page. With the focus on it, the browser would lay everything out once more before.
document.addEventListener('mousedown', (event) => {
  if (staged) event.preventDefault();
});
document.addEventListener('pointercancel', unstage);
document.addEventListener('contextmenu', unstage);
document.addEventListener('pointerup', () => {
  timer = setTimeout(unstage, CLICK_MS);
});
