import type { ColumnName, FileFormat } from './columns.ts';
import type { Mistake } from './mistake.ts';

/** A colour as the file has it, unchecked. A column that the file leaves out or empty is not in `cells`. */
export interface FileRow {
  place: string;
  cells: Partial<Record<ColumnName, unknown>>;
}

/** A category that a JSON file brings along. */
export interface FileCategory {
  slug: string;
  name: string;
}

/** What was found in a file, and what could not be made sense of. */
export interface FileRows {
  format: FileFormat;
  /** Columns that every row needs and the file as a whole does not have. */
  missing: ReadonlySet<ColumnName>;
  rows: FileRow[];
  categories: FileCategory[];
  mistakes: Mistake[];
}
