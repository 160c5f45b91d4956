import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { dataOf } from '#server/database.ts';
import { formatPounds, pence, penceToPounds, type Pence } from '#domain/money.ts';
import { columnNames, columns, columnsOf, type ColumnName, type FileFormat } from './columns.ts';
import { PICTURE_SEPARATOR } from './csv-rows.ts';
import type { Shop } from './shop.ts';

const ExportedColour = z.object({
  color_name: z.string(),
  hex: z.string().nullable(),
  quantity: z.int(),
  images: z.array(z.string()),
});

/** A product's texts and numbers go by the names of their columns; what does not is named here. */
const ExportedProduct = z
  .object({
    slug: z.string(),
    price_pence: z.int(),
    created_at: z.string(),
    color_variants: z.array(ExportedColour),
  })
  .catchall(z.union([z.string(), z.number()]).nullable());

const Exported = z.object({
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  products: z.array(ExportedProduct),
});

/** Page size, in products, that keeps each answer small. */
const productsAtOnce = 500;

type Exported = z.infer<typeof Exported>;

async function readShop({ client }: Shop): Promise<Exported> {
  const all: Exported = { categories: [], products: [] };
  for (let offset = 0; ; offset += productsAtOnce) {
    const answer = await client.rpc('export_catalogue', {
      p_offset: offset,
      p_limit: productsAtOnce,
    });
    const { categories, products } = Exported.parse(dataOf(answer));
    all.categories = categories;
    all.products.push(...products);
    if (products.length < productsAtOnce) return all;
  }
}

/** Shortens a date-time at midnight UTC to its date. */
function dayOrMoment(moment: string): string {
  return moment.replace(/T00:00:00(\.0+)?(Z|\+00:00)$/, '');
}

type Cells = Partial<Record<ColumnName, string | number | null>>;

/** What is said of a product as a whole. */
function productCells(
  product: z.infer<typeof ExportedProduct>,
  priceOf: (amount: Pence) => string | number,
): Cells {
  const { price_pence, created_at, color_variants: _, ...texts } = product;
  return { ...texts, price: priceOf(pence(price_pence)), added: dayOrMoment(created_at) };
}

/** What holds for a product stands in its first row only, so that it is changed in one place. */
function csv({ products }: Exported): string {
  const rows = products.flatMap((product) =>
    product.color_variants.map(({ color_name, hex, quantity, images }, index): Cells => ({
      ...(index === 0 && productCells(product, formatPounds)),
      slug: product.slug,
      colour: color_name,
      swatch: hex,
      stock: quantity,
      pictures: images.join(` ${PICTURE_SEPARATOR} `),
    })),
  );
  // Excel recognises UTF-8 by the byte order mark.
  return stringify(rows, {
    bom: true,
    header: true,
    columns: columnNames.map((name) => ({ key: name, header: columns[name].csv })),
  });
}

function json({ categories, products }: Exported): string {
  const named = products.map((product) => {
    const cells = productCells(product, penceToPounds);
    return Object.fromEntries<unknown>([
      ...columnsOf('product').map((name) => [columns[name].json, cells[name]] as const),
      ['color_variants', product.color_variants],
    ]);
  });
  return `${JSON.stringify({ categories, products: named }, null, 2)}\n`;
}

/** The whole catalogue as a file's text, without archived products and colours. */
export async function exportCatalogue(shop: Shop, format: FileFormat) {
  const catalogue = await readShop(shop);
  const colours = catalogue.products.reduce(
    (sum, { color_variants }) => sum + color_variants.length,
    0,
  );
  return {
    text: format === 'csv' ? csv(catalogue) : json(catalogue),
    products: catalogue.products.length,
    colours,
  };
}
