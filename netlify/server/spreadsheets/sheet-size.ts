import { columnLetters } from './table.ts';

/** Rows and columns of a file, counted before its cells are looked at. */
export interface SheetSize {
  rows: number;
  columns: number;
}

/** More than any catalogue has. Reading a million rows takes minutes, and ten million cells 1.2 GB. */
const MOST = { rows: 50_000, columns: 200, cells: 2_000_000 };

/** The part of an Excel sheet that is read; anything formatted beyond it is empty. */
export const READ_RANGE = `A1:${columnLetters(MOST.columns - 1)}${MOST.rows}`;

/** Whether a file is too large, so that counting need not go on. */
function isTooLarge({ rows, columns }: SheetSize): boolean {
  return rows > MOST.rows || columns > MOST.columns || rows * columns > MOST.cells;
}

/** The reason that a file of this size is not read, as a sentence for the person; null if it is. */
export function refusedSize(size: SheetSize): string | null {
  if (!isTooLarge(size)) return null;
  const { rows, columns } = size;
  const what = rows > MOST.rows ? 'rows' : columns > MOST.columns ? 'columns' : 'cells';
  return `The spreadsheet has more than ${MOST[what].toLocaleString('en-GB')} ${what}. Delete the empty ones after the last product, or import it in parts.`;
}

/** The size of a text file up to the point where it is too large. Separators within quotation marks do not count. */
export function textSize(text: string, separator: string): SheetSize {
  const size = { rows: 0, columns: 0 };
  let cells = 1;
  let quoted = false;
  for (let at = 0; at < text.length && !isTooLarge(size); at += 1) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === separator) {
      cells += 1;
      size.columns = Math.max(size.columns, cells);
    } else if (!quoted && (sign === '\n' || (sign === '\r' && text[at + 1] !== '\n'))) {
      size.rows += 1;
      cells = 1;
    }
  }
  return size;
}

function numberIn(tag: string, pattern: RegExp): number | undefined {
  const [, digits] = pattern.exec(tag) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Place of a column, counted from 1: A is 1, XFD is 16,384. */
function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The size of an Excel sheet by its XML. Cells that are only formatted do not count. */
export function excelSize(xml: string): SheetSize {
  const size = { rows: 0, columns: 0 };
  let row = 0;
  let column = 0;
  for (const [tag, what] of xml.matchAll(/<(?:\w+:)?(row|c)(?=[\s/>])[^>]*>/g)) {
    if (what === 'row') {
      row = numberIn(tag, /\sr="(\d+)"/) ?? row + 1;
      column = 0;
      continue;
    }
    const [, letters] = /\sr="([A-Z]+)\d+"/.exec(tag) ?? [];
    column = letters === undefined ? column + 1 : columnNumber(letters);
    if (tag.endsWith('/>')) continue;
    size.rows = Math.max(size.rows, row);
    size.columns = Math.max(size.columns, column);
    if (isTooLarge(size)) break;
  }
  return size;
}

/** The size of the largest OpenDocument sheet by its XML. Empty cells count only before one with content. */
export function openDocumentSize(xml: string): SheetSize {
  const size = { rows: 0, columns: 0 };
  let row = 0;
  let repeated = 0;
  let column = 0;
  let counted = true;
  const tags = /<(?:\w+:)?(table|table-row|table-cell|covered-table-cell)(?=[\s/>])[^>]*>/g;
  for (const [tag, what] of xml.matchAll(tags)) {
    if (what === 'table') [row, repeated] = [0, 0];
    else if (what === 'table-row') {
      row += repeated;
      repeated = numberIn(tag, /:number-rows-repeated="(\d+)"/) ?? 1;
      column = 0;
      counted = false;
    } else {
      column += numberIn(tag, /:number-columns-repeated="(\d+)"/) ?? 1;
      if (!/:(?:value-type|formula)="/.test(tag)) continue;
      if (!counted) size.rows = Math.max(size.rows, row + repeated);
      counted = true;
      size.columns = Math.max(size.columns, column);
    }
    if (isTooLarge(size)) break;
  }
  return size;
}
