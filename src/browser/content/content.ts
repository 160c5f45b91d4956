/**
 * The page's content: its `main` element. Following a link may replace it in place
 * (src/features/navigation), so what belongs to it starts and stops with it.
 */
import { afterPaint } from '../after-paint.ts';

/**
 * Sets up a feature on the content.
 * @param life aborted when the content is replaced; pass it to `addEventListener`.
 */
type Start = (main: HTMLElement, life: AbortSignal) => void;

const early: Start[] = [];
const others: Start[] = [];
let life = new AbortController();

/** The content on the page. */
export function currentContent(): HTMLElement {
  return document.querySelector('main') ?? document.body;
}

/** Aborted when the current content is replaced. */
export function contentLife(): AbortSignal {
  return life.signal;
}

function run(start: Start): void {
  try {
    start(currentContent(), life.signal);
  } catch (error) {
    // One broken feature must not keep the others from starting.
    reportError(error);
  }
}

/** Runs `start` for the current content, and for each that replaces it once that is painted. */
export function onContent(start: Start): void {
  others.push(start);
  run(start);
}

/** Like `onContent`, but before the content is painted: for what would otherwise be seen to change. */
export function beforeContent(start: Start): void {
  early.push(start);
  run(start);
}

/**
 * Replaces the content; to be called before the next frame is painted.
 * @param next may be in the document already, staged behind the content.
 */
export function replaceContent(next: HTMLElement): void {
  life.abort();
  const previous = currentContent();
  // Moving an element would lay it out anew.
  if ('staged' in next.dataset) previous.remove();
  else previous.replaceWith(next);
  delete next.dataset.staged;
  next.ariaHidden = null;
  life = new AbortController();
  const { signal } = life;
  early.forEach(run);
  const late = [...others];
  afterPaint(() => {
    if (!signal.aborted) late.forEach(run);
  });
}
