import { productAddress } from '#domain/paths/product-address.ts';
import type { Mailing } from '#domain/contracts/staff-mailings.ts';

/** A warning of links and products of a mailing that the shop has no page for; undefined without any. */
export function deadLinksText({
  dead_links,
  products,
}: Pick<Mailing, 'dead_links' | 'products'>): string | undefined {
  if (dead_links.length === 0) return undefined;
  const named = dead_links.map((path) => {
    const product = products.find(({ id }) => productAddress({ id }) === path);
    return product ? `${product.name} (${path})` : path;
  });
  return `The shop has no page for ${named.join(', ')}.`;
}
