import { foreignCurrency } from '#domain/cells/cell-numbers.ts';
import { shownValue } from '#domain/cells/shown-value.ts';
import { numberFacts } from '#domain/catalogue/product-facts.ts';
import type { ColumnName } from './columns.ts';
import type { Cell, CellMark } from './table.ts';

/** Columns whose numbers are pounds. */
export const prices: ReadonlySet<ColumnName> = new Set<ColumnName>(['price', 'sale_price']);

/** Columns whose numbers count something, so that a percentage makes no sense. */
const amounts = new Set<ColumnName>([...prices, 'stock', ...numberFacts]);

/**
 * Text that a spreadsheet program writes for a formula's error, in any language: #REF!, #N/A, #SPILL!, #WERT!, #NV,
 * LibreOffice's Err:502. Excel adds more of them every year, and a CSV file does not mark them.
 */
const brokenFormula =
  /^(?:#(?:[¡¿]?[\p{Lu}\d/]+ ?[!?]|N\/[A-Z]|NV|GETTING_DATA)|(?:Err|Fehler|Erreur):\d{3})$/u;

/** Fault of a cell's number format; null for none. */
function formatFault(name: ColumnName, cell: number, mark: CellMark): string | null {
  if (mark.isPercent && amounts.has(name)) {
    return `“${cell}” is formatted as a percentage: give the cell the format “Number” and check the number.`;
  }
  const currency = prices.has(name) ? foreignCurrency(mark.currency ?? '') : undefined;
  return currency === undefined
    ? null
    : `“${cell}” is formatted as ${currency}. The shop’s prices are in pounds: give the cell the format “£” and check the number.`;
}

/** Fault of a cell in a column that its value alone does not show; null for none. */
export function cellFault(name: ColumnName, cell: Cell, mark: CellMark | undefined): string | null {
  if (mark?.isUncalculated) {
    return 'This is a formula whose result is not in the file. Open the file in your spreadsheet program, save it and drop it again, or write the value instead.';
  }
  const isBroken = mark?.isError || (typeof cell === 'string' && brokenFormula.test(cell.trim()));
  if (isBroken) return `“${shownValue(cell)}” is a formula’s error. Write the value instead.`;
  return typeof cell === 'number' && mark ? formatFault(name, cell, mark) : null;
}
