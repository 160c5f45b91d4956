/**
 * Detection and handling of page zoom. In this eagerly loaded file, because its users are loaded by a
 * touch and should not wait for another file.
 */

/** Whether the page is pinch-zoomed: the screen shows a part of its width. */
export function isPageZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1;
}

/**
 * Overrides an element's `touch-action` while the page is zoomed, so that one finger moves the page and
 * two zoom it out again, anywhere on the element.
 */
export function handOverWhileZoomed(element: HTMLElement, signal: AbortSignal): void {
  const handOver = () => {
    element.style.touchAction = isPageZoomed() ? 'auto' : '';
  };
  handOver();
  window.visualViewport?.addEventListener('resize', handOver, { signal });
}
