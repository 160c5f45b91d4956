import { z } from 'astro/zod';
import { categoryKinds } from '#domain/enums.ts';
import { searchWordsSchema } from '#domain/catalogue/search-words-schema.ts';
import { HeadingFocus } from '#domain/site-content/content-fields.ts';
import { ListingTile } from '#domain/site-content/listing-tile.ts';
import { Category } from '#domain/catalogue/product.ts';

/** A category or collection as of the build. */
export const BuiltCategory = z.object({
  category: Category,
  slug: z.string(),
  kind: z.enum(categoryKinds),
  /** Place in the menu. */
  position: z.number(),
  /** Whether the menu lists it: a collection only while it has products. */
  inMenu: z.boolean(),
  /** Text under the heading of its listing. */
  intro: z.string().nullable(),
  picture: z.string().nullable(),
  /** Null for the centre. */
  focus: HeadingFocus.nullable(),
  tile: ListingTile.nullable(),
  ...searchWordsSchema.shape,
  /** Ids of a collection's products, in order; empty for categories. */
  products: z.array(z.number()),
});
export type BuiltCategory = z.infer<typeof BuiltCategory>;
