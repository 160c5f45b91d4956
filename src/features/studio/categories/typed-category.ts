import * as z from 'zod';
import { DraftVersion, newDraft } from '../releases/edits/theirs.ts';
import type { CollectionRule } from '#domain/catalogue/collection-rule.ts';
import { type CategoryKind, categoryKinds } from '#domain/enums.ts';
import { pence, poundsText } from '#domain/money/money.ts';
import { noSearchWords, searchWordsOf } from '#domain/catalogue/search-words.ts';
import { searchWordsSchema } from '#domain/catalogue/search-words-schema.ts';
import { CENTRE, Focus, HeadingFocus } from '#domain/site-content/content-fields.ts';
import type { ListingTile } from '#domain/site-content/listing-tile.ts';
import { EditedCategory } from '#domain/contracts/staff-categories.ts';

/** A rule as typed. */
const TypedRule = z.object({
  categories: z.array(z.string()),
  /** In pounds. */
  under: z.string(),
  over: z.string(),
  onSale: z.boolean(),
  newest: z.string(),
});
export type TypedRule = z.infer<typeof TypedRule>;

const text = z.string();
/** A tile as typed. */
const TypedTile = z.object({
  picture: text,
  focus: Focus,
  alt: text,
  caption: text,
  link: text,
}) satisfies z.ZodType<ListingTile>;

/** A tile without any input. */
export const emptyTile: ListingTile = {
  picture: '',
  focus: CENTRE,
  alt: '',
  caption: '',
  link: '',
};

/** The form of a category or collection. */
export const TypedCategory = z.object({
  form: DraftVersion,
  /** As its author saw it in the shop; null if it is new. */
  was: EditedCategory.nullable(),
  kind: z.enum(categoryKinds),
  name: z.string(),
  intro: z.string(),
  picture: z.string().nullable(),
  focus: HeadingFocus.nullable(),
  /** Valid or not. */
  tile: TypedTile.nullable(),
  inMenu: z.boolean(),
  search: searchWordsSchema,
  archived: z.boolean(),
  /** Whether a rule chooses the products of a collection. */
  byRule: z.boolean(),
  rule: TypedRule,
  /** Slugs of products chosen by hand. */
  products: z.array(z.string()),
  /** Slug of the category that its products move to when it is archived. */
  moveTo: z.string(),
});
export type TypedCategory = z.infer<typeof TypedCategory>;

function typedRule(rule: CollectionRule | null): TypedRule {
  const { categories = [], price_under, price_over, on_sale = false, newest } = rule ?? {};
  return {
    categories,
    under: price_under === undefined ? '' : poundsText(pence(price_under)),
    over: price_over === undefined ? '' : poundsText(pence(price_over)),
    onSale: on_sale,
    newest: newest === undefined ? '' : String(newest),
  };
}

/** A new category or collection without any input. */
export function emptyCategory(kind: CategoryKind): EditedCategory {
  return {
    id: 0,
    slug: '',
    kind,
    name: '',
    intro: null,
    picture: null,
    focus: null,
    tile: null,
    in_menu: true,
    ...noSearchWords,
    rule: null,
    archived: false,
    shown: 0,
    waiting: 0,
    image: null,
    order: [],
  };
}

/** @param was as its author saw it in the shop; null if it is new. */
export function typedCategory(
  now: EditedCategory,
  was: EditedCategory | null,
  form: TypedCategory['form'] = newDraft(),
): TypedCategory {
  return {
    form,
    was,
    kind: now.kind,
    name: now.name,
    intro: now.intro ?? '',
    picture: now.picture,
    focus: now.focus,
    tile: now.tile,
    inMenu: now.in_menu,
    search: searchWordsOf(now),
    archived: now.archived,
    byRule: now.rule !== null,
    rule: typedRule(now.rule),
    products: now.rule === null ? now.order : [],
    moveTo: '',
  };
}
