import { imageAddress, imagePath, srcSet } from '#domain/catalogue/image.ts';
import { itemCount, itemsText, lineIdOf, lineKey, QUANTITY_CHOICES } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { parsePrice } from '#domain/money/money.ts';
import { priceText } from '#domain/money/shown-price.ts';

/** "1 item", "3 items". */
export function countText(items: readonly CartItem[]): string {
  return itemsText(itemCount(items));
}

/** A line's unit price: "£34.00 each". @param tax per cent added to it. */
export function eachText({ price }: CartItem, tax: number): string {
  return `${priceText(parsePrice(price), tax)} each`;
}

/** The message under a line that is close to its stock, from the spec's error catalogue. */
export function limitText({ selectedColor }: CartItem): string {
  return `Only ${selectedColor.quantity} in stock`;
}

/** A line's product and colour. */
export function pieceText({ name, selectedColor }: CartItem): string {
  return `${name}, ${selectedColor.color_name}`;
}

/** The id of a line's quantity select. */
export function quantityId(item: CartItem): string {
  return `quantity-${lineKey(lineIdOf(item))}`;
}

/** The id of the message under a line. */
export function limitId(item: CartItem): string {
  return `${quantityId(item)}-stock`;
}

/** The options of a line's quantity select, which Add To Cart can exceed (spec, section 4). */
export function quantityChoices({ quantity }: CartItem): readonly number[] {
  return QUANTITY_CHOICES.includes(quantity) ? QUANTITY_CHOICES : [...QUANTITY_CHOICES, quantity];
}

/** `sizes` of a line's picture. */
export const LINE_PICTURE_SIZES = '(min-width: 48rem) 9rem, 6.5rem';

/**
 * `src` and `srcset` of a line's picture.
 * @param apiHost origin for picture paths, or `''` for this site.
 */
export function linePicture({ selectedColor }: CartItem, apiHost: string) {
  const path = imagePath(selectedColor.images[0], apiHost);
  return { src: imageAddress(path, 320), srcSet: srcSet(path, [160, 320, 480]) };
}
