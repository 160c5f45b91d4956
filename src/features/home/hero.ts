import { beforeContent } from '#browser/content/content.ts';

/** Scroll position beyond which the hero's title fades (spec, section 9). */
const FADES_AFTER_PX = 100;

beforeContent((main, life) => {
  const title = main.querySelector('[data-hero-title]');
  if (!title) return;
  const header = document.querySelector('[data-site-header][data-over-hero]');

  function update(): void {
    const scrolled = scrollY > FADES_AFTER_PX;
    title?.toggleAttribute('data-faded', scrolled);
    header?.toggleAttribute('data-scrolled', scrolled);
  }

  addEventListener('scroll', update, { signal: life });
  // Reading scrollY before the first frame would force layout.
  requestAnimationFrame(update);
});
