/** Scroll position beyond which the hero's title fades (spec, section 9). */
const FADES_AFTER_PX = 100;

const title = document.querySelector('[data-hero-title]');
const header = document.querySelector('[data-site-header][data-over-hero]');

function update(): void {
  const scrolled = window.scrollY > FADES_AFTER_PX;
  title?.toggleAttribute('data-faded', scrolled);
  header?.toggleAttribute('data-scrolled', scrolled);
}

window.addEventListener('scroll', update, { passive: true });
update();
