import type { ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import type { Given } from './catalogue-differences.ts';

/** A product's changes in a draft. @param slug the product's slug before the draft. */
export function givenFor(catalogue: Given, slug: string): Given {
  const { products = [], colours = [], renames = [] } = catalogue;
  const after = renames.find((one) => one.colour === null && one.slug === slug)?.now ?? slug;
  return {
    products: products.filter((item) => item.slug === after),
    colours: colours.filter((item) => item.slug === after),
    renames: renames.filter((one) =>
      one.colour === null ? one.slug === slug : one.slug === after,
    ),
  };
}

/** Slugs, before the draft, of the products that it changes. */
export function productsIn({ products = [], colours = [], renames = [] }: Given): string[] {
  const moved = new Map(
    renames.flatMap((one) => (one.colour === null ? [[one.now, one.slug] as const] : [])),
  );
  const slugs = [...products, ...colours].map(({ slug }) => slug);
  const renamed = renames.map((one) => (one.colour === null ? one.now : one.slug));
  return [...new Set([...slugs, ...renamed].map((slug) => moved.get(slug) ?? slug))];
}

/** Changes without their empty parts; null if none are left. */
export function withoutEmpty({ catalogue, content, order, ...parts }: ReleaseChanges) {
  const hasCatalogue = Object.values(catalogue ?? {}).some((items = []) => items.length > 0);
  const filled: ReleaseChanges = {
    ...parts,
    ...(catalogue && hasCatalogue && { catalogue }),
    ...(content && Object.keys(content).length > 0 && { content }),
    ...(order && Object.keys(order).length > 0 && { order }),
  };
  return Object.keys(filled).length > 0 ? filled : null;
}

function others<Item>(all: readonly Item[] = [], gone: readonly Item[] = []): Item[] {
  return all.filter((item) => !gone.includes(item));
}

/** A draft's changes with others for one product. @param slug the product's slug before the draft. */
export function withProduct(changes: ReleaseChanges, slug: string, edited: Given | undefined) {
  const { catalogue = {} } = changes;
  const before = givenFor(catalogue, slug);
  return withoutEmpty({
    ...changes,
    catalogue: {
      ...catalogue,
      renames: [...others(catalogue.renames, before.renames), ...(edited?.renames ?? [])],
      products: [...others(catalogue.products, before.products), ...(edited?.products ?? [])],
      colours: [...others(catalogue.colours, before.colours), ...(edited?.colours ?? [])],
    },
  });
}
