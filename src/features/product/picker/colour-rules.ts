import type { Product } from '#domain/product.ts';

/**
 * A style sheet for one product's page: elements of a colour (`data-of-colour`) are visible while that
 * colour's radio is checked. CSS alone switches pictures and name, with or without scripts.
 */
export function colourRules({ color_variants }: Pick<Product, 'color_variants'>): string {
  return color_variants
    .map(
      ({ id }) =>
        `.product-picker:not(:has([value="${id}"]:checked)) [data-of-colour="${id}"]{display:none}`,
    )
    .join('');
}
