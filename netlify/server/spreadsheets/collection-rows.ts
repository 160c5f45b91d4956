import { shownValue } from '#domain/cells/shown-value.ts';
import { visibleText } from '#domain/basics/plain-line.ts';
import { isRecord } from '#domain/basics/record.ts';
import { cellFault } from './cell-faults.ts';
import {
  type CollectionColumn,
  collectionColumnNames,
  collectionColumnOf,
  collectionColumns,
} from './collection-columns.ts';
import { readSeenCollection, type SeenCollection } from './collections-sheet.ts';
import type { ColumnName } from './columns.ts';
import { plainText } from './formula-text.ts';
import { COLLECTIONS_SHEET, MEMORY_HEADER } from './header.ts';
import type { Mistake } from './mistake.ts';
import { columnLetters, isBlank, type Table } from './table.ts';

/** A collection as it appears in the file, unchecked. */
export interface CollectionRow {
  place: string;
  /** Addresses of its cells; none in JSON. */
  addresses: Partial<Record<CollectionColumn, string>>;
  cells: Partial<Record<CollectionColumn, unknown>>;
  /** Columns that the file does not have: the shop's values stay. An empty cell of a condition removes it. */
  lacks: ReadonlySet<CollectionColumn>;
  /** The slug, in JSON only. */
  id?: string | undefined;
  /** Columns whose cells were refused while reading. */
  refused: ReadonlySet<CollectionColumn>;
  /** Values seen by the export. */
  seen?: SeenCollection | undefined;
}

/** Columns of products with the same kinds of cells. */
const likeness: Partial<Record<CollectionColumn, ColumnName>> = {
  price_over: 'price',
  price_under: 'price',
  newest: 'stock',
};

function lacking(has: (column: CollectionColumn) => boolean): Set<CollectionColumn> {
  return new Set(collectionColumnNames.filter((column) => !has(column)));
}

/** A collection with a name only, as a row of the products' sheet adds it. @param place the row. */
export function namedCollection(place: string, name: string): CollectionRow {
  const lacks = lacking((column) => column === 'name');
  return { place, addresses: {}, cells: { name }, lacks, refused: new Set() };
}

/** Reads the sheet “Collections” of a workbook. @param notes gets one on columns that are left aside. */
export function sheetCollections(
  tables: readonly Table[],
  mistakes: Mistake[],
  notes: string[],
): CollectionRow[] {
  const table = tables.find(({ sheet }) => sheet === COLLECTIONS_SHEET);
  const labels = (table?.rows[0] ?? []).map((cell) => shownValue(cell ?? '').trim());
  const places = new Map<CollectionColumn, number>();
  for (const [at, label] of labels.entries()) {
    const column = collectionColumnOf(label);
    if (column !== undefined && !places.has(column)) places.set(column, at);
    else if (label !== '' && label !== MEMORY_HEADER)
      notes.push(
        `This column of the sheet “${COLLECTIONS_SHEET}” is left aside: ${columnLetters(at)} “${label}”.`,
      );
  }
  if (!table || !places.has('name')) return [];
  const lacks = lacking((column) => places.has(column));
  const memory = labels.indexOf(MEMORY_HEADER);
  return table.rows.slice(1).flatMap((row, index) => {
    const line = index + 2;
    const addresses: CollectionRow['addresses'] = {};
    const cells: CollectionRow['cells'] = {};
    const refused = new Set<CollectionColumn>();
    for (const [column, at] of places) {
      const written = row[at] ?? null;
      const address = `${columnLetters(at)}${line}`;
      addresses[column] = address;
      if (!isBlank(written))
        cells[column] =
          typeof written === 'string' ? visibleText(plainText(written.trim())) : written;
      const message = cellFault(likeness[column] ?? 'name', written, table.marks.get(address));
      if (message === null) continue;
      refused.add(column);
      mistakes.push(collectionMistake({ place: '', addresses, cells }, column, message, 'sheet'));
    }
    if (Object.keys(cells).length === 0) return [];
    const remembered = memory >= 0 && !isBlank(row[memory]) ? shownValue(row[memory]) : null;
    const seen = remembered === null ? undefined : readSeenCollection(remembered);
    if (remembered !== null && !seen) {
      mistakes.push({
        place: `sheet “${COLLECTIONS_SHEET}”, ${columnLetters(memory)}${line}`,
        column: MEMORY_HEADER,
        message:
          'This cell keeps what the shop had when the file was exported, and has been changed. Empty it to do without, or export again.',
      });
    }
    return [{ place: `row ${line}`, addresses, cells, lacks, refused, seen }];
  });
}

/** Reads the list `collections` of a JSON file. */
export function jsonCollections(list: unknown, mistakes: Mistake[]): CollectionRow[] {
  if (list === undefined) return [];
  const note = (place: string | null, column: string, message: string) =>
    mistakes.push({ place, column, message });
  if (!Array.isArray(list)) {
    note(null, 'collections', 'This must be a list of {"id": "gifts", "name": "Gifts"}.');
    return [];
  }
  return list.flatMap((item: unknown, index): CollectionRow[] => {
    const place = `collection ${index + 1}`;
    if (!isRecord(item) || typeof item['id'] !== 'string') {
      note(place, 'id', 'This must be a collection: {"id": "gifts", "name": "Gifts"}.');
      return [];
    }
    const { id, ...values } = item;
    const cells: CollectionRow['cells'] = {};
    for (const [key, value] of Object.entries(values)) {
      const column = collectionColumnNames.find((name) => collectionColumns[name].json === key);
      const keys = collectionColumnNames.map((name) => collectionColumns[name].json).join(', ');
      if (!column) note(place, key, `There is no such key here. The keys are: id, ${keys}.`);
      else if (value !== null && value !== '') cells[column] = value;
    }
    const lacks = lacking((column) => collectionColumns[column].json in values);
    return [{ place, addresses: {}, cells, lacks, refused: new Set(), id }];
  });
}

/** A mistake in one cell of a collection. */
export function collectionMistake(
  { place, addresses, cells }: Pick<CollectionRow, 'place' | 'addresses' | 'cells'>,
  column: CollectionColumn,
  message: string,
  format: 'sheet' | 'json',
): Mistake {
  const cell = addresses[column];
  const value = cells[column];
  return {
    place: cell === undefined ? place : `sheet “${COLLECTIONS_SHEET}”, ${cell}`,
    column: collectionColumns[column][format],
    found: value === undefined ? undefined : shownValue(value),
    message,
  };
}
