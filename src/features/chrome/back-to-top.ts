import { afterPaint } from '#browser/after-paint.ts';

/** Scroll position beyond which the button is shown (spec, section 9). */
const SHOWN_AFTER_PX = 400;

const button = document.querySelector<HTMLElement>('[data-back-to-top]');

/** Shown past that, unless it would lie on a control. The check is loaded once somebody scrolls that far. */
async function show(): Promise<void> {
  let isShown = window.scrollY > SHOWN_AFTER_PX;
  if (isShown && button) {
    const { liesOnControl } = await import('./controls-below.ts');
    isShown = window.scrollY > SHOWN_AFTER_PX && !liesOnControl(button);
  }
  button?.toggleAttribute('data-shown', isShown);
}

button?.addEventListener('click', () => {
  window.scrollTo({ top: 0 });
  document.getElementById('main')?.focus({ preventScroll: true });
});

/** Once what has moved is painted: to find out what lies below takes part of a frame. */
const showSoon = () => afterPaint(() => void show());

for (const event of ['scroll', 'resize']) window.addEventListener(event, showSoon);
// Also once the page is laid out, which may be scrolled down, and when content that comes later moves controls.
new ResizeObserver(showSoon).observe(document.body);
