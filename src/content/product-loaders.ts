import type { Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import { ListedProduct } from '#domain/catalogue/listed-product.ts';
import { productOfListed } from '#domain/catalogue/product-of-listed.ts';
import { categoryKinds } from '#domain/enums.ts';
import { ProductAttributes } from '#domain/catalogue/product.ts';
import { HeadingFocus } from '#domain/site-content/content-fields.ts';
import { ListingTile } from '#domain/site-content/listing-tile.ts';
import { OwnPage } from '#domain/site-content/own-page.ts';
import { noSearchWords, searchWordsOf } from '#domain/catalogue/search-words.ts';
import { ProductReviews } from '#domain/catalogue/product-reviews.ts';
import { searchWordsSchema } from '#domain/catalogue/search-words-schema.ts';
import type { BuiltCategory } from './built-category.ts';
import { allRows, fewRows } from './supabase-rows.ts';

const CategoryRow = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  kind: z.enum(categoryKinds),
  position: z.number(),
  intro: z.string().nullable(),
  picture: z.string().nullable(),
  focus: HeadingFocus.nullable(),
  tile: ListingTile.nullable(),
  ...searchWordsSchema.shape,
  in_menu: z.boolean(),
  products: z.array(z.number()),
});

const BuiltRow = searchWordsSchema.extend({ id: z.number(), slug: z.string() });

const AttributesRow = z.object({ id: z.number(), attributes: ProductAttributes });

/** Converts a database timestamp to ISO 8601. */
function isoTimestamp(timestamp: string): string {
  return new Date(timestamp).toISOString();
}

async function readProducts() {
  const [rows, described, built, reviewed] = await Promise.all([
    allRows('listed_products', ListedProduct),
    allRows('product_attributes', AttributesRow),
    allRows('built_products', BuiltRow),
    allRows('reviewed_products', ProductReviews),
  ]);
  const facts = new Map(built.map((row) => [row.id, row]));
  const attributes = new Map(described.map((row) => [row.id, row.attributes]));
  const reviews = new Map(reviewed.map((row) => [row.id, row]));
  return rows.map((row) => ({
    categoryId: row.category_id,
    place: row.place,
    lastChange: isoTimestamp(row.last_change),
    attributes: attributes.get(row.id) ?? {},
    slug: facts.get(row.id)?.slug ?? '',
    reviews: reviews.get(row.id) ?? null,
    search: searchWordsOf(facts.get(row.id) ?? noSearchWords),
    product: { ...productOfListed(row), created_at: isoTimestamp(row.created_at) },
  }));
}

async function readCategories(): Promise<BuiltCategory[]> {
  const rows = await allRows('listed_categories', CategoryRow);
  return rows
    .toSorted((a, b) => a.position - b.position || a.id - b.id)
    .map(({ id, name, in_menu: inMenu, ...row }, position) =>
      Object.assign(row, { category: { id, name }, inMenu, position }),
    );
}

/** Serialises an entry without its stock and its time of last change, which stock also updates. */
function textWithoutStock(data: unknown): string {
  return JSON.stringify(data, (key, value: unknown) =>
    key === 'quantity' || key === 'lastChange' ? undefined : value,
  );
}

/**
 * A loader that replaces a collection with the result of `read`. When the dev server refreshes it, an
 * entry that differs only in stock is kept: every change reloads all open pages, and pages fetch live
 * stock themselves.
 */
export function loaderOf<Entry extends Record<string, unknown>>(
  name: string,
  read: () => Promise<Entry[]>,
  idOf: (entry: Entry) => number | string,
): Loader {
  return {
    name,
    async load({ store, parseData, generateDigest, refreshContextData }) {
      const entries = await read();
      const ids = new Set(entries.map((entry) => String(idOf(entry))));
      for (const id of store.keys()) if (!ids.has(id)) store.delete(id);
      for (const entry of entries) {
        const id = String(idOf(entry));
        const data = await parseData({ id, data: entry });
        const stored = refreshContextData && store.get(id);
        if (stored && textWithoutStock(stored.data) === textWithoutStock(data)) continue;
        store.set({ id, data, digest: generateDigest(data) });
      }
    },
  };
}

/** Every product, shaped like the listing calls, read from Supabase at build time. */
export const productLoader = loaderOf(
  'supabase-products',
  readProducts,
  ({ product }) => product.id,
);

const OwnPageRow = z.object({ value: OwnPage, changed_at: z.string() });

async function readOwnPages() {
  const rows = await fewRows('own_pages', OwnPageRow);
  const pages = rows.map(({ value, changed_at }) =>
    Object.assign(value, { lastChange: isoTimestamp(changed_at) }),
  );
  return [{ pages }];
}

/** The pages that marketers made, as one entry: Astro warns of an empty collection at each use. */
export const ownPageLoader = loaderOf('supabase-own-pages', readOwnPages, () => 'all');

/** Every category and collection that shoppers can see, in menu order. */
export const categoryLoader = loaderOf(
  'supabase-categories',
  readCategories,
  ({ category }) => category.id,
);
