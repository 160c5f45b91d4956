/**
 * The full-screen view of a product's pictures. PhotoSwipe moves and enlarges them; the dialog around it
 * is native, for focus, Escape and Android's Back.
 */
import PhotoSwipe from 'photoswipe';
import librarySheet from 'photoswipe/style.css?inline';
import { contentLife } from '#browser/content/content.ts';
import { $turn } from '../turn.ts';
import { handOverWhileZoomed, isPageZoomed } from '../page-zoom.ts';
import { framesOf, frameInView, viewedPicture, viewedSize } from './gallery-pictures.ts';
import ownSheet from './viewer.css?inline';

/** Zoom level after a click or double tap, relative to fitting; also the maximum. */
const ENLARGED = 2.5;
const LARGEST = 5;

/** Zoom factor of one press of +. */
const KEY_STEP = 1.5;

/** An icon like the carousel's arrows. */
const arrow = (path: string) =>
  `<svg width="20" height="14" viewBox="0 0 20 14" fill="none" aria-hidden="true"><path d="${path}" stroke="currentColor" stroke-width="1.5"/></svg>`;

/** Distance an arrow key moves an enlarged picture, in pixels. */
const KEY_PAN = 80;

let isStyled = false;

/** Adds the style sheets once; they stay for later openings. */
function addStyles(): void {
  if (isStyled) return;
  isStyled = true;
  for (const text of [librarySheet, ownSheet]) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }
}

function dialogOf(label: string): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'viewer';
  dialog.ariaLabel = label;
  document.body.append(dialog);
  return dialog;
}

function zoomBy(viewer: PhotoSwipe, factor: number): void {
  const { currSlide: slide } = viewer;
  if (!slide) return;
  const { fit, max } = slide.zoomLevels;
  const middle = { x: viewer.viewportSize.x / 2, y: viewer.viewportSize.y / 2 };
  const level = Math.min(Math.max(slide.currZoomLevel * factor, fit), max);
  slide.zoomTo(level, middle, 0);
}

/** @returns whether an enlarged picture could be moved. */
function panBy(viewer: PhotoSwipe, x: number, y: number): boolean {
  const { currSlide: slide } = viewer;
  if (!slide || slide.currZoomLevel <= slide.zoomLevels.fit) return false;
  slide.panTo(slide.pan.x - x, slide.pan.y - y);
  return true;
}

/** Keyboard actions. Arrows show the next picture, or move an enlarged one. */
const KEYS: Readonly<Record<string, (viewer: PhotoSwipe) => unknown>> = {
  ArrowLeft: (viewer) => panBy(viewer, -KEY_PAN, 0) || viewer.prev(),
  ArrowRight: (viewer) => panBy(viewer, KEY_PAN, 0) || viewer.next(),
  ArrowUp: (viewer) => panBy(viewer, 0, -KEY_PAN),
  ArrowDown: (viewer) => panBy(viewer, 0, KEY_PAN),
  Home: (viewer) => viewer.goTo(0),
  End: (viewer) => viewer.goTo(viewer.getNumItems() - 1),
  '+': (viewer) => zoomBy(viewer, KEY_STEP),
  '=': (viewer) => zoomBy(viewer, KEY_STEP),
  '-': (viewer) => zoomBy(viewer, 1 / KEY_STEP),
};

function press(viewer: PhotoSwipe, event: KeyboardEvent): void {
  // A tap hides the controls; show them again, so that focus is visible.
  viewer.element?.classList.add('pswp--ui-visible');
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act(viewer);
}

/**
 * Opens the view.
 * @param gallery the pictures of one colour.
 * @param pressed the pressed frame, or a button, which opens the picture in view.
 */
export function openViewer(gallery: HTMLElement, pressed: HTMLElement): void {
  // Pressed twice during loading.
  if (document.querySelector('dialog.viewer')) return;
  addStyles();
  const frames = framesOf(gallery);
  const place = frames.indexOf(pressed);
  const stills = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const dialog = dialogOf(`Images of ${gallery.dataset.gallery ?? ''}`);
  const viewer = new PhotoSwipe({
    dataSource: frames.map(viewedPicture),
    index: place === -1 ? frameInView(gallery, frames) : place,
    appendToEl: dialog,
    secondaryZoomLevel: ({ fit }) => fit * ENLARGED,
    maxZoomLevel: ({ fit }) => fit * LARGEST,
    bgOpacity: 1,
    showHideAnimationType: stills ? 'none' : 'fade',
    zoomAnimationDuration: stills ? false : 300,
    // Handled by the dialog.
    escKey: false,
    trapFocus: false,
    returnFocus: false,
    // Handled by `KEYS`.
    arrowKeys: false,
    arrowPrevSVG: arrow('M8 1 2 7l6 6M2 7h18'),
    arrowNextSVG: arrow('m12 1 6 6-6 6m6-6H0'),
    closeTitle: 'Close',
    zoomTitle: 'Zoom',
    arrowPrevTitle: 'Previous image',
    arrowNextTitle: 'Next image',
    errorMsg: 'This picture could not be loaded.',
  });

  const shaped = new Set<number>();
  // A picture not loaded by the page has no known proportions until now.
  viewer.on('loadComplete', ({ content }) => {
    const { element, index, data } = content;
    if (!(element instanceof HTMLImageElement) || shaped.has(index)) return;
    shaped.add(index);
    const size = viewedSize(element);
    if (Math.abs(size.height / (data.height ?? 1) - 1) < 0.01) return;
    Object.assign(data, size);
    viewer.refreshSlideContent(index);
  });
  const lifetime = new AbortController();
  // A page zoomed before opening shows only a part of the view; leave touches to the browser, so that
  // fingers can move it.
  viewer.on('pointerDown', (event) => {
    if (event.originalEvent.pointerType === 'touch' && isPageZoomed()) event.preventDefault();
  });
  viewer.on('destroy', () => {
    lifetime.abort();
    dialog.close();
    dialog.remove();
    const carousel = gallery.querySelector('[data-carousel]');
    if (carousel) $turn.set({ carousel, to: String(viewer.currIndex) });
  });
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    viewer.close();
  });
  dialog.addEventListener('keydown', (event) => press(viewer, event));
  contentLife().addEventListener('abort', () => viewer.destroy());

  // A pressed picture cannot take focus, so return it to the button.
  if (!gallery.contains(document.activeElement))
    gallery.querySelector<HTMLElement>('button[data-enlarge]')?.focus({ preventScroll: true });
  dialog.showModal();
  viewer.init();
  // The surrounding dialog has both.
  viewer.element?.removeAttribute('role');
  viewer.element?.removeAttribute('aria-modal');
  if (viewer.element) handOverWhileZoomed(viewer.element, lifetime.signal);
}
