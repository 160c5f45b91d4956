import * as z from 'zod';
import { CollectionRule } from '../collection-rule.ts';
import { categoryKinds } from '../enums.ts';
import { reads } from './staff-call.ts';

/** A category or collection as marketers see it. */
export const EditedCategory = z.object({
  id: z.int(),
  slug: z.string(),
  kind: z.enum(categoryKinds),
  name: z.string(),
  /** Text under the heading of its listing. */
  intro: z.string().nullable(),
  picture: z.string().nullable(),
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
