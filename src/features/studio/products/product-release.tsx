import { countText } from '#domain/basics/count-text.ts';
import { wantedFact } from '#domain/launch-check/product-problems.ts';
import type { Release } from '#domain/contracts/staff-releases.ts';
import { categoriesIn, isMove } from '../categories/category-draft.ts';
import type { ChangesProps, EditLink, ReleaseKind } from '../releases/release-kind.ts';
import { lazyNamed } from '../kit/lazy-part.tsx';
import { productsIn } from '../catalogue/draft-parts.ts';
import { productWarnings } from './product-warnings.ts';
import { draftPlace } from '../releases/release-place.ts';

const CatalogueChanges = lazyNamed(
  () => import('./CatalogueChanges.tsx'),
  (part) => part.CatalogueChanges,
);

function Changes({ report: { catalogue }, changes, published }: ChangesProps) {
  return (
    catalogue && (
      <CatalogueChanges report={catalogue} given={changes.catalogue} published={published} />
    )
  );
}

function links({ id, changes }: Release): EditLink[] {
  const { catalogue } = changes;
  if (!catalogue) return [];
  const { products = [] } = catalogue;
  const all = productsIn(catalogue);
  // Products that only leave an archived category are chosen in its form.
  const moved = new Set(
    categoriesIn(changes).flatMap((category) =>
      products.flatMap((item) => (isMove(item, category) ? [item.slug] : [])),
    ),
  );
  return all
    .filter((slug) => !moved.has(slug))
    .map((slug) => {
      const name = products.find((item) => item.slug === slug)?.['name'];
      return {
        text: typeof name === 'string' ? name : slug,
        place: draftPlace(id, all.length > 1 ? slug : undefined),
      };
    });
}

/** Products and their colours. */
export const productRelease: ReleaseKind = {
  contents: ({ products }) => (products > 0 ? [countText(products, 'product')] : []),
  isIn: ({ catalogue }) =>
    catalogue !== null &&
    [
      catalogue.renamed,
      catalogue.products.added,
      catalogue.products.changed,
      catalogue.colours.added,
      catalogue.colours.changed,
      catalogue.archived.products,
      catalogue.archived.colours,
    ].some((changes) => changes.length > 0),
  links,
  warnings: productWarnings,
  blockers: ({ report: { catalogue } }) =>
    (catalogue?.lacking ?? []).flatMap(({ slug, facts }) =>
      facts.map((column) => `${slug} has no ${wantedFact(column)}.`),
    ),
  Changes,
};
