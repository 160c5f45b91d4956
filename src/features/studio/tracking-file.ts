import { countText } from '#domain/count-text.ts';
import { textOfBytes } from '#domain/text-of-bytes.ts';
import type { TrackedLine } from '#domain/wire/staff-exports.ts';

/** The text of a spreadsheet that was saved as text; null when it is a workbook, a picture or another thing. */
export function textOfFile(bytes: Uint8Array): string | null {
  const text = textOfBytes(bytes)?.text;
  // Workbooks are zip archives.
  return text === undefined || text.startsWith('PK\u0003') || text.includes('\0') ? null : text;
}

/** What a file that was checked would do. */
interface Reading {
  /** Orders that would be sent. */
  orders: number;
  /** Parcels that have left without a number, and would get one. */
  numbered: number;
  /** Of both, those whose number looks mistyped. */
  mistyped: number;
  /** Lines that would do nothing. */
  leftOut: number;
  /** Why nothing of it can be sent; '' when it can. */
  problem: string;
}

/**
 * What lines would do, as they were checked. Nothing is sent of a file in which two orders have the same number.
 * @param withMistyped whether numbers that look mistyped are taken, too.
 */
export function readingOf(lines: readonly TrackedLine[], withMistyped: boolean): Reading {
  const holders = new Map<string, number>();
  let problem = '';
  let hasPair = false;
  for (const { order, tracking_number: number, outcome } of lines) {
    if (outcome === 'unreadable' || order === null || number === null) continue;
    hasPair = true;
    const holder = holders.get(number) ?? order;
    holders.set(number, holder);
    if (problem === '' && holder !== order) {
      problem = `Orders ${holder} and ${order} have the same tracking number, ${number}. One of them is a mistake.`;
    }
  }
  if (!hasPair) problem = 'There is no line with an order and its tracking number.';
  const willDo = lines.filter(({ outcome }) => outcome === 'readable' || outcome === 'numbered');
  const mistyped = willDo.filter(({ warning }) => warning !== null);
  const done = willDo.filter(({ warning }) => withMistyped || warning === null);
  return {
    orders: ordersWith(done, 'readable'),
    numbered: ordersWith(done, 'numbered'),
    mistyped: new Set(mistyped.map(({ order }) => order)).size,
    leftOut: lines.length - done.length,
    problem,
  };
}

/** The text of the button: "Send 2 orders, number 1 parcel". */
export function sendVerb({ orders, numbered }: Reading): string {
  const verbs = [
    orders > 0 && `Send ${countText(orders, 'order')}`,
    numbered > 0 && `${orders > 0 ? 'n' : 'N'}umber ${countText(numbered, 'parcel')}`,
  ];
  return verbs.filter(Boolean).join(', ') || 'Send';
}

/** Orders with one of these outcomes; Click & Drop has a line for each product of an order. */
function ordersWith(lines: readonly TrackedLine[], outcome: TrackedLine['outcome']): number {
  const found = lines.filter((line) => line.outcome === outcome);
  return new Set(found.map(({ order }) => order)).size;
}

const taken = new Set<TrackedLine['outcome']>(['dispatched', 'numbered', 'known']);

/** Whether nothing is left to do about a line that was sent. */
export function isTaken({ outcome }: TrackedLine): boolean {
  return taken.has(outcome);
}

/** What became of a file: "2 orders dispatched. 1 parcel has its number now. 3 lines were not taken." */
export function sentText(lines: readonly TrackedLine[]): string {
  const numbered = ordersWith(lines, 'numbered');
  const known = ordersWith(lines, 'known');
  const left = lines.filter((line) => !isTaken(line)).length;
  return [
    `${countText(ordersWith(lines, 'dispatched'), 'order')} dispatched.`,
    numbered > 0 && `${countText(numbered, 'parcel')} had left, and got a number.`,
    known > 0 && `${countText(known, 'order')} had the number already.`,
    left > 0 && `${countText(left, 'line')} could not be used.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** What to look at about a line, beyond its outcome; '' when nothing. */
export function lineWarning({ warning, also_on = [] }: TrackedLine): string {
  const also = also_on.map((order) => `order ${order}`).join(', ');
  return [warning, also && `The number is also on ${also}.`].filter(Boolean).join(' ');
}

function isTrouble(line: TrackedLine): boolean {
  return lineWarning(line) !== '' || (line.outcome !== 'readable' && !isTaken(line));
}

/** Lines as a person wants them: first those with something to look at, else as they are in the file. */
export function troubleFirst(lines: readonly TrackedLine[]): TrackedLine[] {
  return [...lines.filter(isTrouble), ...lines.filter((line) => !isTrouble(line))];
}
