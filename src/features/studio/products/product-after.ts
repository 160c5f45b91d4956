import { nameKey } from '#domain/names/name-key.ts';
import type { EditedProduct } from '#domain/contracts/staff-catalogue.ts';
import type {
  CatalogueReport,
  FieldChange,
  ReleaseChanges,
} from '#domain/contracts/staff-releases.ts';
import { emptyColour, emptyProduct } from './empty-product.ts';
import type { ProductGroup } from './report-groups.ts';

type Given = NonNullable<ReleaseChanges['catalogue']>;

function withChanges<T extends object>(thing: T, changes: readonly FieldChange[]): T {
  const known = changes.filter(({ field }) => field in thing);
  return { ...thing, ...Object.fromEntries(known.map(({ field, now }) => [field, now])) };
}

/** Values of a new item that a page shows. */
function withGiven<T extends object>(thing: T, given: object | undefined): T {
  const known = Object.entries(given ?? {}).filter(
    ([field, value]) => field in thing && value !== null && value !== undefined,
  );
  return { ...thing, ...Object.fromEntries(known) };
}

function isColour(name: string) {
  return ({ color_name }: { color_name: string }) => nameKey(color_name) === nameKey(name);
}

/**
 * A product as shoppers will see it after a release.
 * @param shop current product; undefined if new.
 */
export function productAfter(
  { slug, isNew, leaves }: ProductGroup,
  shop: EditedProduct | undefined,
  report: CatalogueReport,
  given: Given | undefined,
): EditedProduct {
  const changes = report.products.changed.find((one) => one.slug === slug)?.changes ?? [];
  const item = given?.products?.find((one) => one.slug === slug);
  const known = shop ? { ...shop, slug } : { ...emptyProduct, slug };
  const product = withChanges(isNew ? withGiven(known, item) : known, changes);
  const renamed = new Map(
    report.renamed.flatMap((one) =>
      one.slug === slug && one.colour !== null ? [[nameKey(one.colour), one.now]] : [],
    ),
  );
  const gone = report.archived.colours.filter((one) => one.slug === slug);
  const colours = product.colours.map((colour) => {
    const color_name = renamed.get(nameKey(colour.color_name)) ?? colour.color_name;
    const changed = report.colours.changed.find(
      (one) => one.slug === slug && isColour(color_name)({ color_name: one.colour }),
    );
    const after = withChanges({ ...colour, color_name }, changed?.changes ?? []);
    const archived = gone.some((one) => isColour(color_name)({ color_name: one.colour }));
    return archived ? { ...after, archived } : after;
  });
  const added = report.colours.added
    .filter((one) => one.slug === slug)
    .map(({ colour }) =>
      withGiven(
        emptyColour(colour),
        given?.colours?.find((one) => one.slug === slug && isColour(colour)(one)),
      ),
    );
  return { ...product, archived: product.archived || leaves, colours: [...colours, ...added] };
}
