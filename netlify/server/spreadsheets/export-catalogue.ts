import { stringify } from 'csv-stringify/sync';
import { londonShort } from '#domain/basics/london-clock.ts';
import { formatPounds, pence, penceToPounds, type Pence } from '#domain/money/money.ts';
import { columnNames, columns, columnsOf, type ColumnName } from './columns.ts';
import {
  type Exported,
  type ExportedProduct,
  type ReadPage,
  readShop,
  rememberedRows,
} from './exported-catalogue.ts';
import { listCell, nameList } from './cell-list.ts';
import { conditionsOf } from './collections-sheet.ts';
import { protectedText } from './formula-text.ts';
import { MEMORY_HEADER } from './header.ts';
import { memoryCell } from './memory.ts';
import { workbookOf } from './write-workbook.ts';

/** Shortens a date-time at midnight UTC to its date. */
function dayOrMoment(moment: string): string {
  return moment.replace(/T00:00:00(\.0+)?(Z|\+00:00)$/, '');
}

/** London's clock time of a sale's start or end, if it has one. */
function edge(moment: string): string | null {
  return moment.endsWith('infinity') ? null : londonShort(moment);
}

function slugsOf({ collections = {} }: ExportedProduct): string[] {
  return Object.keys(collections);
}

type Cells = Partial<Record<ColumnName, string | number | null>>;

/** Product-level columns. */
function productCells(
  product: ExportedProduct,
  priceOf: (amount: Pence) => string | number,
): Cells {
  const { price_pence, created_at, visible_from, color_variants: _, ...rest } = product;
  const { collections: _collections, sale_price_pence, sale_from, sale_until, ...texts } = rest;
  return {
    ...texts,
    price: priceOf(pence(price_pence)),
    added: dayOrMoment(created_at),
    ...(sale_price_pence > 0 && {
      sale_price: priceOf(pence(sale_price_pence)),
      sale_from: edge(sale_from),
      sale_until: edge(sale_until),
    }),
    visible_from: visible_from && londonShort(visible_from),
  };
}

/**
 * The catalogue as CSV. Product-level values are in the product's first row only, so that each is edited in
 * one place.
 */
export function csvOf({ products }: Exported): string {
  const exportId = crypto.randomUUID();
  const rows = products.flatMap((product) => {
    const remembered = rememberedRows(product, exportId);
    return product.color_variants.map(({ color_name, images, alts, ...colour }, index) => {
      const memory = remembered[index];
      const { hex, sku, gtin, quantity, worn, film } = colour;
      return {
        ...(index === 0 && productCells(product, formatPounds)),
        collections:
          index === 0 ? nameList(slugsOf(product).map((slug) => [slug, slug])) : undefined,
        slug: product.slug,
        colour: color_name,
        sku,
        gtin,
        swatch: hex,
        stock: quantity,
        pictures: listCell(images),
        worn,
        film,
        alts: alts && listCell(alts),
        [MEMORY_HEADER]: memory && memoryCell(memory),
      };
    });
  });
  // Excel recognises UTF-8 by the byte order mark.
  return stringify(rows, {
    bom: true,
    header: true,
    cast: { string: protectedText },
    columns: [
      ...columnNames.map((name) => ({ key: name, header: columns[name].sheet })),
      { key: MEMORY_HEADER, header: MEMORY_HEADER },
    ],
  });
}

function json({ categories, collections, products }: Exported): string {
  const listed = collections.map(({ id, name, in_menu, rule }) => ({
    id,
    name,
    in_menu,
    ...conditionsOf(rule),
  }));
  const named = products.map((product) => {
    const cells = {
      ...productCells(product, penceToPounds),
      collections: slugsOf(product),
    };
    return Object.fromEntries<unknown>([
      ...columnsOf('product').map((name) => [columns[name].json, cells[name]] as const),
      ['color_variants', product.color_variants],
    ]);
  });
  return `${JSON.stringify({ categories, collections: listed, products: named }, null, 2)}\n`;
}

/** Export formats of the catalogue, as endings of files. */
export const exportFormats = ['xlsx', 'csv', 'json'] as const;
type ExportFormat = (typeof exportFormats)[number];

const writers: Record<ExportFormat, (catalogue: Exported) => string | Promise<Uint8Array>> = {
  csv: csvOf,
  json,
  xlsx: workbookOf,
};

/** The whole catalogue as a file's content, without archived products and colours. */
export async function exportCatalogue(readPage: ReadPage, format: ExportFormat) {
  const catalogue = await readShop(readPage);
  const { products } = catalogue;
  return {
    content: await writers[format](catalogue),
    products: products.length,
    colours: products.reduce((sum, { color_variants }) => sum + color_variants.length, 0),
  };
}
