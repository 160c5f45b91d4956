// oxlint-disable unicorn/consistent-function-scoping -- the page gets this function's text alone
import type { FrameReport } from './frame-reports.ts';

/** What a shopper waits for after a press, as selectors. */
export interface Goal {
  /** All of these are on screen when the next page's main content is. */
  content: readonly string[];
  /** On screen when Back has led to where the shopper came from. */
  back: string;
  /** Whether the largest pictures are waited for, too. To look for them delays the frame a little. */
  pictures: boolean;
  /**
   * The end of the press from which times count. Before it, nothing is looked for: on a slow phone a look takes up to
   * 8 ms of the frames in which the touched page is being prepared.
   */
  counted: 'down' | 'up';
}

/**
 * Runs in every page before its own scripts, as text, and reports what each frame shows once it has been
 * drawn, whatever brought it there: a document of its own, one prerendered or kept for Back, or content
 * swapped in this document.
 *
 * The time of a frame is that of the task after it, when the main thread has handed it over, or of the next frame if
 * that begins first. Beside the paint times that a trace has of the same frames (`firstContentfulPaint`,
 * `largestContentfulPaint::Candidate`: when they were presented) it was between 19 ms early and 19 ms late, on
 * average 4 ms early: text and pictures of the three next pages on a phone, Chromium 153.
 */
export function watchFrames(goal: Goal, send: (text: string) => void): void {
  /** How long frames are watched after something that may change the page, in milliseconds. */
  const watchMs = 10_000;
  /** Pictures of this share of the largest one's area count as the largest. */
  const asLarge = 0.95;
  /** A page that is faded in counts once it is half visible. */
  const visible = 0.5;

  interface Picture {
    image: HTMLImageElement;
    address: string;
  }

  const behind = new Map<string, HTMLImageElement>();
  let watchedUntil = 0;
  let watching = false;
  let lastFrame = '';
  let lastPicture = '';
  let noteFrame = () => {};

  function report(what: FrameReport): void {
    send(JSON.stringify({ ...what, time: performance.timeOrigin + what.time }));
  }

  function opacityOf(element: Element): number {
    let opacity = 1;
    for (let at: Element | null = element; at; at = at.parentElement)
      opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  }

  /** The area of an element on screen, in CSS pixels; 0 if it cannot be seen. */
  function areaOnScreen(element: Element): number {
    if (!element.checkVisibility({ visibilityProperty: true })) return 0;
    const { top, left, bottom, right } = element.getBoundingClientRect();
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
    return width > 0 && height > 0 && opacityOf(element) >= visible ? width * height : 0;
  }

  function isOnScreen(selector: string): boolean {
    for (const element of find(selector))
      if (element.textContent?.trim() && areaOnScreen(element) > 0) return true;
    return false;
  }

  /** The picture in an image, else one behind it that is shown until it has been loaded. */
  function pictureIn(image: HTMLImageElement): Picture | null {
    if (image.complete && image.naturalWidth > 1) return { image, address: image.currentSrc };
    for (const element of [image, image.parentElement, image.parentElement?.parentElement]) {
      const address =
        element && /url\("([^"]+)"\)/.exec(getComputedStyle(element).backgroundImage)?.[1];
      if (!address) continue;
      const copy = behind.get(address) ?? Object.assign(new Image(), { src: address });
      behind.set(address, copy);
      return { image: copy, address };
    }
    return null;
  }

  /** Whether the browser leaves out what is in an element: to measure that would lay it out. */
  function isLeftOut(element: Element): boolean {
    const { contentVisibility } = getComputedStyle(element);
    if (contentVisibility !== 'auto') return contentVisibility === 'hidden';
    const { top, left, bottom, right } = element.getBoundingClientRect();
    return bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth;
  }

  /** What `isWithinLeftOut` has found in this frame. */
  const leftOut = new Map<Element, boolean>();

  /** Whether the browser leaves out an element, by itself or with what is around it. */
  function isWithinLeftOut(place: Element | null): boolean {
    if (!place) return false;
    const found = leftOut.get(place) ?? (isWithinLeftOut(place.parentElement) || isLeftOut(place));
    leftOut.set(place, found);
    return found;
  }

  /** What fits a selector, without what is left out. */
  function* find(selector: string): Generator<Element> {
    for (const element of document.querySelectorAll(selector))
      if (!isWithinLeftOut(element.parentElement)) yield element;
  }

  function largestPictures(): Picture[] {
    const images = [...find('main img')]
      .filter((element) => element instanceof HTMLImageElement)
      .map((image) => ({ image, area: areaOnScreen(image) }));
    const largest = Math.max(...images.map(({ area }) => area));
    if (!(largest > 0)) return [];
    return images
      .filter(({ area }) => area >= largest * asLarge)
      .map(({ image }) => pictureIn(image))
      .filter((picture) => picture !== null);
  }

  /** Whether a view transition still shows mostly the page before. */
  function isFading(): boolean {
    const root = document.documentElement;
    if (!root?.matches(':active-view-transition')) return false;
    return Number(getComputedStyle(root, '::view-transition-new(root)').opacity) < visible;
  }

  function watchFrame(): void {
    noteFrame();
    leftOut.clear();
    const fading = isFading();
    const content = !fading && goal.content.every(isOnScreen);
    const back = !fading && isOnScreen(goal.back);
    const pictures = content && goal.pictures ? largestPictures() : [];
    const addresses = [...new Set(pictures.map(({ address }) => address))].join(' ');
    // Decoded beside the main thread, and drawn without it: in this frame or right after.
    const ready =
      addresses !== lastPicture && Promise.allSettled(pictures.map(({ image }) => image.decode()));
    if (performance.now() < watchedUntil) requestAnimationFrame(watchFrame);
    else watching = false;
    let isNoted = false;
    noteFrame = () => {
      if (isNoted) return;
      isNoted = true;
      const time = performance.now();
      const frame = `${content} ${back}`;
      if (frame !== lastFrame) report({ kind: 'frame', time, content, back });
      lastFrame = frame;
      if (!ready) return;
      lastPicture = addresses;
      void ready.then(() => report({ kind: 'picture', time: performance.now(), addresses }));
    };
    // After the frame, before timers and messages that were queued earlier. Input and the next frame may come first.
    void scheduler.postTask(noteFrame, { priority: 'user-blocking' });
  }

  function watch(): void {
    watchedUntil = performance.now() + watchMs;
    lastFrame = '';
    lastPicture = '';
    if (watching) return;
    watching = true;
    requestAnimationFrame(watchFrame);
  }

  for (const kind of ['down', 'up'] as const) {
    addEventListener(
      `pointer${kind}`,
      ({ timeStamp }) => {
        report({ kind, time: timeStamp });
        if (kind === goal.counted) watch();
      },
      { capture: true, passive: true },
    );
  }
  navigation.addEventListener('navigate', watch);
  addEventListener('pageshow', ({ persisted }) => persisted && watch());
  document.addEventListener('prerenderingchange', watch);
  // The page that a visit begins with settles without being watched.
  const [entry] = performance.getEntriesByType('navigation');
  const isReturn = entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward';
  if (document.prerendering || isReturn || navigation.currentEntry?.index) watch();
}
