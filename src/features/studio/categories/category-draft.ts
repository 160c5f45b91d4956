import { EditedCategory } from '#domain/contracts/staff-categories.ts';
import type { ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import { withoutEmpty } from '../catalogue/draft-parts.ts';
import { emptyCategory, type TypedCategory, typedCategory } from './typed-category.ts';

/** Slugs of the categories and collections that a draft changes, their orders of products aside. */
export function categoriesIn({ catalogue }: ReleaseChanges): string[] {
  return (catalogue?.categories ?? []).map(({ slug }) => slug);
}

/** A draft's changes without those of a category's form. */
function othersIn({ catalogue = {}, order = {}, ...parts }: ReleaseChanges, slug: string) {
  const { [slug]: _, ...orders } = order;
  return {
    ...parts,
    catalogue: {
      ...catalogue,
      categories: (catalogue.categories ?? []).filter((item) => item.slug !== slug),
      products: (catalogue.products ?? []).filter((item) => !isMove(item, slug)),
    },
    order: orders,
  };
}

/** Whether a product only leaves a category that is archived. */
export function isMove(item: Readonly<Record<string, unknown>>, category: string): boolean {
  const seen = Object(item['seen']);
  return seen.category === category && Object.keys(seen).length === 1;
}

/** A draft's changes with others for one category. @param slug the category's slug. */
export function withCategory(changes: ReleaseChanges, slug: string, edited: ReleaseChanges | null) {
  const others = othersIn(changes, slug);
  const { catalogue } = others;
  return withoutEmpty({
    ...others,
    catalogue: {
      ...catalogue,
      categories: [...catalogue.categories, ...(edited?.catalogue?.categories ?? [])],
      products: [...catalogue.products, ...(edited?.catalogue?.products ?? [])],
    },
    order: { ...others.order, ...edited?.order },
  });
}

const Fields = EditedCategory.pick({
  name: true,
  intro: true,
  picture: true,
  focus: true,
  tile: true,
  in_menu: true,
  rule: true,
  search_title: true,
  search_description: true,
  share_picture: true,
  archived: true,
}).partial();

/** The fields that an item of a release sets or clears. */
function fieldsIn(item: object | undefined, clears: readonly string[] = []) {
  return Fields.parse({ ...item, ...Object.fromEntries(clears.map((field) => [field, null])) });
}

/** The form of a saved draft, as its author typed it. @param shop undefined if it is new. */
export function draftCategory(
  shop: EditedCategory | undefined,
  slug: string,
  { id, version, changes }: { id: string; version: number; changes: ReleaseChanges },
): TypedCategory {
  const { catalogue, order = {} } = changes;
  const item = catalogue?.categories?.find((one) => one.slug === slug);
  const form = { release: id, version };
  const fields = fieldsIn(item, item?.clears);
  const places = order[slug];
  const moved = catalogue?.products?.find((one) => isMove(one, slug));
  const moveTo = String(moved?.['category'] ?? '');
  if (!shop) {
    const now = { ...emptyCategory(item?.kind ?? 'category'), ...fields };
    const added = EditedCategory.parse({ ...now, order: places?.now ?? [] });
    return typedCategory(added, null, form);
  }
  const was = EditedCategory.parse({
    ...shop,
    ...fieldsIn(item?.seen),
    ...(places?.seen && { order: places.seen }),
  });
  const now = EditedCategory.parse({ ...was, ...fields, ...(places && { order: places.now }) });
  return { ...typedCategory(now, was, form), moveTo };
}
