import { countText } from '#domain/basics/count-text.ts';
import { cutText } from '#domain/basics/cut-text.ts';

/** Something to correct in a catalogue file before it can be imported. */
export interface Mistake {
  /** Place in the file: "row 12", "product 3, colour 2"; `null` for the file as a whole. */
  place: string | null;
  /** The column, or in JSON the key. */
  column: string | null;
  /** Address of the cell in a spreadsheet: B7. */
  cell?: string | undefined;
  /** The cell's content, as the person sees it. */
  found?: string | undefined;
  /** The problem and its correction in plain words; the content found is quoted as “…”. */
  message: string;
}

/** Cells named for one kind of mistake; the rest are counted. */
const mostCells = 8;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 30 ? `${cutText(line, 29)}…` : line;
}

/** A mistake as one line for the marketer, with what was found unless the message has it. */
export function describeMistake({ place, column, cell, found, message }: Mistake): string {
  const value = found === undefined || message.includes(found) ? null : `“${shortened(found)}”`;
  const where = [cell ?? place, column && `column “${column}”`, value].filter(Boolean).join(', ');
  return where === '' ? message : `${where}: ${message}`;
}

/** Equal for mistakes of one column that differ only in the content found. */
function kindOf({ column, found, message }: Mistake): string {
  const plain = found === undefined ? message : message.replaceAll(`“${found}”`, '“”');
  return `${column}\n${plain}`;
}

function cellAndValue({ cell, place, found }: Mistake): string {
  const where = cell ?? place ?? '';
  return found === undefined ? where : `${where} (“${shortened(found)}”)`;
}

/** Mistakes of one kind: a thousand equal ones are one, with their cells and contents. */
export interface KindOfMistake {
  column: string | null;
  message: string;
  many: number;
  /** The first of them. */
  cells: { cell: string; found: string | null }[];
}

/** Cells per kind of mistake sent to the studio, which shows the first and the others on request. */
const mostListed = 1000;

/** Mistakes by their kinds, in the order of the file. */
export function kindsOfMistakes(mistakes: readonly Mistake[]): KindOfMistake[] {
  return [...Map.groupBy(mistakes, kindOf).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const cells = same.slice(0, mostListed).flatMap(({ cell, place, found }) => {
      const where = cell ?? place;
      return where === null
        ? []
        : [{ cell: where, found: found === undefined ? null : shortened(found) }];
    });
    return [{ column: first.column, message: first.message, many: same.length, cells }];
  });
}

/**
 * Mistakes as lines for the marketer, in the order of the file: a thousand equal ones are one line, with
 * the other cells and their contents.
 */
export function describeMistakes(mistakes: readonly Mistake[]): string[] {
  const kinds = Map.groupBy(mistakes, kindOf);
  return [...kinds.values()].map(([first, ...same]) => {
    if (!first) return '';
    if (same.length === 0) return describeMistake(first);
    const rest = same.length - mostCells;
    const others = same.slice(0, mostCells).map(cellAndValue).join(', ');
    const more = rest > 0 ? ` and ${rest} more` : '';
    return `${describeMistake(first)}\n    The same in ${countText(same.length, 'other cell')}: ${others}${more}`;
  });
}
