import { createHash } from 'node:crypto';
import type { ListingCard } from '#domain/catalogue/listing.ts';
import type { ProductReviews } from '#domain/catalogue/product-reviews.ts';
import type { Category, Product } from '#domain/catalogue/product.ts';
import type { SearchWords } from '#domain/catalogue/search-words.ts';
import { codeDigest } from '#integrations/code-digest.ts';
import {
  menuCategories,
  relatedProducts,
  reviewsOfProduct,
  searchWordsOfProduct,
  withAttributes,
} from '#content/built-catalogue.ts';
import { pageLinks } from '#content/built-own-pages.ts';
import { announcement } from '#content/built-content.ts';
import { domesticRate, taxPercent } from '#content/built-charges.ts';
import { RELATED_PRODUCTS, relatedCards } from './related-cards.ts';
import { shareAddress } from '#seo/social-image/social-image.ts';
import { productSubject } from '#seo/social-image/product-subject.ts';

let code: string | undefined;

/** All catalogue data on a product's page, including the header's menu. */
export interface ProductPageData {
  /** The product with its attributes. */
  described: Product;
  /** Cards of other products; undefined for an empty card. */
  related: (ListingCard | undefined)[];
  /** Title, description and picture in search results and shared links. */
  search: SearchWords;
  /** Null without any. */
  reviews: ProductReviews | null;
  categories: Category[];
  rate: Awaited<ReturnType<typeof domesticRate>>;
  /** Per cent. */
  tax: number;
}

/** Reads it as of the build. */
export async function productPage(product: Product): Promise<ProductPageData> {
  return {
    described: await withAttributes(product),
    related: relatedCards(await relatedProducts(product, RELATED_PRODUCTS)),
    search: await searchWordsOfProduct(product),
    reviews: await reviewsOfProduct(product),
    categories: await menuCategories(),
    rate: await domesticRate(),
    tax: await taxPercent(),
  };
}

/**
 * Cache key of a page: while it is unchanged, a build reuses the page of the previous build.
 * @see https://docs.astro.build/en/reference/experimental-flags/incremental-build/
 */
export async function productPageKey(product: Product): Promise<string> {
  code ??= codeDigest();
  const shown = await productPage(product);
  const share = await shareAddress(productSubject(product, shown.tax, shown.search));
  const footerYear = new Date().getFullYear();
  // Canonical URLs contain the first, the Content-Security-Policy the second.
  const hosts = [import.meta.env.SITE, process.env.SUPABASE_URL];
  return createHash('sha256')
    .update(
      JSON.stringify([
        code,
        hosts,
        footerYear,
        share,
        shown,
        await announcement(),
        await pageLinks(),
      ]),
    )
    .digest('hex');
}
