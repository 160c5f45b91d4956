import {
  letRememberViewed,
  onViewedElsewhere,
  recentlyViewed,
  remembersViewed,
  rememberViewed,
} from './viewed-products.ts';
import type { ViewedProduct } from './viewed-products.ts';
import { onContent } from '#browser/content/content.ts';
import { whenShown } from '#browser/shown.ts';

async function drawOthers(section: HTMLElement, others: readonly ViewedProduct[]): Promise<void> {
  try {
    // Not loaded on a first visit, which has none.
    const { drawViewedTiles } = await import('./draw-viewed-tiles.ts');
    if (remembersViewed()) drawViewedTiles(section, others);
  } catch (error) {
    console.error('Recently viewed products could not be shown', error);
  }
}

/** Shows the button that turns the list off, or where to turn it on again. */
function showSwitch(section: HTMLElement): void {
  const on = remembersViewed();
  section.querySelector('button')?.toggleAttribute('hidden', !on);
  section.querySelector('p')?.toggleAttribute('hidden', on);
}

function show(section: HTMLElement): void {
  showSwitch(section);
  const { productId, productName = '', productImage = '' } = section.dataset;
  const current = Number(productId);
  const others = recentlyViewed().filter(({ id }) => id !== current);
  if (others.length === 0) section.hidden = true;
  else void drawOthers(section, others);
  rememberViewed({ id: current, name: productName, image: productImage });
}

/** Removes the list, and says where to turn it on again. */
function clear(section: HTMLElement): void {
  section.querySelector('ul')?.replaceChildren();
  showSwitch(section);
}

onContent((main, signal) => {
  const section = main.querySelector<HTMLElement>('[data-recently-viewed]');
  if (!section) return;
  const turnOff = () => {
    letRememberViewed(false);
    clear(section);
    // The focused button is gone.
    section.querySelector<HTMLElement>('p a')?.focus();
  };
  section.querySelector('button')?.addEventListener('click', turnOff, { signal });
  whenShown(() => show(section));
});

onViewedElsewhere(() => {
  const section = document.querySelector<HTMLElement>('[data-recently-viewed]');
  if (section && !remembersViewed()) clear(section);
});
