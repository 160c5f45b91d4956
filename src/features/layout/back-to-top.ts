import { afterPaint } from '#browser/after-paint.ts';

/** Scroll position beyond which the button is shown (spec, section 9). */
const SHOWN_AFTER_PX = 400;

const button = document.querySelector<HTMLElement>('[data-back-to-top]');

function isFar(): boolean {
  return scrollY > SHOWN_AFTER_PX;
}

/**
 * Shows the button past that position, unless it would cover a control. The check is loaded on the first
 * scroll that far.
 */
async function show(): Promise<void> {
  // Not destructured: the bundler would wrap the import.
  const controls = isFar() && (await import('./controls-below.ts'));
  button?.toggleAttribute('data-shown', isFar() && controls && !controls.liesOnControl(button));
}

button?.addEventListener('click', () => {
  scrollTo(0, 0);
  document.getElementById('main')?.focus({ preventScroll: true });
});

/** Wait for the paint: hit testing forces layout. */
const showSoon = () => afterPaint(() => void show());

for (const event of ['scroll', 'resize']) addEventListener(event, showSoon);
// Check again after page load, which may restore a scroll position, and when late content moves
// controls.
new ResizeObserver(showSoon).observe(document.body);
