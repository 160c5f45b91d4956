import { PLACEHOLDER_IMAGE } from '#domain/address/image.ts';
import { formatPounds, parsePrice } from '#domain/money.ts';
import { withTaxText } from '#domain/shown-price.ts';
import type { Product } from '#domain/product.ts';
import { taxPercent } from '#content/built-charges.ts';
import { allListings, allProducts, productsOfListing } from '#content/built-catalogue.ts';
import type { BuiltCategory } from '#content/built-category.ts';
import { picturesOf } from '#domain/feeds/product-texts.ts';
import type { ShareSubject } from './social-image.ts';

/** The default for pages without a picture of their own. */
export const siteSubject: ShareSubject = {
  name: 'minicia',
  photograph: '/catalogue/front/hero.jpg',
  title: 'Rule Breakers Move First',
};

const mainPicture = (products: readonly Product[]) =>
  picturesOf(products.flatMap(({ color_variants }) => color_variants))[0] ?? PLACEHOLDER_IMAGE;

/** @param tax per cent added to the price. */
export function productSubject(product: Product, tax: number): ShareSubject {
  const price = parsePrice(product.price);
  const withTax = withTaxText(price, tax);
  return {
    name: `product-${product.id}`,
    photograph: mainPicture([product]),
    title: product.name,
    price: formatPounds(price),
    ...(withTax !== '' && { withTax }),
  };
}

/** A category or collection shows its own picture, or its first product. */
export function listingSubject(
  { category: { id, name }, picture }: BuiltCategory,
  products: readonly Product[],
): ShareSubject {
  const photograph = picture ?? mainPicture(products);
  return { name: `category-${id}`, photograph, title: name };
}

/** The subjects of all pages of this build. */
export async function allSubjects(): Promise<ShareSubject[]> {
  const listings = await Promise.all(
    (await allListings()).map(async (listing) =>
      listingSubject(listing, await productsOfListing(listing)),
    ),
  );
  const tax = await taxPercent();
  const products = (await allProducts()).map((product) => productSubject(product, tax));
  return [siteSubject, ...listings, ...products];
}
