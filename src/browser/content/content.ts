/**
 * The page's content: its `main` element. Following a link may replace it in place
 * (src/features/navigation), so its features start and stop with it.
 */
import { afterPaint } from '../after-paint.ts';

/**
 * Sets up a feature on the content.
 * @param life aborted when the content is replaced; pass it to `addEventListener`.
 */
type Start = (main: HTMLElement, life: AbortSignal) => void;

/**
 * Draws the content's initial state, without side effects.
 * @param address the page's future URL.
 */
type Draw = (main: HTMLElement, address: URL) => void;

const draws: Draw[] = [];
const early: Start[] = [];
const others: Start[] = [];
let life = new AbortController();

/** The content on the page. */
export function currentContent(): HTMLElement {
  return document.querySelector<HTMLElement>('main:not([data-aside])') ?? document.body;
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

/** Like `onContent`, but before the content is painted, to avoid visible changes. */
export function beforeContent(start: Start): void {
  early.push(start);
  run(start);
}

/** Has `draw` prepare staged content, so that nothing changes when it is shown. */
export function whenStaged(draw: Draw): void {
  draws.push(draw);
}

/** Prepares content that is being staged for a URL. May run more than once. */
export function drawContent(main: HTMLElement, address: URL): void {
  for (const draw of draws) draw(main, address);
}

/**
 * Replaces the content; call it before the next frame is painted.
 * @param next may already be in the document, staged behind the content.
 */
export function replaceContent(next: HTMLElement): void {
  life.abort();
  const previous = currentContent();
  // Moving an element would lay it out again.
  if (!next.dataset.aside) previous.before(next);
  // Immediately, though it takes part of a frame: code that queries the document must not find two
  // pages.
  previous.remove();
  delete next.dataset.aside;
  next.ariaHidden = null;
  life = new AbortController();
  const { signal } = life;
  early.forEach(run);
  const late = [...others];
  afterPaint(() => !signal.aborted && late.forEach(run));
}
