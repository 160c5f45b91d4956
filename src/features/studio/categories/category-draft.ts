import { EditedCategory } from '#domain/wire/staff-categories.ts';
import type { ReleaseChanges } from '#domain/wire/staff-releases.ts';
import { emptyCategory, type TypedCategory, typedCategory } from './typed-category.ts';

/** Slug of the one category or collection that a draft changes; null if it changes anything else. */
export function categoryOfDraft({
  source,
  changes,
}: {
  source: string;
  changes: ReleaseChanges;
}): string | null {
  const { catalogue = {}, order = {}, content, menu } = changes;
  const { categories = [], products = [], colours = [], renames = [] } = catalogue;
  if (source !== 'Studio' || content || menu || colours.length + renames.length > 0) return null;
  const [category] = categories;
  const [slug = category?.slug] = Object.keys(order);
  if (slug === undefined || categories.length > 1 || Object.keys(order).length > 1) return null;
  if (category ? category.slug !== slug : products.length > 0) return null;
  const moves = products.every((item) => Object(item.seen).category === slug);
  // The order of a category's products has a page of its own.
  return moves && category ? slug : null;
}

const Fields = EditedCategory.pick({
  name: true,
  intro: true,
  picture: true,
  in_menu: true,
  rule: true,
  archived: true,
}).partial();

/** The fields that an item of a release sets or clears. */
function fieldsIn(item: object | undefined, clears: readonly string[] = []) {
  return Fields.parse({ ...item, ...Object.fromEntries(clears.map((field) => [field, null])) });
}

/** The form of a saved draft, as its author typed it. @param shop undefined if it is new. */
export function draftCategory(
  shop: EditedCategory | undefined,
  { id, version, changes }: { id: string; version: number; changes: ReleaseChanges },
): TypedCategory {
  const { catalogue, order = {} } = changes;
  const [item] = catalogue?.categories ?? [];
  const form = { release: id, version };
  const fields = fieldsIn(item, item?.clears);
  const places = item && order[item.slug];
  const moveTo = String(catalogue?.products?.[0]?.['category'] ?? '');
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
