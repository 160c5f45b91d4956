import { columnNames, columns, type ColumnName } from './columns.ts';

/** Header of the column in which an export keeps what it saw (see memory.ts). */
export const MEMORY_HEADER = 'exported';

/** Name of the sheet that lists the categories. */
export const CATEGORIES_SHEET = 'Categories';

/** Name of the sheet that lists the collections, those by hand and those by rule. */
export const COLLECTIONS_SHEET = 'Collections';

/** A header in lower case, without units in brackets, spaces and signs: “Price (£)” is “price”. */
export function bareHeader(label: string): string {
  return label
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replaceAll(/[^\p{L}\p{N}$€¥₹]/gu, '');
}

const named = new Map(
  columnNames.flatMap((name) =>
    [columns[name].sheet, ...columns[name].aliases].map(
      (label) => [bareHeader(label), name] as const,
    ),
  ),
);

/** The column for a spreadsheet's header; `undefined` when it is none of ours. */
export function columnOfHeader(label: string): ColumnName | undefined {
  return named.get(bareHeader(label));
}

/** Counts our columns in a row. */
export function columnsNamed(labels: readonly string[]): number {
  const names = labels.map(columnOfHeader);
  return new Set(names.filter((name) => name !== undefined)).size;
}

/** Whether two words differ by one edit: a letter missing, added or replaced, or two swapped. */
function nearlySame(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from += 1;
  const rest = (text: string, skipped: number) => text.slice(from + skipped);
  if (short.length < long.length) return rest(short, 0) === rest(long, 1);
  const swapped = short[from] === long[from + 1] && short[from + 1] === long[from];
  return rest(short, 1) === rest(long, 1) || (swapped && rest(short, 2) === rest(long, 2));
}

/** The column that a mistyped header probably means. */
export function columnNearHeader(label: string): ColumnName | undefined {
  const wanted = bareHeader(label);
  if (wanted.length < 4) return undefined;
  return columnNames.find((name) => nearlySame(wanted, bareHeader(columns[name].sheet)));
}
