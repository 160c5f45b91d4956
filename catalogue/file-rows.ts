import type { ColumnName, FileFormat } from './columns.ts';
import type { Mistake } from './mistake.ts';

/** A colour as it appears in the file, unchecked. `cells` has no entry for missing or empty columns. */
export interface FileRow {
  place: string;
  cells: Partial<Record<ColumnName, unknown>>;
}

/** A category defined in a JSON file. */
export interface FileCategory {
  slug: string;
  name: string;
}

/** The rows of a file, and the mistakes found while reading them. */
export interface FileRows {
  format: FileFormat;
  /** Required columns that the file lacks altogether. */
  missing: ReadonlySet<ColumnName>;
  rows: FileRow[];
  categories: FileCategory[];
  mistakes: Mistake[];
}
