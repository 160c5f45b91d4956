import { stringify } from 'csv-stringify/sync';

type Cell = string | number | null | undefined;

/**
 * The text of a spreadsheet. It begins with a byte order mark, by which Excel recognises UTF-8; a text
 * that a spreadsheet would run as a formula gets an apostrophe in front.
 * @param columns headers, in order.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvText<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, Cell>[],
): string {
  const options = { bom: true, header: true, escape_formulas: true, columns: [...columns] };
  return stringify([...rows], options);
}
