/** Scrolled past this, the button is there (spec, section 9). */
const SHOWN_AFTER_PX = 400;

const button = document.querySelector<HTMLElement>('[data-back-to-top]');

function show(): void {
  button?.toggleAttribute('data-shown', window.scrollY > SHOWN_AFTER_PX);
}

button?.addEventListener('click', () => {
  window.scrollTo({ top: 0 });
  document.getElementById('main')?.focus({ preventScroll: true });
});
// Not asked before: it makes the browser lay out the page. One that opens further down scrolls there.
window.addEventListener('scroll', show, { passive: true });
