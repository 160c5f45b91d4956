import type { Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import type { Category, Product } from '#domain/product.ts';
import { penceToPounds, pence } from '#domain/money.ts';
import { allRows } from './supabase-rows.ts';

const CategoryRow = z.object({ id: z.number(), name: z.string(), position: z.number() });
const ProductRow = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  price_pence: z.number(),
  category_id: z.number(),
  created_at: z.string(),
  updated_at: z.string().nullable(),
});
const VariantRow = z.object({
  id: z.number(),
  product_id: z.number(),
  color_name: z.string(),
  quantity: z.number(),
  position: z.number(),
  updated_at: z.string().nullable(),
});
const ImageRow = z.object({
  id: z.number(),
  variant_id: z.number(),
  path: z.string(),
  position: z.number(),
});

const byPosition = (a: { position: number; id: number }, b: { position: number; id: number }) =>
  a.position - b.position || a.id - b.id;

/** The latest of some moments of the database in ISO 8601; null when none is known. */
function latest(moments: readonly (string | null)[]): string | null {
  const known = moments.filter((moment) => moment !== null).map((moment) => Date.parse(moment));
  return known.length > 0 ? new Date(Math.max(...known)).toISOString() : null;
}

async function readProducts() {
  const [categories, products, variants, images] = await Promise.all([
    allRows('categories', CategoryRow),
    allRows('products', ProductRow),
    allRows('color_variants', VariantRow),
    allRows('variant_images', ImageRow),
  ]);
  const categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
  const imagesOf = Map.groupBy(images.toSorted(byPosition), (image) => image.variant_id);
  const variantsOf = Map.groupBy(variants.toSorted(byPosition), (variant) => variant.product_id);
  return products.map(({ id, name, description, price_pence, category_id, ...moments }) => ({
    categoryId: category_id,
    lastChange: latest([
      moments.updated_at,
      ...(variantsOf.get(id) ?? []).map(({ updated_at }) => updated_at),
    ]),
    product: {
      id,
      name,
      description,
      price: penceToPounds(pence(price_pence)),
      category_name: categoryNames.get(category_id) ?? '',
      created_at: new Date(moments.created_at).toISOString(),
      color_variants: (variantsOf.get(id) ?? []).map((variant) => ({
        id: variant.id,
        color_name: variant.color_name,
        quantity: variant.quantity,
        images: (imagesOf.get(variant.id) ?? []).map(({ path }) => ({ image: path })),
      })),
    } satisfies Product,
  }));
}

async function readCategories(): Promise<{ category: Category; position: number }[]> {
  const rows = await allRows('categories', CategoryRow);
  return rows
    .toSorted(byPosition)
    .map(({ id, name }, position) => ({ category: { id, name }, position }));
}

/** An entry as text, without its stock and the moment when that last ran out. */
function textWithoutStock(data: unknown): string {
  return JSON.stringify(data, (key, value: unknown) =>
    key === 'quantity' || key === 'lastChange' ? undefined : value,
  );
}

/**
 * A loader that fills a collection anew from what `read` answers. When the developer's server
 * refreshes it, an entry of which only the stock has changed stays: every change reloads all open
 * pages, and pages ask for live stock themselves.
 */
export function loaderOf<Entry extends Record<string, unknown>>(
  name: string,
  read: () => Promise<Entry[]>,
  idOf: (entry: Entry) => number,
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
        const standing = refreshContextData && store.get(id);
        if (standing && textWithoutStock(standing.data) === textWithoutStock(data)) continue;
        store.set({ id, data, digest: generateDigest(data) });
      }
    },
  };
}

/** Every product, in the shape of the listing calls, read from Supabase at build. */
export const productLoader = loaderOf(
  'supabase-products',
  readProducts,
  ({ product }) => product.id,
);

/** Every category, in the menu's order. */
export const categoryLoader = loaderOf(
  'supabase-categories',
  readCategories,
  ({ category }) => category.id,
);
