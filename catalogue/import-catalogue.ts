import { z } from 'zod';
import { dataOf } from '#server/database.ts';
import type { Catalogue, CatalogueProduct } from './catalogue-file.ts';
import type { Shop } from './shop.ts';

const Colour = z.object({ slug: z.string(), colour: z.string() });

/** What an import changed, as reported by the database. */
const Summary = z.object({
  categories: z.object({
    added: z.array(z.string()),
    changed: z.array(z.object({ slug: z.string(), name: z.string() })),
  }),
  products: z.object({
    added: z.array(z.string()),
    changed: z.array(
      z.object({
        slug: z.string(),
        fields: z.array(z.string()),
        was_pence: z.int(),
        price_pence: z.int(),
      }),
    ),
  }),
  colours: z.object({
    added: z.array(Colour),
    changed: z.array(
      Colour.extend({
        fields: z.array(z.string()),
        was_quantity: z.int(),
        quantity: z.int(),
      }),
    ),
  }),
  pictures: z.array(Colour),
  archived: z.object({ products: z.array(z.string()), colours: z.array(Colour) }),
  /** Colours of which open checkouts hold more than is now in stock. */
  oversold: z.array(Colour.extend({ quantity: z.int(), held: z.int() })),
});
export type ImportSummary = z.infer<typeof Summary>;

/** A product as the database takes it. JSON leaves out what is undefined: it stays as it is there. */
function productRow(product: CatalogueProduct) {
  const { price, added, colours: _, ...cells } = product;
  return { ...cells, price_pence: price, created_at: added };
}

/**
 * Updates the shop to match the catalogue in one transaction.
 * @param addressOf looks up the address of a product's picture in the shop.
 */
export async function importCatalogue(
  { client }: Shop,
  { categories, products }: Catalogue,
  archiveMissing: boolean,
  addressOf: (slug: string, picture: string) => string,
): Promise<ImportSummary> {
  const answer = await client.rpc('import_catalogue', {
    p_catalogue: {
      categories: categories.map(({ slug, name }) => ({ slug, name })),
      products: products.map(productRow),
      colours: products.flatMap(({ slug, colours }) =>
        colours.map(({ colour, swatch, stock, pictures }, index) => ({
          slug,
          color_name: colour,
          position: index + 1,
          hex: swatch,
          quantity: stock,
          // Identical files share one address.
          images: pictures && [...new Set(pictures.map((picture) => addressOf(slug, picture)))],
        })),
      ),
    },
    p_archive_missing: archiveMissing,
  });
  return Summary.parse(dataOf(answer));
}
