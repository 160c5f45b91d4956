import type { CartItem, StockLevel } from './cart.ts';
import type { ColourVariant, Product } from '../catalogue/product.ts';
import { firstAvailableColour, OUT_OF_STOCK, remainingStock, withLiveStock } from './stock.ts';

/** The state of a product's page: stock and selected colour. */
export interface ProductView {
  /** With stock as of the last check. */
  product: Product;
  chosen: ColourVariant | undefined;
  /** No unit of the chosen colour can be added. */
  soldOut: boolean;
  /** The reason when sold out, else empty. */
  message: string;
}

/**
 * Computes that state. The chosen colour is the one requested, else the first with remaining stock, else
 * the first (spec, section 4).
 */
export function viewProduct(
  built: Product,
  levels: readonly StockLevel[],
  cart: readonly CartItem[],
  askedColour: number | null,
): ProductView {
  const product = withLiveStock(built, levels);
  const asked = product.color_variants.find(({ id }) => id === askedColour);
  const chosen = asked ?? firstAvailableColour(product, cart);
  const soldOut = !chosen || remainingStock(chosen, cart) === 0;
  const allInCart = soldOut && chosen !== undefined && chosen.quantity > 0;
  const reason = allInCart ? ` – all ${chosen.quantity} we have are in your cart.` : '';
  return { product, chosen, soldOut, message: soldOut ? `${OUT_OF_STOCK}${reason}` : '' };
}

/** Describes what a colour's pictures show, e.g. "Boss Beanie in Rust". */
export function subjectOf(product: Product, colour: ColourVariant | undefined): string {
  return colour ? `${product.name} in ${colour.color_name}` : product.name;
}
