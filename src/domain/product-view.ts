import type { CartItem, StockLevel } from './cart.ts';
import type { ColourVariant, Product } from './product.ts';
import { firstAvailableColour, OUT_OF_STOCK, remainingStock, withLiveStock } from './stock.ts';

/** What a product's page shows of its stock and of the choice of a colour. */
export interface ProductView {
  /** With the stock as last checked. */
  product: Product;
  chosen: ColourVariant | undefined;
  /** Nothing of the chosen colour can be added. */
  soldOut: boolean;
  /** Says why, where it is so. */
  message: string;
}

/**
 * A product as its page shows it: the colour asked for, else the first with remaining stock, else
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

/** What a colour's pictures show, e.g. "Boss Beanie in Rust". */
export function subjectOf(product: Product, colour: ColourVariant | undefined): string {
  return colour ? `${product.name} in ${colour.color_name}` : product.name;
}
