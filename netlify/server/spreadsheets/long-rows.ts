import type { Mistake } from './mistake.ts';
import { isBlank, type Table } from './table.ts';

/** Rows of a CSV file with more cells than its header, whose values may be under the wrong one. */
export function longRows({ sheet, rows }: Table, header: number): Mistake[] {
  if (sheet !== null) return [];
  const width = rows[header]?.length ?? 0;
  return rows.flatMap((row, index) => {
    if (index <= header || row.length <= width || row.every(isBlank)) return [];
    const message = `This row has ${row.length} cells, but the header has only ${width}. Is there a comma in a text without quotation marks around it?`;
    return [{ place: `row ${index + 1}`, column: null, message }];
  });
}
