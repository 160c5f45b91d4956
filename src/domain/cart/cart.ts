import { countText } from '../basics/count-text.ts';
import { parsePrice, sumPence, timesPence } from '../money/money.ts';
import type { Pence } from '../money/money.ts';
import { isColourVariant, productFields } from '../catalogue/product-shape.ts';
import type { ColourVariant, Product } from '../catalogue/product.ts';
import { isInteger, shape } from '../basics/shape.ts';

/** A line of the cart: a product in one colour (spec, section 3). */
export type CartItem = Omit<Product, 'color_variants' | 'sale' | 'drawn' | 'attributes'> & {
  quantity: number;
  /** The colour as last seen; `quantity` is the stock available to the shopper. */
  selectedColor: ColourVariant;
};

/** Identifies a line: product id plus colour id (spec, section 3). */
export interface LineId {
  productId: number;
  selectedColorId: number;
}

/** The stock available to this shopper, as returned by `/api/listing/cartvalidate/`. */
export interface StockLevel extends LineId {
  currentStock: number;
  /** Current unit price in pounds; missing if it is not sold. */
  price?: number | null | undefined;
}

/** The choices of a line's quantity select (spec, sections 2 and 9). */
export const QUANTITY_CHOICES: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Whether a line is so close to its stock that the shopper is told (spec, section 5). */
export function isLimited({ quantity, selectedColor }: CartItem): boolean {
  const stock = selectedColor.quantity;
  return stock < QUANTITY_CHOICES.length || quantity >= stock;
}

/** The ids of a line. */
export function lineIdOf(item: CartItem): LineId {
  return { productId: item.id, selectedColorId: item.selectedColor.id };
}

/** A line's ids as one string, for map and list keys. */
export function lineKey({ productId, selectedColorId }: LineId): string {
  return `${productId}-${selectedColorId}`;
}

function isLine(item: CartItem, line: LineId): boolean {
  return lineKey(lineIdOf(item)) === lineKey(line);
}

/**
 * The cart with one more unit of a colour. If that would exceed the colour's stock, nothing changes
 * (spec, section 4): the same array is returned.
 */
export function addToCart(
  items: readonly CartItem[],
  product: Product,
  variant: ColourVariant,
): readonly CartItem[] {
  const line = { productId: product.id, selectedColorId: variant.id };
  const known = items.find((item) => isLine(item, line));
  if (variant.quantity < (known?.quantity ?? 0) + 1) return items;
  if (known) {
    const more = { ...known, quantity: known.quantity + 1, selectedColor: variant };
    return items.map((item) => (item === known ? more : item));
  }
  const { color_variants: _, ...rest } = product;
  return [...items, { ...rest, quantity: 1, selectedColor: variant }];
}

/**
 * The cart with a line's quantity set. A quantity above the colour's stock, or one that is not a
 * positive integer, changes nothing: the same array is returned.
 */
export function setQuantity(
  items: readonly CartItem[],
  line: LineId,
  quantity: number,
): readonly CartItem[] {
  const known = items.find((item) => isLine(item, line));
  if (!known || known.quantity === quantity) return items;
  if (!Number.isInteger(quantity) || quantity < 1) return items;
  if (quantity > known.selectedColor.quantity) return items;
  return items.map((item) => (item === known ? { ...known, quantity } : item));
}

/** The cart without a line. */
export function removeLine(items: readonly CartItem[], line: LineId): readonly CartItem[] {
  return items.filter((item) => !isLine(item, line));
}

/** The price of a line: unit price times quantity. */
export function lineTotal(item: CartItem): Pence {
  return timesPence(parsePrice(item.price), item.quantity);
}

/** The cart's subtotal, before tax and shipping. */
export function subtotalOf(items: readonly CartItem[]): Pence {
  return sumPence(items.map(lineTotal));
}

/** The number of units in the cart. */
export function itemCount(items: readonly CartItem[]): number {
  return items.reduce((count, item) => count + item.quantity, 0);
}

/** A number of units, as displayed: "1 item", "3 items". */
export function itemsText(count: number): string {
  return countText(count, 'item');
}

function isUnits(value: unknown): value is number {
  return isInteger(value) && value > 0;
}

/** Whether a value from browser storage is a line that can be displayed and priced. */
const isCartItem = shape<CartItem>({
  ...productFields,
  quantity: isUnits,
  selectedColor: isColourVariant,
});

/** The lines in a value from browser storage; invalid ones are dropped. */
export function readCartItems(value: unknown): readonly CartItem[] {
  return Array.isArray(value) ? value.filter(isCartItem) : [];
}
