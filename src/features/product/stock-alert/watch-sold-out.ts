/**
 * Offers to tell the shopper when the chosen colour is back, while it is sold out. It watches what the
 * picker writes on Add To Cart, and loads the form only for a colour that is sold out.
 */
import { onContent } from '#browser/content/content.ts';

/** A colour, as the button names it. */
export interface Colour {
  product: number;
  colour: number;
}

/** The colour of a button, if nobody can buy it: not even somebody whose cart is empty. */
function soldOutColour({ dataset }: HTMLElement): Colour | null {
  const [product, colour] = [Number(dataset.product), Number(dataset.variant)];
  return Number(dataset.stock) === 0 && colour > 0 ? { product, colour } : null;
}

onContent((main, life) => {
  let isOffered = false;

  async function look(): Promise<void> {
    const button = main.querySelector<HTMLElement>('.product-picker [data-add]');
    if (!button || (!isOffered && !soldOutColour(button))) return;
    isOffered = true;
    try {
      const { offerAlert } = await import('./stock-alert-form.ts');
      // The shopper may have chosen another colour, or left, while it loaded.
      if (!life.aborted) offerAlert(button, soldOutColour(button));
    } catch (error) {
      console.error('The stock alert could not be loaded', error);
    }
  }

  // A page that is shown again has the last visit's.
  main.querySelector('[data-stock-alert]')?.remove();
  const observer = new MutationObserver(() => void look());
  observer.observe(main, { subtree: true, attributeFilter: ['data-stock', 'data-variant'] });
  life.addEventListener('abort', () => observer.disconnect());
  void look();
});
