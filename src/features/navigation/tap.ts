/**
 * Responds to a tap as the finger lifts. The browser's `click` comes later, after emulated mouse events,
 * each with a hit test and `:hover` and `:active` styles: 10 to 20 ms on a slow phone.
 */

/** A finger held longer or moved further than this is left to the browser, in milliseconds and pixels. */
const LONGEST_MS = 400;
const TOLERANCE_PX = 10;

/** A touch this soon after a scroll frame stops the scrolling, in milliseconds. */
const STOPS_MS = 100;

/**
 * Clicks elements as they are tapped.
 * @param clicked returns the element to click for a tap; `null` leaves the tap to the browser.
 */
export function clickOnTap(clicked: (target: EventTarget | null) => HTMLElement | null): void {
  let scrolledAt = -Infinity;
  let down: PointerEvent | null = null;

  function onScroll({ timeStamp }: Event): void {
    scrolledAt = timeStamp;
  }

  function onDown(event: PointerEvent): void {
    const { pointerType, isPrimary, timeStamp } = event;
    const stopsPage = timeStamp - scrolledAt < STOPS_MS;
    down = pointerType === 'touch' && isPrimary && !stopsPage ? event : null;
  }

  function onMove({ changedTouches: [finger] }: TouchEvent): void {
    if (!down || !finger) return;
    const moved = Math.hypot(finger.clientX - down.clientX, finger.clientY - down.clientY);
    if (moved > TOLERANCE_PX) down = null;
  }

  function onEnd(event: TouchEvent): void {
    const { cancelable, defaultPrevented, timeStamp, target } = event;
    const isTap = down !== null && timeStamp - down.timeStamp < LONGEST_MS;
    down = null;
    if (!isTap || !cancelable || defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // A tap elsewhere ends typing and closes the keyboard.
    if (document.activeElement?.matches(':read-write')) return;
    const element = clicked(target);
    if (!element) return;
    // Suppresses emulated mouse events and a second click.
    event.preventDefault();
    element.click();
  }

  document.addEventListener('scroll', onScroll, { capture: true });
  document.addEventListener('pointerdown', onDown);
  document.addEventListener('contextmenu', () => (down = null));
  document.addEventListener('touchmove', onMove, { passive: true });
  // Does not block scrolling, as a listener for `touchstart` or `touchmove` would.
  document.addEventListener('touchend', onEnd, { passive: false });
}
