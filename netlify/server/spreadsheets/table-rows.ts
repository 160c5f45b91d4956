import { foreignCurrency } from '#domain/cells/cell-numbers.ts';
import { dayInWords, shownValue } from '#domain/cells/shown-value.ts';
import { visibleText } from '#domain/basics/plain-line.ts';
import { numberFacts } from '#domain/catalogue/product-facts.ts';
import { addCategory } from './add-category.ts';
import { allListed, listed } from './cell-list.ts';
import { cellFault, prices } from './cell-faults.ts';
import { type CollectionRow, namedCollection, sheetCollections } from './collection-rows.ts';
import { columnNames, columns, type ColumnName } from './columns.ts';
import { isSlashedDay, readDay } from './days.ts';
import {
  cellMistake,
  emptyFile,
  type FileCategory,
  type FileRow,
  type FileRows,
} from './file-rows.ts';
import {
  CATEGORIES_SHEET,
  columnNearHeader,
  columnOfHeader,
  columnsNamed,
  MEMORY_HEADER,
} from './header.ts';
import { columnUses } from './column-uses.ts';
import { longRows } from './long-rows.ts';
import { gatherMemory, readMemoryCell, type SeenRow } from './memory.ts';
import type { Mistake } from './mistake.ts';
import { plainText } from './formula-text.ts';
import { platformRows } from './platforms/platform-rows.ts';
import { columnLetters, isBlank, type Cell, type Table } from './table.ts';

/** Message for a file with nothing in it. */
export const EMPTY_FILE = 'The file is empty.';

/** Rows at the top among which the header is looked for, since people write titles above it. */
const mostTitles = 10;

/** The position of the header: the row among the first ones that names the most columns. */
function headerOf({ rows }: Table): { index: number; columns: number } {
  const best = { index: 0, columns: 0 };
  for (const [index, row] of rows.slice(0, mostTitles).entries()) {
    const found = columnsNamed(row.map((cell) => shownValue(cell ?? '')));
    if (found > best.columns) Object.assign(best, { index, columns: found });
  }
  return best;
}

interface Header {
  index: number;
  places: Map<ColumnName, number>;
  memory: number | undefined;
  missing: Set<ColumnName>;
  mistakes: Mistake[];
  notes: string[];
}

/** Maps each column to its index; unknown ones are skipped and named. */
function readHeader({ rows }: Table): Header {
  const { index } = headerOf({ sheet: null, rows, marks: new Map() });
  const header: Header = {
    index,
    places: new Map(),
    memory: undefined,
    missing: new Set(),
    mistakes: [],
    notes: [],
  };
  const fault = (place: number, label: string | null, message: string) =>
    header.mistakes.push({
      place: `row ${index + 1}`,
      column: label,
      cell: place < 0 ? undefined : `${columnLetters(place)}${index + 1}`,
      message,
    });
  const aside: string[] = [];
  const body = rows.slice(index + 1);
  const width = rows[index]?.length ?? 0;
  for (let place = 0; place < width; place += 1) {
    const label = shownValue(rows[index]?.[place] ?? '').trim();
    const letters = columnLetters(place);
    const name = columnOfHeader(label);
    if (label.toLowerCase() === MEMORY_HEADER) header.memory = place;
    else if (name && header.places.has(name)) fault(place, label, 'This column appears twice.');
    else if (name && prices.has(name) && foreignCurrency(label)) {
      fault(place, label, `This is in ${foreignCurrency(label)}. The shop’s prices are in pounds.`);
      header.places.set(name, place);
    } else if (name) header.places.set(name, place);
    else if (label === '') {
      if (body.some((row) => !isBlank(row[place]))) aside.push(`${letters} (without a name)`);
    } else {
      const near = columnNearHeader(label);
      if (near && !header.places.has(near)) {
        fault(
          place,
          label,
          `There is no such column. If you mean “${columns[near].sheet}”, rename it; otherwise delete it.`,
        );
      } else aside.push(`${letters} “${label}”`);
    }
  }
  for (const name of columnNames) {
    if (!columns[name].required || header.places.has(name)) continue;
    header.missing.add(name);
    fault(-1, columns[name].sheet, 'This column is missing; every product needs it.');
  }
  if (aside.length > 0) {
    const which = aside.length === 1 ? 'This column is' : 'These columns are';
    header.notes.push(`${which} left aside: ${aside.join(', ')}.`);
  }
  return header;
}

/** Columns whose cells may keep the type that the spreadsheet gave them. */
const typed = new Set<ColumnName>([
  'price',
  'sale_price',
  'sale_from',
  'sale_until',
  'stock',
  ...numberFacts,
  'added',
  'visible_from',
]);

function valueOf(name: ColumnName, written: Cell): unknown {
  const cell = typeof written === 'string' ? plainText(written.trim()) : written;
  if (name === 'pictures' || name === 'alts') {
    return name === 'alts' ? allListed(shownValue(cell)) : listed(shownValue(cell));
  }
  if (typeof cell === 'string') return visibleText(cell).trim();
  // A date in place of a text or a number is reported, not converted.
  return typed.has(name) || cell instanceof Date ? cell : shownValue(cell);
}

interface Found {
  rows: FileRow[];
  categories: FileCategory[];
  collections: CollectionRow[];
  remembered: Map<number, SeenRow>;
}

