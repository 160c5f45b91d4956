import { stringify } from 'csv-stringify/sync';
import { importedText, protectedText } from '../spreadsheets/formula-text.ts';

type Cell = string | number | null | undefined;

/**
 * The text of a CSV file. It begins with a byte order mark, by which Excel recognises UTF-8; not for importers of plain
 * ASCII, which may take it for a part of the first column's name.
 * @param columns headers, in order.
 * Texts that a spreadsheet would run as a formula are protected (formula-text.ts).
 * @param reader the file's audience: programs get numbers and addresses unchanged, or they would no longer be any.
 */
export function csvText<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, Cell>[],
  reader: 'person' | 'machine' | 'importer',
): string {
  const cast = { string: reader === 'person' ? protectedText : importedText };
  return stringify([...rows], {
    bom: reader !== 'importer',
    header: true,
    columns: [...columns],
    cast,
  });
}
