import { PLACEHOLDER_IMAGE } from '#domain/catalogue/image.ts';
import { formatPounds, parsePrice } from '#domain/money/money.ts';
import { withTaxText } from '#domain/money/shown-price.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { picturesOf } from '#domain/feeds/product-texts.ts';
import type { SearchWords } from '#domain/catalogue/search-words.ts';
import type { ShareSubject } from './social-image.ts';

/** The first picture of some products. */
export const mainPicture = (products: readonly Product[]) =>
  picturesOf(products.flatMap(({ color_variants }) => color_variants))[0] ?? PLACEHOLDER_IMAGE;

/** @param tax per cent added to the price. */
export function productSubject(
  product: Product,
  tax: number,
  { share_picture }: Pick<SearchWords, 'share_picture'>,
): ShareSubject {
  const price = parsePrice(product.price);
  const withTax = withTaxText(price, tax);
  return {
    name: `product-${product.id}`,
    photograph: share_picture ?? mainPicture([product]),
    title: product.name,
    price: formatPounds(price),
    ...(withTax !== '' && { withTax }),
  };
}

/** The alt text of a subject's picture. */
export function subjectText({ title, price, withTax }: ShareSubject): string {
  return [title, price, withTax].filter(Boolean).join(', ');
}
