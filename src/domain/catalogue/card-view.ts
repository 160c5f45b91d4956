import { imageAddress, imagePath, srcSet } from './image.ts';
import type { ListingCard } from './listing.ts';
import { formerPrice } from './former-price.ts';
import { formatPounds } from '../money/money.ts';
import { withTaxText } from '../money/shown-price.ts';
import type { VariantImage } from './product.ts';

/** Pixel widths of a card's picture: two cards per row on a phone, four on a desktop. */
const WIDTHS = [240, 360, 480, 720, 960] as const;

/** `sizes` of a card's picture in each grid of product-card.css. */
export const CARD_SIZES = {
  all: '(min-width: 64rem) 25vw, (min-width: 48rem) 33vw, 50vw',
  tens: '(min-width: 64rem) 20vw, 50vw',
  tiled: '(min-width: 64rem) 25vw, 50vw',
  four: '(min-width: 48rem) 25vw, 50vw',
} as const;

function pictureOf(image: VariantImage | undefined) {
  const path = imagePath(image, '');
  return { src: imageAddress(path, 480), srcset: srcSet(path, WIDTHS) };
}

/**
 * A card's content, for the build and for the script that renders further pages.
 * @param tax per cent added to the price.
 */
export function cardFacts({ key, product, variant, price, isTurned }: ListingCard, tax: number) {
  const pictures = variant.images.slice(0, 2);
  if (isTurned) pictures.reverse();
  const [first, second] = pictures;
  const name = `${product.name}, ${variant.color_name}`;
  const former = formerPrice(product);
  return {
    price: formatPounds(price),
    /** Empty if no tax is added. */
    withTax: withTaxText(price, tax),
    /** The crossed-out price before the sale; null without one. */
    was: former === null ? null : formatPounds(former),
    /** Empty without a picture: the placeholder is decorative. */
    alt: first ? name : '',
    spokenName: name,
    first: pictureOf(first),
    second: second ? pictureOf(second) : null,
    soldOut: variant.quantity === 0,
    /** Changes when anything shown on the card changes, except stock. */
    signature: [
      key,
      product.name,
      variant.color_name,
      price,
      former,
      product.category_name,
      ...pictures.map(({ image }) => image),
    ].join('|'),
  };
}
