import type { Product } from '#domain/catalogue/product.ts';
import { firstAvailableColour } from '#domain/cart/stock.ts';

/**
 * A style sheet for one product's page: elements of a colour (`data-of-colour`) are visible while that
 * colour's radio is checked. CSS alone switches pictures and name, with or without scripts. Until the
 * radios have arrived, which come after the pictures, the colour that will be checked is visible: its
 * pictures would otherwise push the text aside.
 */
export function colourRules(product: Pick<Product, 'color_variants'>): string {
  const chosen = firstAvailableColour(product, []);
  return product.color_variants
    .map((colour) => {
      const own = `[value="${colour.id}"]`;
      const isHidden =
        colour === chosen ? `:has([value]:checked:not(${own}))` : `:not(:has(${own}:checked))`;
      return `.product-picker${isHidden} [data-of-colour="${colour.id}"]{display:none}`;
    })
    .join('');
}
