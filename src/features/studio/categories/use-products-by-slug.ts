import { useQueries } from '@tanstack/react-query';
import { productsQuery } from '../catalogue/catalogue-queries.ts';

/** Maximum number of slugs in one request. */
const AT_ONCE = 50;

/** Products by slug, fetched fifty at a time. */
export function useProductsBySlug(slugs: readonly string[]) {
  const sorted = slugs.toSorted();
  const parts = Array.from({ length: Math.ceil(sorted.length / AT_ONCE) }, (_, part) =>
    sorted.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );
  const found = useQueries({
    queries: parts.map((part) => productsQuery(part)),
  });
  const products = found.flatMap(({ data }) => data?.products ?? []);
  return {
    products: new Map(products.map((product) => [product.slug, product])),
    isLoading: found.some(({ isPending }) => isPending),
  };
}
