/**
 * While a finger is still down on a link, its page is laid out out of sight, so that little is left to do
 * when the finger is lifted.
 */
import { currentContent } from '#browser/content/content.ts';
import type { PageContent } from './page-content.ts';

/**
 * A touch that lasts longer, in frames, is no beginning of a scroll. Not in milliseconds: Chromium holds
 * timers back after a touch.
 */
const HOLD_FRAMES = 2;
/** How long after the finger is lifted a click may come, in milliseconds. */
const CLICK_MS = 300;

let staged: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let frame = 0;

/** Takes the staged page out again, unless it has become the page. */
export function unstage(): void {
  clearTimeout(timer);
  cancelAnimationFrame(frame);
  if (staged && 'staged' in staged.dataset) {
    staged.remove();
    // It may be opened later, when it is in no place yet.
    delete staged.dataset.staged;
    staged.ariaHidden = null;
  }
  staged = null;
}

function stage({ main }: PageContent): void {
  // Islands that hydrate at once must not before their page is shown.
  if (main.querySelector('astro-island[client="painted"]')) return;
  main.dataset.staged = '';
  main.ariaHidden = 'true';
  staged = main;
  currentContent().after(main);
}

function afterFrames(frames: number, act: () => void): void {
  frame = requestAnimationFrame(() => {
    if (frames > 1) afterFrames(frames - 1, act);
    else act();
  });
}

/** Lays a page out soon, unless the touch turns out to be a scroll. */
export function stageSoon(page: PageContent): void {
  unstage();
  afterFrames(HOLD_FRAMES, () => stage(page));
}

document.addEventListener('pointercancel', unstage);
document.addEventListener('contextmenu', unstage);
document.addEventListener('pointerup', () => {
  cancelAnimationFrame(frame);
  timer = setTimeout(unstage, CLICK_MS);
});
