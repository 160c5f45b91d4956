import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { dataOf } from '#server/database.ts';
import { formatPounds, pence, penceToPounds } from '#domain/money.ts';
import { columnNames, columns, type FileFormat } from './columns.ts';
import { PICTURE_SEPARATOR } from './csv-rows.ts';
import type { Shop } from './shop.ts';

const Exported = z.object({
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  products: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      description: z.string(),
      price_pence: z.int(),
      category: z.string(),
      created_at: z.string(),
      color_variants: z.array(
        z.object({
          color_name: z.string(),
          hex: z.string().nullable(),
          quantity: z.int(),
          images: z.array(z.string()),
        }),
      ),
    }),
  ),
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

/** A product's shared values appear in its first row only, so that they are edited in one place. */
function csv({ products }: Exported): string {
  const rows = products.flatMap((product) =>
    product.color_variants.map(({ color_name, hex, quantity, images }, index) => ({
      slug: product.slug,
      ...(index === 0 && {
        name: product.name,
        description: product.description,
        price: formatPounds(pence(product.price_pence)),
        category: product.category,
        added: dayOrMoment(product.created_at),
      }),
      colour: color_name,
      swatch: hex ?? '',
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
  const named = products.map(({ price_pence, created_at, color_variants, ...product }) => ({
    ...product,
    price: penceToPounds(pence(price_pence)),
    created_at: dayOrMoment(created_at),
    color_variants,
  }));
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
