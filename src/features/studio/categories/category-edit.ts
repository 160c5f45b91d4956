import { LONGEST } from '#domain/catalogue/catalogue-rules.ts';
import { freeSlug } from '#domain/names/free-slug.ts';
import { slugOf } from '#domain/names/slug-of.ts';
import { CollectionRule } from '#domain/catalogue/collection-rule.ts';
import { ListingTile } from '#domain/site-content/listing-tile.ts';
import type { EditedCategory } from '#domain/contracts/staff-categories.ts';
import type { ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import { description } from '../catalogue/cell-checks.ts';
import { differences, valuesOf } from '../catalogue/catalogue-differences.ts';
import { penceIn } from '../catalogue/typed-price.ts';
import type { TypedCategory, TypedRule } from './typed-category.ts';

/** Pence of a typed price; undefined for none, null if it is not one. */
function penceOf(text: string): number | null | undefined {
  return text.trim() === '' ? undefined : penceIn(text) || null;
}

/** The rule that was typed; null if a field is invalid or all are empty. */
export function ruleOf({ categories, under, over, onSale, newest }: TypedRule) {
  const price_under = penceOf(under);
  const price_over = penceOf(over);
  const { data } = CollectionRule.safeParse({
    ...(categories.length > 0 && { categories }),
    ...(price_under !== undefined && { price_under }),
    ...(price_over !== undefined && { price_over }),
    ...(onSale && { on_sale: true }),
    ...(newest.trim() !== '' && { newest: Number(newest) }),
  });
  return data ?? null;
}

/** Fields as the database has them. */
function fieldsOf(typed: TypedCategory) {
  const { kind, name, intro, picture, focus, tile, inMenu, search, archived, byRule, rule } = typed;
  return {
    name: name.trim(),
    intro: intro.trim() || null,
    picture,
    focus,
    // As the database stores it: trimmed.
    tile: ListingTile.nullable().safeParse(tile).data ?? tile,
    ...search,
    ...(kind === 'collection' && { in_menu: inMenu, rule: byRule ? ruleOf(rule) : null }),
    archived,
  };
}

/** The same rule in the same order of keys. */
function withRule(category: EditedCategory) {
  const rule = category.rule && CollectionRule.parse(category.rule);
  return { ...category, rule };
}

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.join(' ') === other.join(' ');
}

/** Changes of the products chosen by hand; a rule needs none of their places. */
function orderOf({ kind, was, byRule, products }: TypedCategory) {
  const seen = was?.order ?? [];
  const now = byRule ? (was?.rule ? seen : []) : [...products];
  return kind === 'category' || isSameOrder(seen, now) ? null : { seen, now };
}

/** The slug of a form's category. @param taken slugs of all categories, which a new one avoids. */
export function categorySlug({ was, kind, name }: TypedCategory, taken: readonly string[]): string {
  return was?.slug ?? freeSlug(slugOf(name) || kind, (slug) => taken.includes(slug));
}

/**
 * The changes of a form for a release; null if there are none.
 * @param held slugs of the products in a category that is archived.
 * @param slug see `categorySlug`.
 */
export function changesOfCategory(
  typed: TypedCategory,
  held: readonly string[],
  slug: string,
): ReleaseChanges | null {
  const { was, kind, moveTo } = typed;
  const { archived, ...fields } = fieldsOf(typed);
  const changed = was
    ? differences(withRule(was), { ...fields, archived })
    : { new: true, ...valuesOf(fields) };
  const order = orderOf(typed);
  if (!changed && !order) return null;
  const moves = moveTo !== '' && archived && was && !was.archived;
  const products = (moves ? held : []).map((product) => ({
    slug: product,
    category: moveTo,
    seen: { category: slug },
  }));
  return {
    ...(changed && {
      catalogue: {
        categories: [{ slug, kind, ...changed }],
        ...(products.length > 0 && { products }),
      },
    }),
    ...(order && { order: { [slug]: order } }),
  };
}

/** Validation errors by field. */
export function categoryFaults(typed: TypedCategory): Map<string, string> {
  const { kind, was, name, archived, byRule, rule, moveTo } = typed;
  const faults = new Map<string, string>();
  if (name.trim() === '') faults.set('name', 'Enter a name.');
  for (const { path, message } of ListingTile.nullable().safeParse(typed.tile).error?.issues ?? [])
    faults.set(['tile', ...path].join('.'), message);
  const intro = description(LONGEST.intro).safeParse(typed.intro.trim() || 'none');
  if (intro.error) faults.set('intro', intro.error.issues[0]?.message ?? '');
  for (const field of ['search_title', 'search_description'] as const)
    if ((typed.search[field]?.length ?? 0) > LONGEST[field])
      faults.set(field, `At most ${LONGEST[field]} characters are allowed.`);
  if (kind === 'collection' && byRule) {
    for (const side of ['under', 'over'] as const)
      if (penceOf(rule[side]) === null) faults.set(side, 'Enter a price in pounds, such as 50.');
    if (rule.newest.trim() !== '' && !ruleOf({ ...rule, categories: [], under: '', over: '' }))
      faults.set('newest', 'Enter a whole number from 1 to 999.');
    if (faults.size === 0 && !ruleOf(rule)) faults.set('rule', 'Choose at least one condition.');
  }
  if (archived && was && !was.archived && needsPlace(was) && moveTo === '')
    faults.set('moveTo', 'Products are in it: choose where they go.');
  return faults;
}

/** Whether products must leave a category before it is archived. */
export function needsPlace({ kind, shown, waiting }: EditedCategory): boolean {
  return kind === 'category' && shown + waiting > 0;
}
