/** A cell of a spreadsheet; those of a CSV file are all text. */
export type Cell = string | number | boolean | Date | null;

/** Facts about a cell besides its value. */
export interface CellMark {
  /** Symbol or code of the currency that a number is formatted in. */
  currency?: string | undefined;
  /** Whether a number is shown as a percentage: 0.45 as 45%. */
  isPercent?: boolean;
  /** Whether its formula gave an error. */
  isError?: boolean;
  /** Whether it has a formula whose result was never stored. */
  isUncalculated?: boolean;
}

/** Rows and columns of a file as they are written there, from A1 on. */
export interface Table {
  /** The sheet's name; `null` in a CSV file. */
  sheet: string | null;
  rows: readonly (readonly Cell[])[];
  /** By address (`D2`); empty in a CSV file. */
  marks: ReadonlyMap<string, CellMark>;
}

/** Letters of a column, counted from 0: A, B, …, Z, AA. */
export function columnLetters(index: number): string {
  const before = Math.floor(index / 26) - 1;
  const letter = String.fromCodePoint(65 + (index % 26));
  return before < 0 ? letter : columnLetters(before) + letter;
}

export function isBlank(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}
