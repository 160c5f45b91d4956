import { productMarkdown } from '#domain/feeds/product-markdown.ts';
import { liveReadAttempt } from '../rate-limit/attempt.ts';
import { siteOrigin } from '../site-origin.ts';
import { readProductsById, readTaxes } from './read-listing.ts';

/**
 * A product's current page as Markdown; null if it is not on sale.
 * @param ip the caller's, by which product reads are rate limited.
 * @throws HttpError 429 after too many attempts.
 */
export async function productTwin(
  request: Request,
  id: number,
  ip: string,
): Promise<string | null> {
  const [[product], { tax }] = await Promise.all([
    readProductsById([id], liveReadAttempt(ip), true),
    readTaxes('domestic'),
  ]);
  if (!product) return null;
  const site = new URL(siteOrigin(request));
  return productMarkdown(product, { site, tax, now: new Date() });
}
