import { columnsOf, type ColumnName } from './columns.ts';
import type { FileRow } from './file-rows.ts';

/** The rows of one product in a file: what one of them says of the product holds for all. */
export interface ProductRows {
  first: FileRow;
  /** For each of the product's columns the first row that fills it in. */
  tellers: Partial<Record<ColumnName, FileRow>>;
}

/** The rows of a file by their product's slug; those without a slug belong to no product. */
export function productRows(rows: readonly FileRow[]): Map<unknown, ProductRows> {
  const products = new Map<unknown, ProductRows>();
  for (const row of rows) {
    if (row.cells.slug === undefined) continue;
    const product = products.get(row.cells.slug) ?? { first: row, tellers: {} };
    for (const column of columnsOf('product')) {
      if (row.cells[column] !== undefined) product.tellers[column] ??= row;
    }
    products.set(row.cells.slug, product);
  }
  return products;
}

/** A row's cells, with what another row says of their product where its own are empty. */
export function withShared({ cells }: FileRow, product: ProductRows | undefined): FileRow['cells'] {
  const whole = { ...cells };
  for (const column of columnsOf('product')) {
    whole[column] ??= product?.tellers[column]?.cells[column];
  }
  return whole;
}
