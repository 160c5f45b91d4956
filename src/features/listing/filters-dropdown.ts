/** The filters overlay the cards, so they close like a menu: by Escape, a press outside or Apply. */
import { afterPaint } from '#browser/after-paint.ts';

const filters = document.querySelector<HTMLDetailsElement>('details[data-filters]');
const summary = filters?.querySelector('summary');

function close(): void {
  if (!filters?.open) return;
  const hadFocus = filters.contains(document.activeElement);
  filters.open = false;
  // focus() forces layout; render the filtered cards first.
  if (hadFocus) afterPaint(() => summary?.focus({ preventScroll: true }));
}

filters?.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') close();
});
filters?.addEventListener('submit', close);
document.addEventListener('pointerdown', ({ target }) => {
  if (target instanceof Node && !filters?.contains(target)) close();
});
