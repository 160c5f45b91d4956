import { unzipSync } from 'fflate';
import { readOds } from 'hucre/ods';
import { readXlsx } from 'hucre/xlsx';
import { excelSize, openDocumentSize, READ_RANGE, refusedSize } from './sheet-size.ts';
import { type CellMark, columnLetters, type Table } from './table.ts';

/** Maximum unpacked size of a workbook: 10,000 products with long descriptions take a tenth of it. */
const MOST_BYTES = 200 * 1024 * 1024;

/** A file that opens like a workbook but is not one; the message is a sentence for the person. */
export class NotAWorkbook extends Error {}

function contentsOf(bytes: Uint8Array): { names: Set<string>; size: number } {
  const names = new Set<string>();
  let size = 0;
  unzipSync(bytes, {
    filter: ({ name, originalSize, size: packed }) => {
      names.add(name);
      // The reader unpacks an entry up to its declared size, and without limit if it declares none.
      size += originalSize === 0 && packed > 2 ? Infinity : originalSize;
      return false;
    },
  });
  return { names, size };
}

/** @throws NotAWorkbook for a sheet with too many rows or columns, before its cells are read. */
function requireSize(bytes: Uint8Array, excel: boolean): void {
  const isSheet = (name: string) =>
    excel ? /^xl\/worksheets\/[^/]+\.xml$/i.test(name) : name === 'content.xml';
  const sheets = unzipSync(bytes, { filter: ({ name }) => isSheet(name) });
  for (const sheet of Object.values(sheets)) {
    const xml = Buffer.from(sheet.buffer, sheet.byteOffset, sheet.length).toString('latin1');
    const refused = refusedSize(excel ? excelSize(xml) : openDocumentSize(xml));
    if (refused !== null) throw new NotAWorkbook(refused);
  }
}

/** The currency of a number format such as `[$€-2] #,##0.00`, `"$"0.00` or `£#,##0.00`. */
function currencyOf(format: string | undefined): string | undefined {
  if (format === undefined) return undefined;
  return /\[\$([^\]-]+)/.exec(format)?.[1]?.trim() ?? /[£€¥₹$](?!-)/.exec(format)?.[0];
}

/** Whether a number format shows a percentage. A quoted or escaped % is only a sign. */
function isPercentFormat(format = ''): boolean {
  return format.replaceAll(/"[^"]*"|\\./g, '').includes('%');
}

type ReadCell = NonNullable<Awaited<ReturnType<typeof readXlsx>>['sheets'][number]['cells']>;

function marksOf(cells: ReadCell | undefined): Map<string, CellMark> {
  const marks = new Map<string, CellMark>();
  for (const [key, { value, type, formula, style }] of cells ?? []) {
    const mark: CellMark = {
      currency: currencyOf(style?.numFmt),
      isPercent: isPercentFormat(style?.numFmt),
      isError: type === 'error',
      // A formula with an empty text as its result has that as its value.
      isUncalculated: formula !== undefined && value === null,
    };
    const [row = 0, column = 0] = key.split(',').map(Number);
    if (Object.values(mark).some(Boolean)) marks.set(`${columnLetters(column)}${row + 1}`, mark);
  }
  return marks;
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
    requireSize(bytes, excel);
    const { sheets } = excel
      ? await readXlsx(bytes, { readStyles: true, range: READ_RANGE })
      : await readOds(bytes, { readStyles: true });
    return sheets.map(({ name, rows, cells }) => ({ sheet: name, rows, marks: marksOf(cells) }));
  } catch (error) {
    if (error instanceof NotAWorkbook) throw error;
    throw new NotAWorkbook(
      'The spreadsheet is damaged and cannot be read. Open it in your spreadsheet program and save it again.',
      { cause: error },
    );
  }
}
