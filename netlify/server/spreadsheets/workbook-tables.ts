import { unzipSync } from 'fflate';
import { readOds } from 'hucre/ods';
import { readXlsx } from 'hucre/xlsx';
import { columnLetters, type Table } from './table.ts';

/** Unpacked size up to which a workbook is read: 10,000 products with long descriptions are a tenth of it. */
const MOST_BYTES = 200 * 1024 * 1024;

/** Something that opens like a workbook and is none, in a sentence for the person. */
export class NotAWorkbook extends Error {}

function contentsOf(bytes: Uint8Array): { names: Set<string>; size: number } {
  const names = new Set<string>();
  let size = 0;
  unzipSync(bytes, {
    filter: ({ name, originalSize, size: packed }) => {
      names.add(name);
      // The reader unpacks an entry up to the size that it declares, and one that declares none without end.
      size += originalSize === 0 && packed > 2 ? Infinity : originalSize;
      return false;
    },
  });
  return { names, size };
}

/** The currency of a number format such as `[$€-2] #,##0.00`, `"$"0.00` or `£#,##0.00`. */
function currencyOf(format: string | undefined): string | undefined {
  if (format === undefined) return undefined;
  return /\[\$([^\]-]+)/.exec(format)?.[1]?.trim() ?? /[£€¥₹$](?!-)/.exec(format)?.[0];
}

/**
 * The sheets of an Excel (`.xlsx`) or OpenDocument (`.ods`) file, in order.
 * @throws NotAWorkbook in plain words when it is something else, damaged or far too large.
 */
export async function workbookTables(bytes: Uint8Array): Promise<Table[]> {
  try {
    const { names, size } = contentsOf(bytes);
    if (size > MOST_BYTES) throw new NotAWorkbook('The file is far too large for a catalogue.');
    const excel = names.has('xl/workbook.xml');
    if (!excel && !names.has('content.xml')) {
      throw new NotAWorkbook(
        'This is not a spreadsheet that can be read. Save or export it as Excel (.xlsx), OpenDocument (.ods) or CSV.',
      );
    }
    const { sheets } = excel
      ? await readXlsx(bytes, { readStyles: true })
      : await readOds(bytes, { readStyles: true });
    return sheets.map(({ name, rows, cells }) => {
      const currencies = new Map<string, string>();
      for (const [key, { style }] of cells ?? []) {
        const [row = 0, column = 0] = key.split(',').map(Number);
        const currency = currencyOf(style?.numFmt);
        if (currency) currencies.set(`${columnLetters(column)}${row + 1}`, currency);
      }
      return { sheet: name, rows, currencies };
    });
  } catch (error) {
    if (error instanceof NotAWorkbook) throw error;
    throw new NotAWorkbook(
      'The spreadsheet is damaged and cannot be read. Open it in your spreadsheet program and save it again.',
      { cause: error },
    );
  }
}
