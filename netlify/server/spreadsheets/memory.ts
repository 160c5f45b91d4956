import { nameKey } from '#domain/names/name-key.ts';
import { z } from 'zod';
import { ProductFacts } from '#domain/catalogue/product.ts';
import { parseJson } from '#domain/basics/record.ts';

/**
 * Values seen by an export, so that an import applies only the changes made to the file since. They travel in
 * the file, in a column of their own, each colour's in its own row: rows may be sorted, removed and copied.
 * In the units of the database.
 */
export const SeenProduct = z.object({
  name: z.string(),
  description: z.string(),
  hs_code: z.string().nullable(),
  origin_country: z.string().nullable(),
  // Fields with a default are absent in files exported before the shop had them.
  ...ProductFacts.shape,
  search_title: z.string().nullable().default(null),
  search_description: z.string().nullable().default(null),
  share_picture: z.string().nullable().default(null),
  price_pence: z.int(),
  /** 0 without a sale; its start and end are then infinite. */
  sale_price_pence: z.int().default(0),
  sale_from: z.string().default('-infinity'),
  sale_until: z.string().default('infinity'),
  category: z.string(),
  /** Names of its collections chosen by hand, by slug; absent in files exported before products had any. */
  collections: z.record(z.string(), z.string()).optional(),
  created_at: z.string(),
  visible_from: z.string().nullable().default(null),
});
export type SeenProduct = z.infer<typeof SeenProduct>;

export const SeenColour = z.object({
  hex: z.string().nullable(),
  /** Absent in files that were exported before colours had codes. */
  sku: z.string().optional(),
  gtin: z.string().nullable().optional(),
  quantity: z.int(),
  images: z.array(z.string()),
  /** Absent in files that were exported before pictures could be marked as worn. */
  worn: z.string().nullable().optional(),
  film: z.string().nullable().optional(),
  /** Absent in files that were exported before pictures had descriptions. */
  alts: z.array(z.string()).optional(),
  /** Place among the product's colours, from 1. */
  position: z.int(),
});
export type SeenColour = z.infer<typeof SeenColour>;

/** Content of a row's last cell in an export, as JSON. */
const SeenRow = z.object({
  /** Id of the export, so that the same file imported again moves the stock once. */
  export: z.guid(),
  slug: z.string(),
  colour: z.string(),
  seen: SeenColour,
  /** Only in the product's first row. */
  product: SeenProduct.optional(),
});
export type SeenRow = z.infer<typeof SeenRow>;

/** The memory of a file. */
export interface Memory {
  products: ReadonlyMap<string, SeenProduct>;
  /** By `colourKey`. */
  colours: ReadonlyMap<string, SeenRow>;
  /** Exported content of each row of the file, by the row's number. */
  rows: ReadonlyMap<number, SeenRow>;
}

/** Identifies a colour of a product, whatever the case of its name. */
export function colourKey(slug: string, colour: string): string {
  return `${slug}\n${nameKey(colour)}`;
}

/** A row's memory as the text of a cell. */
export function memoryCell(row: SeenRow): string {
  return JSON.stringify(row);
}

/** A row's memory; `undefined` when the text is not one that an export wrote. */
export function readMemoryCell(text: string): SeenRow | undefined {
  return SeenRow.safeParse(parseJson(text)).data;
}

/** Gathers the memory of a file's rows, by their numbers. */
export function gatherMemory(rows: ReadonlyMap<number, SeenRow>): Memory | null {
  if (rows.size === 0) return null;
  const products = new Map<string, SeenProduct>();
  const colours = new Map<string, SeenRow>();
  for (const row of rows.values()) {
    if (row.product) products.set(row.slug, row.product);
    colours.set(colourKey(row.slug, row.colour), row);
  }
  return { products, colours, rows };
}
