/** Scroll position beyond which the button is shown (spec, section 9). */
const SHOWN_AFTER_PX = 400;

const button = document.querySelector<HTMLElement>('[data-back-to-top]');

function show(): void {
  button?.toggleAttribute('data-shown', window.scrollY > SHOWN_AFTER_PX);
}

button?.addEventListener('click', () => {
  window.scrollTo({ top: 0 });
  document.getElementById('main')?.focus({ preventScroll: true });
});
window.addEventListener('scroll', show);
// The page may open scrolled down. Reading scrollY before the first frame would force layout.
requestAnimationFrame(show);
