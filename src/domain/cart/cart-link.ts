/** Links that fill a cart, `/buy/12:1,15:2`: colour variants by id, each with its quantity. */
import { QUANTITY_CHOICES, itemsText, lineIdOf, lineKey } from './cart.ts';
import type { CartItem, StockLevel } from './cart.ts';
import type { Product } from '../catalogue/product.ts';
import { describeShortfall, reorder } from './reorder.ts';
import { OUT_OF_STOCK } from './stock.ts';

/** A link's line: a colour and its quantity. */
export interface LinkedLine {
  variantId: number;
  quantity: number;
}

/** Maximum colours in one link: enough for a cart, and short enough for every address bar. */
export const MAX_LINKED_LINES = 20;

/** Maximum units of a colour that a link adds, as in the cart's own select (spec, section 9). */
export const MAX_LINKED_UNITS = Math.max(...QUANTITY_CHOICES);

const LINE = /^([1-9]\d{0,14}):([1-9]\d{0,2})$/;

/**
 * Parses the end of a link's path.
 * @param text e.g. `12:1,15:2`, percent-encoded or not. Repeated colours are summed.
 * @returns null for anything but 1 to 20 colours, each with a quantity from 1 to 999.
 */
export function parseCartLink(text: string): LinkedLine[] | null {
  const quantities = new Map<number, number>();
  let plain: string;
  try {
    plain = decodeURIComponent(text);
  } catch {
    return null;
  }
  for (const part of plain.split(',')) {
    const [, variant, quantity] = LINE.exec(part) ?? [];
    if (!variant || !quantity) return null;
    const variantId = Number(variant);
    quantities.set(variantId, (quantities.get(variantId) ?? 0) + Number(quantity));
  }
  if (quantities.size > MAX_LINKED_LINES) return null;
  return [...quantities].map(([variantId, quantity]) => ({ variantId, quantity }));
}

/** The path of a link that puts one unit of a colour into the cart. */
export function cartLink(variantId: number): string {
  return `/buy/${variantId}:1`;
}

/** A cart filled by a link, and the messages for the shopper. */
interface FilledCart {
  items: readonly CartItem[];
  news: readonly string[];
}

interface Offer {
  /** The current products of the link's colours. */
  products: readonly Product[];
  /** Units available to this shopper. */
  levels: readonly StockLevel[];
}

function addLine(
  cart: readonly CartItem[],
  { variantId, quantity }: LinkedLine,
  { products, levels }: Offer,
): FilledCart & { added: number } {
  const product = products.find((one) => one.color_variants.some(({ id }) => id === variantId));
  const variant = product?.color_variants.find(({ id }) => id === variantId);
  if (!product || !variant) {
    return { items: cart, added: 0, news: ['A piece of this link is not sold here.'] };
  }
  const key = lineKey({ productId: product.id, selectedColorId: variantId });
  const held = cart.find((item) => lineKey(lineIdOf(item)) === key)?.quantity ?? 0;
  const stock = levels.find((level) => lineKey(level) === key)?.currentStock ?? 0;
  const { name } = product;
  const colour = variant.color_name;
  if (stock === 0)
    return { items: cart, added: 0, news: [`${name} (${colour}): ${OUT_OF_STOCK}.`] };
  const wanted = Math.min(quantity, Math.max(MAX_LINKED_UNITS - held, 0));
  const { items, added, shortfalls } = reorder(cart, [
    { name, colour, variantId, quantity: wanted, stock, product },
  ]);
  const limit =
    wanted < quantity && shortfalls.length === 0
      ? [
          `${name} (${colour}): your cart holds ${held + added}, and takes at most ${MAX_LINKED_UNITS}.`,
        ]
      : [];
  return { items, added, news: [...shortfalls.map(describeShortfall), ...limit] };
}

/**
 * The cart plus a link's colours, as far as they are sold and in stock, up to ten of each. Existing
 * lines grow.
 */
export function fillCart(
  cart: readonly CartItem[],
  lines: readonly LinkedLine[],
  offer: Offer,
): FilledCart {
  let items = cart;
  let total = 0;
  const news = new Set<string>();
  for (const line of lines) {
    const filled = addLine(items, line, offer);
    items = filled.items;
    total += filled.added;
    for (const sentence of filled.news) news.add(sentence);
  }
  const verb = total === 1 ? 'was' : 'were';
  const outcome =
    total > 0 ? `${itemsText(total)} ${verb} added to your cart.` : 'Nothing was added.';
  return { items, news: [outcome, ...news] };
}
