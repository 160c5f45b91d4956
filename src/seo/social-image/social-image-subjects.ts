import type { Product } from '#domain/product.ts';
import { taxPercent } from '#content/built-charges.ts';
import { allListings, productsOfListing, productsWithPage } from '#content/built-catalogue.ts';
import type { BuiltCategory } from '#content/built-category.ts';
import { mainPicture, productSubject } from './product-subject.ts';
import type { ShareSubject } from './social-image.ts';

/** The default for pages without a picture of their own. */
export const siteSubject: ShareSubject = {
  name: 'minicia',
  photograph: '/catalogue/front/hero.jpg',
  title: 'Rule Breakers Move First',
};

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
  const products = (await productsWithPage()).map((product) => productSubject(product, tax));
  return [siteSubject, ...listings, ...products];
}
