import { z } from 'zod';
import { CollectionRule } from '#domain/catalogue/collection-rule.ts';
import { SeenColour, SeenProduct, type SeenRow } from './memory.ts';

const ExportedColour = SeenColour.omit({ position: true }).extend({ color_name: z.string() });

const ExportedProduct = SeenProduct.extend({
  slug: z.string(),
  color_variants: z.array(ExportedColour),
});
export type ExportedProduct = z.infer<typeof ExportedProduct>;

const ExportedCollection = z.object({
  id: z.string(),
  name: z.string(),
  in_menu: z.boolean(),
  /** Null for one chosen by hand. */
  rule: CollectionRule.nullable(),
  /** Slugs of products with a place, archived ones included. */
  products: z.array(z.string()),
});
export type ExportedCollection = z.infer<typeof ExportedCollection>;

const Exported = z.object({
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  collections: z.array(ExportedCollection),
  products: z.array(ExportedProduct),
});
/** The catalogue without archived products and colours, in the order of the shop. */
export type Exported = z.infer<typeof Exported>;

/** Page size, in products, that keeps each answer small. */
const productsAtOnce = 500;

/** Reads a page of the catalogue from the database, as `export_catalogue` returns it. */
export type ReadPage = (offset: number, limit: number) => Promise<unknown>;

/** Reads the whole catalogue, page by page. */
export async function readShop(readPage: ReadPage): Promise<Exported> {
  const products: ExportedProduct[] = [];
  for (let offset = 0; ; offset += productsAtOnce) {
    const page = Exported.parse(await readPage(offset, productsAtOnce));
    products.push(...page.products);
    if (page.products.length < productsAtOnce) return { ...page, products };
  }
}

/**
 * The memory of each of a product's rows, in the order of its colours.
 * @param exportId the export's own UUID.
 */
export function rememberedRows(product: ExportedProduct, exportId: string): SeenRow[] {
  const { slug, color_variants, ...whole } = product;
  const seenProduct: SeenProduct = whole;
  return color_variants.map(({ color_name, ...seen }, index) => ({
    export: exportId,
    slug,
    colour: color_name,
    seen: Object.assign(seen, { position: index + 1 }),
    product: index === 0 ? seenProduct : undefined,
  }));
}
