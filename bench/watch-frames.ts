// oxlint-disable unicorn/consistent-function-scoping -- the page receives only this function's source
import type { FrameReport } from './frame-reports.ts';

/** Expected results of a press, as selectors. */
export interface Goal {
  /** All of these are visible once the next page's main content is shown. */
  content: readonly string[];
  /** Visible once Back has returned to the previous page. */
  back: string;
  /** Whether to wait for the largest pictures as well. Searching for them delays the frame a little. */
  pictures: boolean;
  /**
   * Start or end of the press, from which times count. Nothing is searched before it: on a slow phone a
   * search takes up to 8 ms of the frames in which the touched page is being prepared.
   */
  counted: 'down' | 'up';
}

/**
 * Runs as text in every page before its own scripts, and reports the content of each frame once it has been
 * drawn, however it got there: in a new document, one prerendered or restored for Back, or swapped into this
 * document.
 *
 * The time of a frame is that of the task after it, when the main thread has handed it over, or of the next
 * frame if that begins first. Beside the paint times that a trace has of the same frames
 * (`firstContentfulPaint`, `largestContentfulPaint::Candidate`: when they were presented) it was between 19
 * ms early and 19 ms late, on average 4 ms early: text and pictures of the three next pages on a phone,
 * Chromium 153.
 */
export function watchFrames(goal: Goal, send: (text: string) => void): void {
  /** Time for which frames are watched after an event that may change the page, in milliseconds. */
  const watchMs = 10_000;
  /** Pictures with at least this share of the largest one's area count as the largest. */
  const asLarge = 0.95;
  /** A fading-in page counts once it is half visible. */
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

  /** The picture of an image element, or the placeholder behind it until it has loaded. */
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

  /** Whether the browser skips an element's contents (`content-visibility`): measuring them would force layout. */
  function isLeftOut(element: Element): boolean {
    const { contentVisibility } = getComputedStyle(element);
    if (contentVisibility !== 'auto') return contentVisibility === 'hidden';
    const { top, left, bottom, right } = element.getBoundingClientRect();
    return bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth;
  }

  /** Results of `isWithinLeftOut` in this frame. */
  const leftOut = new Map<Element, boolean>();

  /** Whether the browser skips an element, by itself or within a skipped ancestor. */
  function isWithinLeftOut(place: Element | null): boolean {
    if (!place) return false;
    const found = leftOut.get(place) ?? (isWithinLeftOut(place.parentElement) || isLeftOut(place));
    leftOut.set(place, found);
    return found;
  }

  /** Elements that match a selector, without skipped ones. */
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

  /** Whether a view transition still mostly shows the previous page. */
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
    // Decoded and drawn off the main thread: in this frame or right after.
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
  // The first page of a visit is not watched.
  const [entry] = performance.getEntriesByType('navigation');
  const isReturn = entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward';
  if (document.prerendering || isReturn || navigation.currentEntry?.index) watch();
}
