/**
 * Offers a back-in-stock alert while the chosen colour is sold out. Watches the picker's changes to Add
 * To Cart, and loads the form only for a sold-out colour.
 */
import { onContent } from '#browser/content/content.ts';
import type { Colour } from './stock-alert-form.ts';

/** The colour of a button if it is out of stock, regardless of the cart. */
function soldOutColour({ dataset }: HTMLElement): Colour | null {
  const [product, colour] = [Number(dataset.product), Number(dataset.variant)];
  return Number(dataset.stock) === 0 && colour > 0 ? { product, colour } : null;
}

onContent((main, life) => {
  let isOffered = false;

  async function look(): Promise<void> {
    const button = main.querySelector<HTMLElement>('.product-picker [data-add]');
    const line = main.querySelector('[data-stock-line]');
    if (!button || !line || (!isOffered && !soldOutColour(button))) return;
    isOffered = true;
    try {
      const { offerAlert } = await import('./stock-alert-form.ts');
      // The shopper may have chosen another colour, or left, during loading.
      if (!life.aborted) offerAlert(line, soldOutColour(button));
    } catch (error) {
      console.error('The stock alert could not be loaded', error);
    }
  }

  // A page shown again still has the last visit's.
  main.querySelector('[data-stock-alert]')?.remove();
  const observer = new MutationObserver(() => void look());
  observer.observe(main, { subtree: true, attributeFilter: ['data-stock', 'data-variant'] });
  life.addEventListener('abort', () => observer.disconnect());
  void look();
});
