import type { CartItem, StockLevel } from './cart.ts';
import type { ColourVariant, Product } from '../catalogue/product.ts';

/** The message of the spec's error catalogue for a colour that cannot be added. */
export const OUT_OF_STOCK = 'Out of Stock';

/** Units of a colour that can still be added: its stock minus those already in the cart. */
export function remainingStock(
  variant: Pick<ColourVariant, 'id' | 'quantity'>,
  cart: readonly CartItem[],
): number {
  const inCart = cart
    .filter((item) => item.selectedColor.id === variant.id)
    .reduce((count, item) => count + item.quantity, 0);
  return Math.max(variant.quantity - inCart, 0);
}

/** The first colour with remaining stock, else the first colour (spec, section 4). */
export function firstAvailableColour(
  product: Pick<Product, 'color_variants'>,
  cart: readonly CartItem[],
): ColourVariant | undefined {
  const { color_variants: colours } = product;
  return colours.find((colour) => remainingStock(colour, cart) > 0) ?? colours[0];
}

/** The product with freshly checked stock; colours that were not checked keep theirs. */
export function withLiveStock(product: Product, levels: readonly StockLevel[]): Product {
  const stockOf = new Map(
    levels
      .filter((level) => level.productId === product.id)
      .map((level) => [level.selectedColorId, level.currentStock]),
  );
  return {
    ...product,
    color_variants: product.color_variants.map((colour) => ({
      ...colour,
      quantity: stockOf.get(colour.id) ?? colour.quantity,
    })),
  };
}
