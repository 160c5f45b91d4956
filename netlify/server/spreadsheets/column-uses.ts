import { shownValue } from '#domain/cells/shown-value.ts';
import { cutText } from '#domain/basics/cut-text.ts';
import type { ColumnUse } from '#domain/contracts/catalogue-reading.ts';
import { columnLetters, isBlank, type Table } from './table.ts';

/** Characters shown of a column's first value. */
const mostCharacters = 60;

/** The columns of a table with a value, and what became of each. */
export function columnUses(
  { rows }: Table,
  index: number,
  becameOf: (label: string) => string | null,
): ColumnUse[] {
  const below = rows.slice(index + 1);
  return (rows[index] ?? []).flatMap((cell, at) => {
    const header = shownValue(cell ?? '').trim();
    const values = below.flatMap((row) => (isBlank(row[at]) ? [] : [shownValue(row[at])]));
    const [first] = values;
    if (first === undefined) return [];
    const line = first.replaceAll(/\s+/g, ' ').trim();
    const example = line.length > mostCharacters ? `${cutText(line, mostCharacters - 1)}…` : line;
    const became = header === '' ? null : becameOf(header);
    return [{ letters: columnLetters(at), header, became, filled: values.length, example }];
  });
}
