/** The filters overlay the cards, so they close like a menu: on Escape, a press outside or Apply. */
import { afterPaint } from '#browser/after-paint.ts';
import { onContent } from '#browser/content/content.ts';

function start(filters: HTMLDetailsElement, life: AbortSignal): void {
  function close(): void {
    if (!filters.open) return;
    const hadFocus = filters.contains(document.activeElement);
    filters.open = false;
    // focus() forces layout; render the filtered cards first.
    const summary = filters.querySelector('summary');
    if (hadFocus) afterPaint(() => summary?.focus({ preventScroll: true }));
  }

  function closeOnEscape({ key }: KeyboardEvent): void {
    if (key === 'Escape') close();
  }

  function closeOnPressOutside({ target }: PointerEvent): void {
    if (target instanceof Node && !filters.contains(target)) close();
  }

  filters.addEventListener('keydown', closeOnEscape, { signal: life });
  filters.addEventListener('submit', close, { signal: life });
  document.addEventListener('pointerdown', closeOnPressOutside, { signal: life });
}

onContent((main, life) => {
  const filters = main.querySelector<HTMLDetailsElement>('details[data-filters]');
  if (filters) start(filters, life);
});
