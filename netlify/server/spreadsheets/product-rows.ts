import { columnsOf, type ColumnName } from './columns.ts';
import type { FileRow } from './file-rows.ts';

/** The rows of one product; a shared value in any of them holds for all. */
export interface ProductRows {
  first: FileRow;
  /** First row that fills in each shared column. */
  sources: Partial<Record<ColumnName, FileRow>>;
}

/** Groups a file's rows by their product's slug; rows without a slug are left out. */
export function productRows(rows: readonly FileRow[]): Map<unknown, ProductRows> {
  const products = new Map<unknown, ProductRows>();
  for (const row of rows) {
    if (row.cells.slug === undefined) continue;
    const product = products.get(row.cells.slug) ?? { first: row, sources: {} };
    for (const column of columnsOf('product')) {
      if (row.cells[column] !== undefined) product.sources[column] ??= row;
    }
    products.set(row.cells.slug, product);
  }
  return products;
}

/** A row's cells, with empty shared ones filled in from the product's other rows. */
export function withShared({ cells }: FileRow, product: ProductRows | undefined): FileRow['cells'] {
  const whole = { ...cells };
  for (const column of columnsOf('product')) {
    whole[column] ??= product?.sources[column]?.cells[column];
  }
  return whole;
}
