import { shownValue } from '#domain/cells/shown-value.ts';
import type { ColumnUse, ProductGroup } from '#domain/contracts/catalogue-reading.ts';
import type { CollectionRow } from './collection-rows.ts';
import type { ColumnName, FileFormat } from './columns.ts';
import type { Memory } from './memory.ts';
import type { Mistake } from './mistake.ts';
import type { Platform } from './platforms/platform.ts';
import { columns } from './columns.ts';

/** A colour as it appears in the file, unchecked. `cells` has no entry for missing or empty columns. */
export interface FileRow {
  place: string;
  /** Row of the spreadsheet, counted from 1; absent in JSON. */
  line?: number;
  cells: Partial<Record<ColumnName, unknown>>;
  /** Columns whose cells were refused while reading, whatever they contain. */
  refused?: ReadonlySet<ColumnName>;
  /** Cells of values that are in another row, or under another platform's header. */
  sources?: Partial<Record<ColumnName, CellSource>>;
}

/** A cell by its address, and its column by the header in the file. */
export interface CellSource {
  cell: string;
  column: string;
}

/** A category that the file adds. */
export interface FileCategory {
  slug: string;
  name: string;
}

/** The rows of a file, and the mistakes found while reading them. */
export interface FileRows {
  format: FileFormat;
  /** The columns' letters in a spreadsheet. */
  letters: ReadonlyMap<ColumnName, string>;
  /** The columns' headers, where the file is another platform's. */
  headers?: ReadonlyMap<ColumnName, string>;
  /** Required columns that the file lacks altogether. */
  missing: ReadonlySet<ColumnName>;
  rows: FileRow[];
  categories: FileCategory[];
  collections: CollectionRow[];
  mistakes: Mistake[];
  /** Addresses of another platform's cells that are imported or named in `aside`. */
  accounted: Set<string>;
  /** Filled cells of another platform's file that are not imported, or were changed, each with the reason. */
  aside: Mistake[];
  /** Notes for a person on how the file was read: what was ignored, how days were understood. */
  notes: string[];
  /** The shop's state when the file was exported; `null` for a file made by hand. */
  memory: Memory | null;
  /** The platform that the file was exported from; null for a file of this shop. */
  platform: Platform | null;
  uses: ColumnUse[];
  /** Products that are not imported, with the reason and the way to import them all the same. */
  leftOut: ProductGroup[];
}

/** A file before anything is read from it. */
export function emptyFile(format: FileFormat): FileRows {
  return {
    format,
    letters: new Map(),
    missing: new Set(),
    rows: [],
    categories: [],
    collections: [],
    mistakes: [],
    accounted: new Set(),
    aside: [],
    notes: [],
    memory: null,
    platform: null,
    uses: [],
    leftOut: [],
  };
}

/** A mistake in one cell of a row. */
export function cellMistake(
  { format, letters, headers }: FileRows,
  { place, line, cells, sources }: FileRow,
  column: ColumnName,
  message: string,
): Mistake {
  const letter = letters.get(column);
  const value = cells[column];
  const own = line !== undefined && letter !== undefined ? `${letter}${line}` : undefined;
  return {
    place,
    column: sources?.[column]?.column ?? headers?.get(column) ?? columns[column][format],
    cell: sources?.[column]?.cell ?? own,
    found: value === undefined ? undefined : shownValue(value),
    message,
  };
}
