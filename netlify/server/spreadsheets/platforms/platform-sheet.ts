import { shownValue } from '#domain/cells/shown-value.ts';
import { visibleText } from '#domain/basics/plain-line.ts';
import { cellFault } from '../cell-faults.ts';
import { columns, type ColumnName } from '../columns.ts';
import { type CellSource, cellMistake, type FileRow, type FileRows } from '../file-rows.ts';
import { plainText } from '../formula-text.ts';
import { columnOfHeader } from '../header.ts';
import { columnLetters, isBlank, type Cell, type CellMark, type Table } from '../table.ts';
import { headerKey } from './platform.ts';

/** A filled cell of a platform's file. */
export interface SheetCell extends CellSource {
  text: string;
  /** The cell as the spreadsheet has it. */
  value: Cell;
  mark?: CellMark | undefined;
}

export interface SheetRow {
  /** Row of the spreadsheet, counted from 1. */
  line: number;
  /** The first filled cell under one of these headers, by their keys. */
  read: (...keys: readonly string[]) => SheetCell | undefined;
  /** The row's filled cells under the headers whose content the platform or the shop uses. */
  used: () => SheetCell[];
  /** The cell of one of the shop's own columns, which people add to the file. */
  own: (name: ColumnName) => SheetCell | undefined;
}

/** A platform's file, read by its headers. */
export interface PlatformSheet {
  rows: SheetRow[];
  /** Column's letters and header by the header's key. */
  headers: ReadonlyMap<string, { letters: string; label: string }>;
  /** The shop's own columns among them. */
  own: ReadonlyMap<ColumnName, string>;
}

/** Records that a cell is accounted for without a column of its own: merged, or empty in meaning. */
export function account(file: FileRows, ...cells: readonly (SheetCell | undefined)[]): void {
  for (const one of cells) if (one) file.accounted.add(one.cell);
}

/** Whether a platform's header has content, decides about other cells, or is not used: undefined. */
export type UseOf = (key: string) => 'content' | 'decides' | undefined;

/**
 * The shop's own column of a header that the platform does not use. Of metafields, which have their key in brackets,
 * only facts count: “Color (product.metafields…)” is Shopify's list of plain colours.
 */
function ownColumn(label: string, useOf: UseOf): ColumnName | undefined {
  const name = columnOfHeader(label);
  if (name === undefined || useOf(headerKey(label)) !== undefined) return undefined;
  return label.includes('(') && columns[name].of === 'colour' ? undefined : name;
}

/** @param index position of the header. */
export function platformSheet(table: Table, index: number, useOf: UseOf): PlatformSheet {
  const places = new Map<string, number>();
  const headers = new Map<string, { letters: string; label: string }>();
  const own = new Map<ColumnName, string>();
  for (const [at, cell] of (table.rows[index] ?? []).entries()) {
    const label = shownValue(cell ?? '').trim();
    const key = headerKey(label);
    if (key === '' || places.has(key)) continue;
    places.set(key, at);
    headers.set(key, { letters: columnLetters(at), label });
    const name = ownColumn(label, useOf);
    if (name !== undefined && !own.has(name)) own.set(name, key);
  }
  const ownKeys = new Set(own.values());
  const used = [...places.keys()].filter((key) => useOf(key) === 'content' || ownKeys.has(key));
  const rows = table.rows.slice(index + 1).map((row, below): SheetRow => {
    const line = index + below + 2;
    function cellAt(key: string): SheetCell[] {
      const at = places.get(key);
      const value = at === undefined ? null : (row[at] ?? null);
      if (at === undefined || isBlank(value)) return [];
      const cell = `${columnLetters(at)}${line}`;
      const text = visibleText(plainText(shownValue(value).trim())).trim();
      const column = headers.get(key)?.label ?? key;
      return [{ text, value, cell, column, mark: table.marks.get(cell) }];
    }
    const read = (...keys: readonly string[]) => keys.flatMap(cellAt)[0];
    return {
      line,
      read,
      used: () => used.flatMap(cellAt),
      own: (name) => read(own.get(name) ?? ''),
    };
  });
  return {
    headers,
    own,
    rows: rows.filter(({ line }) => !(table.rows[line - 1] ?? []).every(isBlank)),
  };
}

/** Lists a cell that is not imported, or not as it is. @param why a sentence. */
export function leaveAside(file: FileRows, from: SheetCell, why: string): void {
  const { cell, column, text } = from;
  account(file, from);
  file.aside.push({ place: null, column, cell, found: text, message: why });
}

/** The row of a colour, filled cell by cell. */
export function colourRow(line: number, file: FileRows) {
  const refused = new Set<ColumnName>();
  const sources: NonNullable<FileRow['sources']> = {};
  const row: FileRow = { place: `row ${line}`, line, cells: {}, refused, sources };
  return {
    row,
    /** Puts a cell under one of the shop's columns, unless an earlier one is there. */
    put(name: ColumnName, from: SheetCell | undefined, value: unknown = from?.text): void {
      if (!from || value === undefined) return;
      if (value === '') account(file, from);
      if (value === '') return;
      if (name in row.cells) {
        const isSame = shownValue(row.cells[name]) === shownValue(value);
        const kept = `Not imported: “${shownValue(row.cells[name])}” of ${sources[name]?.cell} is used instead.`;
        if (isSame || sources[name]?.cell === from.cell) account(file, from);
        else leaveAside(file, from, kept);
        return;
      }
      account(file, from);
      row.cells[name] = value;
      sources[name] = { cell: from.cell, column: from.column };
      const message = cellFault(name, from.value, from.mark);
      if (message === null) return;
      refused.add(name);
      file.mistakes.push(cellMistake(file, row, name, message));
    },
  };
}
