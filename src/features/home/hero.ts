/** Scrolled past this, the hero's title fades (spec, section 9). */
const FADES_AFTER_PX = 100;

const title = document.querySelector('[data-hero-title]');
const header = document.querySelector('[data-site-header][data-over-hero]');

function follow(): void {
  const left = window.scrollY > FADES_AFTER_PX;
  title?.toggleAttribute('data-faded', left);
  header?.toggleAttribute('data-scrolled', left);
}

window.addEventListener('scroll', follow, { passive: true });
follow();
