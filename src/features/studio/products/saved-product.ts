import type { QueryClient } from '@tanstack/react-query';
import type { EditedProduct } from '#domain/contracts/staff-catalogue.ts';
import type { Release, ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import { asInDraft, asInShop, type Theirs } from '../releases/edits/theirs.ts';
import { productsQuery } from '../catalogue/catalogue-queries.ts';
import { releaseQuery } from '../releases/release-queries.ts';
import { givenFor, productsIn } from '../catalogue/draft-parts.ts';
import { typedDraft } from './draft-product.ts';
import { type TypedProduct, typedProduct } from './typed-product.ts';

/** A form's product, as saved. */
export interface SavedProduct extends Theirs<TypedProduct> {
  /** The draft that it is in; null before the first save. */
  draft: (Pick<Release, 'source' | 'options'> & { changes: ReleaseChanges }) | null;
}

/** A product as the shop has it. */
export function ofShop(product: EditedProduct): SavedProduct {
  return { ...asInShop(typedProduct(product, product)), draft: null };
}

/** A product of a draft. @param slug before the draft. @param shop undefined if it is new. */
export function inDraft(
  release: Release,
  slug: string,
  shop: EditedProduct | undefined,
): SavedProduct {
  const given = givenFor(release.changes.catalogue ?? {}, slug);
  const isNew = given.products?.some((item) => item['new'] === true);
  const typed = typedDraft(isNew ? undefined : shop, given, release);
  return { ...asInDraft(typed, release), draft: release };
}

/** The product as saved now: in its draft, or in the shop. @throws ApiError */
export async function latestProduct(
  client: QueryClient,
  { was, form }: TypedProduct,
  slug: string | undefined,
): Promise<SavedProduct | null> {
  const read = async (one: string) => {
    const { products } = await client.fetchQuery({ ...productsQuery([one]), staleTime: 0 });
    return products[0];
  };
  if (form.version === 0) {
    const shop = was ? await read(was.slug) : undefined;
    return shop ? ofShop(shop) : null;
  }
  const release = await client.fetchQuery({ ...releaseQuery(form.release), staleTime: 0 });
  const known = slug ?? productsIn(release.changes.catalogue ?? {})[0] ?? '';
  return inDraft(release, known, await read(known));
}
