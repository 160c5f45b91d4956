import { shownValue } from '#domain/cells/shown-value.ts';
import type { FileRows } from '../file-rows.ts';
import { MEMORY_HEADER } from '../header.ts';
import { longRows } from '../long-rows.ts';
import type { Table } from '../table.ts';
import { type Platform, platformOf } from './platform.ts';
import { sameFileNames } from './same-file-names.ts';
import { shopifyRows } from './shopify.ts';
import { wooCommerceRows } from './woocommerce.ts';

/** Rows at the top among which the header is looked for. */
const mostTitles = 10;

const readers: Record<Platform, (table: Table, index: number) => FileRows> = {
  Shopify: shopifyRows,
  WooCommerce: wooCommerceRows,
};

/** The rows of another platform's product file; null if no table is one. */
export function platformRows(tables: readonly Table[]): FileRows | null {
  for (const table of tables) {
    for (const [index, row] of table.rows.slice(0, mostTitles).entries()) {
      const labels = row.map((cell) => shownValue(cell ?? ''));
      const platform = labels.includes(MEMORY_HEADER) ? null : platformOf(labels);
      if (platform === null) continue;
      const file = readers[platform](table, index);
      return {
        ...file,
        mistakes: [...longRows(table, index), ...file.mistakes, ...sameFileNames(file)],
      };
    }
  }
  return null;
}
