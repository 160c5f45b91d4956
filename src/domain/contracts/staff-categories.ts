import * as z from 'zod';
import { CollectionRule } from '../catalogue/collection-rule.ts';
import { categoryKinds } from '../enums.ts';
import { SLUG } from '../catalogue/catalogue-rules.ts';
import { searchWordsSchema } from '../catalogue/search-words-schema.ts';
import { HeadingFocus } from '../site-content/content-fields.ts';
import { ListingTile } from '../site-content/listing-tile.ts';
import { acts, reads } from './staff-call.ts';

/** A category or collection as marketers see it. */
export const EditedCategory = z.object({
  id: z.int(),
  slug: z.string(),
  kind: z.enum(categoryKinds),
  name: z.string(),
  /** Text under the heading of its listing. */
  intro: z.string().nullable(),
  picture: z.string().nullable(),
  /** Null for the centre. */
  focus: HeadingFocus.nullable(),
  tile: ListingTile.nullable(),
  ...searchWordsSchema.shape,
  /** Always true for categories. */
  in_menu: z.boolean(),
  /** Null for categories, and for collections chosen by hand. */
  rule: CollectionRule.nullable(),
  archived: z.boolean(),
  /** Number of products that shoppers see there. */
  shown: z.int(),
  /** Number of products that open later, as far as known: not for a rule. */
  waiting: z.int(),
  /** The first product's picture. */
  image: z.string().nullable(),
  /** Slugs of the products with a place: all of a collection chosen by hand. */
  order: z.array(z.string()),
});
export type EditedCategory = z.infer<typeof EditedCategory>;

/** All categories and collections in menu order, archived ones included. @throws 403 */
export const getCategories = reads('/api/staff/categories', z.object({}), z.array(EditedCategory));

/** `POST /api/staff/categories/rule`: the products that a rule gives, in their order, at most twelve of them. */
const RuleProducts = z.object({
  count: z.int(),
  products: z.array(z.object({ slug: z.string(), name: z.string(), image: z.string().nullable() })),
});

/** The products that a rule would give a collection now; nothing is changed. @throws 403 */
export const previewRule = acts(
  '/api/staff/categories/rule',
  z.object({
    rule: CollectionRule,
    /** The collection, whose products may have places; none for a new one. */
    slug: z.string().regex(SLUG, 'Not a valid slug.').optional(),
  }),
  RuleProducts,
);
