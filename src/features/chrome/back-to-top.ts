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
window.addEventListener('scroll', show);
// A page may open further down. Asked sooner, the browser would have to lay it out only for this.
requestAnimationFrame(show);
