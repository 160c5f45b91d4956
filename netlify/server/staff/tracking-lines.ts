import { CsvError, parse } from 'csv-parse/sync';
import { carrierName, isTrackingNumber, trackingNumber } from '#domain/orders/carrier.ts';
import { cutText } from '#domain/basics/cut-text.ts';
import { HttpError } from '../http-error.ts';
import { rowNumber } from '#domain/basics/row-number.ts';
import { separatorOf } from '../spreadsheets/separator.ts';
import { trackingMessages } from '../messages/tracking.ts';

/** A line of the file. Null for a missing or unreadable value. */
export interface TrackingLine {
  /** Line number in the file, from 1. */
  line: number;
  order: number | null;
  /** Other orders in its parcel, as in "1042+1043". */
  with: number[];
  number: string | null;
  carrier: string | null;
}

const mostLines = 500;

/** Separators: comma, semicolon or tab in spreadsheets; pasted columns may have blanks between them. */
const separators = ['\t', ',', ';'];

/** Rows at the top searched for the header, since reports have titles above it. */
const mostTitles = 10;

/** @throws HttpError 400 when a quote is out of place, or there are too many lines. */
function recordsOf(text: string): { cells: string[]; line: number }[] {
  const lines: number[] = [];
  try {
    const found = parse(text, {
      delimiter: separatorOf(text.replace(/^\uFEFF/, ''), separators, columnsNamed) ?? ' ',
      bom: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      on_record: (record: string[], { lines: line }) => {
        lines.push(line);
        return record;
      },
    });
    if (found.length > mostLines + 1) {
      throw new HttpError(400, { text: [trackingMessages.tooManyLines(mostLines)] });
    }
    return found.map((cells, place) => ({ cells, line: lines[place] ?? 0 }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new HttpError(400, { text: [trackingMessages.unreadable(error.message)] });
  }
}

/**
 * Column headers in lower case, the most specific first. Click & Drop's
 * own order number is not ours, which it calls the reference.
 */
const headers = {
  order: [
    'order reference',
    'channel reference',
    'order ref',
    'reference',
    'order number',
    'order no',
    'order id',
    'order',
  ],
  number: [
    'tracking number',
    'tracking no',
    'tracking ref',
    'tracking reference',
    'tracking',
    'barcode',
  ],
  carrier: ['carrier', 'carrier name', 'courier'],
} as const;

function placeOf(row: readonly string[], names: readonly string[]): number {
  const plain = row.map((cell) =>
    cell
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, ' ')
      .trim(),
  );
  for (const name of names) {
    const place = plain.indexOf(name);
    if (place >= 0) return place;
  }
  return -1;
}

function columnsIn(row: readonly string[]) {
  return {
    order: placeOf(row, headers.order),
    number: placeOf(row, headers.number),
    carrier: placeOf(row, headers.carrier),
  };
}

function columnsNamed(row: readonly string[]): number {
  return Object.values(columnsIn(row)).filter((place) => place >= 0).length;
}

/** The orders of a parcel: "12", "#12", "12+13". */
function ordersOf(cell = ''): Pick<TrackingLine, 'order' | 'with'> {
  const orders = cell.split('+').map((part) => rowNumber(part.trim().replace(/^#/, '')));
  const known = orders.filter((order) => order !== null);
  const [order = null, ...others] = known.length === orders.length ? new Set(known) : [];
  return { order, with: others };
}

function numberOf(cells: readonly string[]): string | null {
  const number = trackingNumber(cells.join(''));
  return isTrackingNumber(number) ? number : null;
}

/**
 * The order and tracking numbers of a CSV file with headers, such as Click & Drop exports, or of two columns without.
 * @throws HttpError 400 when they cannot be found.
 */
export function trackingLines(text: string): TrackingLine[] {
  const records = recordsOf(text);
  const [first] = records;
  if (!first) throw new HttpError(400, { text: [trackingMessages.empty] });
  const titles = records
    .slice(0, mostTitles)
    .findIndex(
      ({ cells }) => placeOf(cells, headers.order) >= 0 && placeOf(cells, headers.number) >= 0,
    );
  const header = records[Math.max(titles, 0)] ?? first;
  const { order, number, carrier } = columnsIn(header.cells);
  if (order < 0 && number < 0 && ordersOf(first.cells[0]).order !== null) {
    // Without headers. If blanks separate the cells, a number typed in groups takes several.
    return records.map(({ cells, line }) =>
      Object.assign(ordersOf(cells[0]), { line, number: numberOf(cells.slice(1)), carrier: null }),
    );
  }
  if (order < 0 || number < 0) {
    const titlesFound = cutText(first.cells.join(', '), 200);
    const missing = order < 0 ? 'order' : 'number';
    throw new HttpError(400, { text: [trackingMessages.columnMissing(missing, titlesFound)] });
  }
  return records.slice(records.indexOf(header) + 1).map(({ cells, line }) =>
    Object.assign(ordersOf(cells[order]), {
      line,
      number: numberOf([cells[number] ?? '']),
      carrier: carrierName(cells[carrier] ?? '') || null,
    }),
  );
}
