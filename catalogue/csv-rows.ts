import { CsvError, parse } from 'csv-parse/sync';
import { columnCalled, columnNames, columns, type ColumnName } from './columns.ts';
import type { FileRow, FileRows } from './file-rows.ts';
import type { Mistake } from './mistake.ts';

/** Separates the pictures of a colour. Addresses and file names may contain any other character. */
export const PICTURE_SEPARATOR = '|';

/** Spreadsheets separate by comma, semicolon or tab, depending on their locale. */
function separatorOf(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1);
  const count = (sign: string) => header.split(sign).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

/** @throws CsvError when a quote is out of place. */
function recordsOf(text: string): string[][] {
  const options = { delimiter: separatorOf(text), relax_column_count: true };
  return parse(text, { ...options, columns: false });
}

function unreadable(error: CsvError): Mistake {
  const lines = 'lines' in error ? Number(error['lines']) : 0;
  const open = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const message = open
    ? 'A quotation mark is opened but never closed, so the rows after it cannot be told apart.'
    : 'There is a stray quotation mark. Put quotation marks around the whole cell, and double those inside it: "".';
  return { place: lines > 0 ? `line ${lines}` : null, column: null, message };
}

/** Maps each column to its index in the file. */
function readHeader(header: readonly string[]) {
  const mistakes: Mistake[] = [];
  const places = new Map<ColumnName, number>();
  const heading = (column: string, message: string) =>
    mistakes.push({ place: 'row 1', column, message });
  for (const [index, label] of header.entries()) {
    const name = columnCalled(label, 'csv');
    if (name && places.has(name)) heading(label.trim(), 'This column appears twice.');
    else if (name) places.set(name, index);
    else if (label.trim() === '') {
      const message = `Column ${index + 1} has no name.`;
      mistakes.push({ place: 'row 1', column: null, message });
    } else {
      const known = columnNames.map((other) => columns[other].csv).join(', ');
      heading(label.trim(), `There is no such column. The columns are: ${known}.`);
    }
  }
  const missing = columnNames.filter((name) => columns[name].required && !places.has(name));
  for (const name of missing) {
    heading(columns[name].csv, 'This column is missing; every product needs it.');
  }
  return { places, missing: new Set(missing), mistakes };
}

function cellsOf(record: readonly string[], places: ReadonlyMap<ColumnName, number>) {
  const cells: FileRow['cells'] = {};
  for (const [name, index] of places) {
    const text = (record[index] ?? '').trim();
    if (text === '') continue;
    if (name === 'pictures') {
      const names = text.split(PICTURE_SEPARATOR).map((picture) => picture.trim());
      cells.pictures = names.filter((picture) => picture !== '');
    } else {
      cells[name] = text;
    }
  }
  return cells;
}

/** Reads the colours of a CSV file. Rows are numbered as in a spreadsheet: the header is row 1. */
export function csvRows(text: string): FileRows {
  const found: FileRows = {
    format: 'csv',
    missing: new Set(),
    rows: [],
    categories: [],
    mistakes: [],
  };
  let records: string[][];
  try {
    records = recordsOf(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { ...found, mistakes: [unreadable(error)] };
  }
  const [header = [], ...body] = records;
  const { places, missing, mistakes } = readHeader(header);
  for (const [index, record] of body.entries()) {
    if (record.every((cell) => cell.trim() === '')) continue;
    const place = `row ${index + 2}`;
    if (record.length > header.length) {
      const message = `This row has ${record.length} cells, but the header has only ${header.length}. Is there a comma in a text without quotation marks around it?`;
      mistakes.push({ place, column: null, message });
    }
    found.rows.push({ place, cells: cellsOf(record, places) });
  }
  return { ...found, missing, mistakes };
}
