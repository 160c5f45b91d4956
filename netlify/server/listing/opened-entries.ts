import { productAddress } from '#domain/paths/product-address.ts';
import { picturesOf } from '#domain/feeds/product-texts.ts';
import { sitemapUrl } from '#domain/feeds/sitemap-url.ts';
import type { Product } from '#domain/catalogue/product.ts';

/** Rules for extending a built file that lists all products. */
interface OpenedEntries {
  /** Text that follows its last entry. */
  end: string;
  /** Text that the file contains only if it knows the product. */
  sign: (product: Product) => string;
  write: (products: readonly Product[], site: URL) => string[];
}

/** The files that search engines fetch, by their names. */
export const openedEntries: Readonly<Record<string, OpenedEntries>> = {
  'sitemap.xml': {
    end: '</urlset>',
    sign: (product) => `${productAddress(product)}</loc>`,
    write: (products, site) =>
      products.map((product) =>
        sitemapUrl(
          new URL(productAddress(product), site).href,
          new Date(product.created_at).toISOString(),
          picturesOf(product.color_variants).map((picture) => new URL(picture, site).href),
        ),
      ),
  },
};
