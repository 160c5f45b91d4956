import { stringify } from 'csv-stringify/sync';
import { protectedText } from '../spreadsheets/formula-text.ts';

type Cell = string | number | null | undefined;

/**
 * The text of a CSV file. It begins with a byte order mark, by which Excel recognises UTF-8.
 * @param columns headers, in order.
 * @param reader the file's audience: for people, texts that a spreadsheet would run as a formula are protected
 *   (formula-text.ts); programs get them unchanged, or an address would no longer be one.
 */
export function csvText<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, Cell>[],
  reader: 'person' | 'machine',
): string {
  const cast = reader === 'person' ? { cast: { string: protectedText } } : {};
  return stringify([...rows], { bom: true, header: true, columns: [...columns], ...cast });
}
