import { csvTable } from './csv-table.ts';
import { decodeText } from './decode-text.ts';
import { emptyFile, type FileRows } from './file-rows.ts';
import { jsonRows } from './json-rows.ts';
import { EMPTY_FILE, tableRows } from './table-rows.ts';
import { NotAWorkbook, workbookTables } from './workbook-tables.ts';

function unreadable(message: string): FileRows {
  return { ...emptyFile('sheet'), mistakes: [{ place: null, column: null, message }] };
}

function startsWith(bytes: Uint8Array, ...start: number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

async function workbookRows(bytes: Uint8Array): Promise<FileRows> {
  try {
    return tableRows(await workbookTables(bytes));
  } catch (error) {
    if (error instanceof NotAWorkbook) return unreadable(error.message);
    throw error;
  }
}

/**
 * Reads a catalogue file of any kind. Its bytes decide the kind: spreadsheets get renamed and saved
 * under the wrong extension; only JSON is recognised by its name.
 */
export async function readFileRows(bytes: Uint8Array, name: string): Promise<FileRows> {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return workbookRows(bytes);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    return unreadable(
      'This is the old Excel format (.xls), or a file with a password. Save it as “Excel Workbook (.xlsx)”, without a password.',
    );
  }
  const decoded = decodeText(bytes);
  if (decoded === undefined) {
    return unreadable(
      'This is not a spreadsheet. Save or export it as Excel (.xlsx), OpenDocument (.ods) or CSV.',
    );
  }
  if (decoded.text.replace(/^\uFEFF/, '').trim() === '') return unreadable(EMPTY_FILE);
  if (name.toLowerCase().endsWith('.json')) return jsonRows(decoded.text.replace(/^\uFEFF/, ''));
  if (/^\s*<(?:!doctype|html|table|\?xml)/i.test(decoded.text)) {
    return unreadable('This is a web page, not a spreadsheet. Save it as Excel (.xlsx) or CSV.');
  }
  const table = csvTable(decoded.text);
  if ('mistake' in table) return { ...emptyFile('sheet'), mistakes: [table.mistake] };
  const rows = tableRows([table]);
  return { ...rows, notes: [...decoded.notes, ...rows.notes] };
}
