import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { CartItem } from '#shop/cart.ts';
import type { ColourVariant, Product } from '#shop/product.ts';
import { firstAvailableColour } from '#shop/stock.ts';

const PARAMETER = 'colour';

function neverChanges(): () => void {
  return () => undefined;
}

/** The colour that the address asks for. */
export function askedColour(): number | null {
  const asked = new URLSearchParams(location.search).get(PARAMETER);
  return asked !== null && /^\d+$/.test(asked) ? Number(asked) : null;
}

function nobodyAsked(): null {
  return null;
}

/** The radio that a quick shopper chose while the page was HTML alone; React leaves it checked. */
function chosenBeforeHydration(): number | null {
  const radio = document.querySelector<HTMLInputElement>('.product-picker [name="colour"]:checked');
  return radio && !radio.defaultChecked ? Number(radio.value) : null;
}

/** Puts a choice into the address, in place of the one before. */
function writeAddress(colourId: number): void {
  const url = new URL(location.href);
  url.searchParams.set(PARAMETER, String(colourId));
  history.replaceState(history.state, '', url);
}

/**
 * The chosen colour of a product: the shopper's choice, which the address carries as `?colour=` so
 * that it can be shared, else the first colour with remaining stock, else the first.
 */
export function useColourChoice(
  product: Product,
  cart: readonly CartItem[],
): [ColourVariant | undefined, (colour: ColourVariant) => void] {
  const [chosenId, setChosenId] = useState<number | null>(null);
  // Server-rendered HTML knows no query; React looks again before the browser paints.
  const asked = useSyncExternalStore(neverChanges, askedColour, nobodyAsked);

  useLayoutEffect(() => {
    // See product-picker.css.
    delete document.documentElement.dataset.colour;
    const early = chosenBeforeHydration();
    if (early === null) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the document knows what React does not
    setChosenId(early);
    writeAddress(early);
  }, []);

  function choose(colour: ColourVariant): void {
    setChosenId(colour.id);
    writeAddress(colour.id);
  }

  const chosen = product.color_variants.find(({ id }) => id === (chosenId ?? asked));
  return [chosen ?? firstAvailableColour(product, cart), choose];
}
