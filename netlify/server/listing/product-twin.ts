import { productMarkdown } from '#domain/feeds/product-markdown.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { readTaxes } from './read-listing.ts';

/** A product's current page as Markdown. @param product with its attributes. */
export async function productTwin(product: Product, site: URL): Promise<string> {
  const { tax } = await readTaxes('domestic');
  return productMarkdown(product, { site, tax, now: new Date() });
}
