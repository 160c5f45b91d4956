import type { Product } from '#domain/catalogue/product.ts';
import { taxPercent } from '#content/built-charges.ts';
import {
  allListings,
  productsOfListing,
  productsWithPage,
  searchWordsOfProduct,
} from '#content/built-catalogue.ts';
import { allOwnPages } from '#content/built-own-pages.ts';
import { searchContent } from '#content/built-content.ts';
import { usualSharePicture } from '#brand/search-words.ts';
import { firstPicture, type OwnPage } from '#domain/site-content/own-page.ts';
import { searchKeys, type SearchKey } from '#domain/site-content/search-keys.ts';
import type { BuiltCategory } from '#content/built-category.ts';
import { mainPicture, productSubject } from './product-subject.ts';
import type { ShareSubject } from './social-image.ts';
import { brandTexts } from '#brand/texts.ts';

/** The default for pages without a picture of their own. */
export const siteSubject: ShareSubject = {
  name: 'shop',
  photograph: usualSharePicture,
  title: brandTexts.shareTitle,
};

/** A category or collection shows its own picture, or its first product. */
export function listingSubject(
  { category: { id, name }, picture, share_picture }: BuiltCategory,
  products: readonly Product[],
): ShareSubject {
  const photograph = share_picture ?? picture ?? mainPicture(products);
  return { name: `category-${id}`, photograph, title: name };
}

/** Marketers' pages show their own picture, or their first. */
export function shareOfPage(page: OwnPage): ShareSubject {
  const photograph = page.share_picture || (firstPicture(page) ?? usualSharePicture);
  return { name: `page-${page.slug}`, photograph, title: page.title };
}

/** A page's title, description and picture in search results and shared links, where they are its own. */
export async function searchedPage(key: SearchKey) {
  const { title, description, picture } = await searchContent(key);
  const share = picture
    ? { ...siteSubject, name: key.replace('_', '-'), photograph: picture }
    : siteSubject;
  return { title, description, share };
}

/** The subjects of all pages of this build. */
export async function allSubjects(): Promise<ShareSubject[]> {
  const listings = await Promise.all(
    (await allListings()).map(async (listing) =>
      listingSubject(listing, await productsOfListing(listing)),
    ),
  );
  const tax = await taxPercent();
  const products = (await productsWithPage()).map(async (product) =>
    productSubject(product, tax, await searchWordsOfProduct(product)),
  );
  const pages = (await Promise.all(searchKeys.map(searchedPage))).map(({ share }) => share);
  const own = (await allOwnPages()).map(shareOfPage);
  return [
    ...new Set([siteSubject, ...pages]),
    ...own,
    ...listings,
    ...(await Promise.all(products)),
  ];
}
