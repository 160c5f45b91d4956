import { CsvError, parse } from 'csv-parse/sync';
import { columnsNamed } from './header.ts';
import type { Mistake } from './mistake.ts';
import { separatorOf } from './separator.ts';
import { refusedSize, textSize } from './sheet-size.ts';
import type { Table } from './table.ts';

/** Excel writes its separator into a first line of its own: `sep=;`. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?\r?\n/i;

/** Spreadsheets separate by comma, semicolon or tab, depending on their locale. */
const separators = [',', ';', '\t'];

function unreadable(error: CsvError): Mistake {
  const lines = 'lines' in error ? Number(error['lines']) : 0;
  const open = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const message = open
    ? 'A quotation mark is opened but never closed, so the rows after it cannot be told apart.'
    : 'There is a stray quotation mark. Put quotation marks around the whole cell, and double those inside it: "".';
  return { place: lines > 0 ? `line ${lines}` : null, column: null, message };
}

/** The rows of a CSV file, separated by comma, semicolon, tab or the sign in its `sep=` line. */
export function csvTable(text: string): Table | { mistake: Mistake } {
  const [line = '', named] = SEPARATOR_LINE.exec(text) ?? [];
  // The line counts as the file's first row, as it does in Excel.
  const above: string[][] = line === '' ? [] : [[]];
  const body = text.slice(line.length).replace(/^\uFEFF/, '');
  const delimiter = named ?? separatorOf(body, separators, columnsNamed) ?? ',';
  const refused = refusedSize(textSize(body, delimiter));
  if (refused !== null) return { mistake: { place: null, column: null, message: refused } };
  try {
    const rows: string[][] = parse(body, {
      columns: false,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
    });
    return { sheet: null, rows: [...above, ...rows], marks: new Map() };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { mistake: unreadable(error) };
  }
}
