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
for (const event of ['scroll', 'resize']) window.addEventListener(event, () => void show());
// The page may open scrolled down. Reading scrollY before the first frame would force layout.
requestAnimationFrame(() => void show());
