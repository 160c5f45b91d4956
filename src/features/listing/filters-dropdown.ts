/** The filters lie over the cards, so they close as a menu does: by Escape, a press beside, Apply. */
import { afterPaint } from '#browser/after-paint.ts';

const filters = document.querySelector<HTMLDetailsElement>('details[data-filters]');
const summary = filters?.querySelector('summary');

function close(): void {
  if (!filters?.open) return;
  const hadFocus = filters.contains(document.activeElement);
  filters.open = false;
  // To focus is to lay out, which the cards that Apply asks for need not wait for.
  if (hadFocus) afterPaint(() => summary?.focus({ preventScroll: true }));
}

filters?.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') close();
});
filters?.addEventListener('submit', close);
document.addEventListener('pointerdown', ({ target }) => {
  if (target instanceof Node && !filters?.contains(target)) close();
});