/** Reads the rows below the header. */
function readBody(table: Table, header: Header, file: FileRows): Found {
  const found: Found = { rows: [], categories: [], collections: [], remembered: new Map() };
  const { rows, marks } = table;
  for (const [index, row] of rows.entries()) {
    if (index <= header.index) continue;
    const line = index + 1;
    const markAt = (at: number) => marks.get(`${columnLetters(at)}${line}`);
    const isEmpty = row.every((cell, at) => isBlank(cell) && !markAt(at)?.isUncalculated);
    if (isEmpty) continue;
    const place = `row ${line}`;
    const refused = new Set<ColumnName>();
    const fileRow: FileRow = { place, line, cells: {}, refused };
    for (const [name, at] of header.places) {
      const cell = row[at] ?? null;
      const mark = markAt(at);
      if (!isBlank(cell)) fileRow.cells[name] = valueOf(name, cell);
      const message = cellFault(name, cell, mark);
      if (message === null) continue;
      refused.add(name);
      file.mistakes.push(cellMistake(file, fileRow, name, message));
    }
    const filled = Object.keys(fileRow.cells);
    if (header.memory !== undefined && !isBlank(row[header.memory])) {
      const seen = readMemoryCell(shownValue(row[header.memory]));
      if (seen) found.remembered.set(line, seen);
      else {
        file.mistakes.push({
          place,
          column: MEMORY_HEADER,
          cell: `${columnLetters(header.memory)}${line}`,
          message:
            'This cell keeps what the shop had when the file was exported, and has been changed. Empty it to do without, or export again.',
        });
      }
    }
    if (filled.length === 0) continue;
    if (filled.length === 1 && typeof fileRow.cells.category === 'string') {
      const name = fileRow.cells.category;
      addCategory(found.categories, name);
    } else if (filled.length === 1 && typeof fileRow.cells.collections === 'string') {
      const names = listed(fileRow.cells.collections);
      found.collections.push(...names.map((name) => namedCollection(place, name)));
    } else found.rows.push(fileRow);
  }
  return found;
}

/** The categories that a workbook's own sheet for them lists beyond those that it was exported with. */
function listedCategories(tables: readonly Table[], mistakes: Mistake[]): string[] {
  const list = tables.find(({ sheet }) => sheet === CATEGORIES_SHEET);
  const [header, ...rows] = list?.rows ?? [];
  const place = header?.findIndex((cell) => columnOfHeader(shownValue(cell ?? '')) === 'category');
  const memory = header?.indexOf(MEMORY_HEADER) ?? -1;
  if (place === undefined || place < 0) return [];
  return rows.flatMap((row, index) => {
    const name = visibleText(shownValue(row[place] ?? '')).trim();
    const cell = `${columnLetters(place)}${index + 2}`;
    const fault = cellFault('category', row[place] ?? null, list?.marks.get(cell));
    if (fault !== null) {
      const where = {
        place: `sheet “${CATEGORIES_SHEET}”, ${cell}`,
        column: columns.category.sheet,
      };
      mistakes.push({ ...where, found: name || undefined, message: fault });
      return [];
    }
    // A name that the export wrote may have been changed in the shop since; it is not a new one.
    return name === '' || (memory >= 0 && !isBlank(row[memory])) ? [] : [name];
  });
}

/** Note on how days with separators were understood, with an example. */
function noteOnDays(rows: readonly FileRow[], letters: FileRows['letters']): string[] {
  const example = rows.find(
    ({ cells: { added } }) => typeof added === 'string' && isSlashedDay(added) && readDay(added),
  );
  if (!example) return [];
  const written = String(example.cells.added);
  const day = dayInWords(new Date(readDay(written) ?? ''));
  const cell = `${letters.get('added')}${example.line}`;
  return [`Days are read as in Britain, day first: “${written}” in ${cell} is ${day}.`];
}

/** Note on other sheets that look like the catalogue and were not read. */
function noteOnSheets({ sheet }: Table, others: readonly Table[]): string[] {
  const alike = others.filter((other) => headerOf(other).columns >= 4);
  if (alike.length === 0) return [];
  const names = alike.map((other) => `“${other.sheet}”`).join(', ');
  return [`Only the sheet “${sheet}” was read, not ${names}.`];
}

/**
 * Reads the colours of a spreadsheet, from the sheet whose header names the most of the catalogue's
 * columns. Messages name rows and cells as the spreadsheet does.
 */
export function tableRows(tables: readonly Table[]): FileRows {
  const filled = tables.filter(({ rows }) => rows.some((row) => !row.every(isBlank)));
  const [table, ...others] = filled.toSorted((a, b) => headerOf(b).columns - headerOf(a).columns);
  if (!table) {
    const mistake = { place: null, column: null, message: EMPTY_FILE };
    return { ...emptyFile('sheet'), mistakes: [mistake] };
  }

  const foreign = platformRows(filled);
  if (foreign) return foreign;

  const header = readHeader(table);
  const letters = new Map(
    [...header.places].map(([name, place]) => [name, columnLetters(place)] as const),
  );
  const file: FileRows = { ...emptyFile('sheet'), letters, missing: header.missing };
  file.mistakes.push(...header.mistakes, ...longRows(table, header.index));
  const { rows, categories, collections, remembered } = readBody(table, header, file);
  const named = listedCategories(others, file.mistakes);
  const allCategories: FileCategory[] = [];
  for (const name of [...named, ...categories.map((one) => one.name)])
    addCategory(allCategories, name);
  const asideCollections: string[] = [];
  const listedOnes = sheetCollections(others, file.mistakes, asideCollections);
  return {
    ...file,
    rows,
    categories: allCategories,
    collections: [...listedOnes, ...collections],
    notes: [
      ...noteOnSheets(table, others),
      ...header.notes,
      ...asideCollections,
      ...noteOnDays(rows, letters),
    ],
    memory: gatherMemory(remembered),
    uses: columnUses(table, header.index, (label) => {
      if (label.toLowerCase() === MEMORY_HEADER) return 'what the shop had at the export';
      const name = columnOfHeader(label);
      return name === undefined ? null : columns[name].sheet;
    }),
  };
}
