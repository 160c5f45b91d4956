import type { QueryClient } from '@tanstack/react-query';
import { SLUG } from '#domain/catalogue/catalogue-rules.ts';
import { productsQuery } from '../catalogue/catalogue-queries.ts';
import { slugFrom, type TypedProduct } from './typed-product.ts';

/** Endings tried for a slug made of a name that other products have. */
const endings = ['', '-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9'];

/** Error of a typed slug that is taken. */
export const SLUG_TAKEN = 'Another product, perhaps an archived one, has this slug.';

/** A free slug for a product: its own, a typed one, or one made of its name; null if all are taken. */
export async function freeSlug(
  client: QueryClient,
  { was, now, hasOwnSlug }: TypedProduct,
): Promise<string | null> {
  if (now.slug === was?.slug) return now.slug;
  const tried = hasOwnSlug ? [now.slug] : endings.map((ending) => slugFrom(now.name, ending));
  const { products } = await client.fetchQuery({ ...productsQuery(tried), staleTime: 0 });
  const taken = new Set(products.map(({ slug }) => slug));
  return tried.find((other) => SLUG.test(other) && !taken.has(other)) ?? null;
}
