import { countText } from '#domain/basics/count-text.ts';
import { textOfBytes } from '#domain/basics/text-of-bytes.ts';
import type { TrackedLine } from '#domain/contracts/staff-exports.ts';

/** The text of a CSV or TSV file; null for workbooks and other binary files. */
export function textOfFile(bytes: Uint8Array): string | null {
  const text = textOfBytes(bytes)?.text;
  // Workbooks are zip archives.
  return text === undefined || text.startsWith('PK\u0003') || text.includes('\0') ? null : text;
}

/** Effect of a checked file. */
interface Reading {
  /** Orders to dispatch. */
  orders: number;
  /** Dispatched parcels that get a tracking number. */
  numbered: number;
  /** Orders among both whose number looks mistyped. */
  mistyped: number;
  /** Lines without effect. */
  leftOut: number;
  /** Why the file cannot be sent; `''` if it can. */
  problem: string;
}

/**
 * Effect of checked lines. A file with one number for two orders is not sent at all.
 * @param withMistyped whether numbers that look mistyped are included.
 */
export function readingOf(lines: readonly TrackedLine[], withMistyped: boolean): Reading {
  const holders = new Map<string, number>();
  let problem = '';
  let hasPair = false;
  for (const { order, with: others = [], tracking_number: number, outcome } of lines) {
    if (outcome === 'unreadable' || order === null || number === null) continue;
    hasPair = true;
    const holder = holders.get(number) ?? order;
    holders.set(number, holder);
    if (problem === '' && holder !== order && !others.includes(holder)) {
      problem = `Orders ${holder} and ${order} have the same tracking number, ${number}. Correct one of them.`;
    }
  }
  if (!hasPair) problem = 'No line has an order and a tracking number.';
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

/** Text of the submit button: "Send 2 orders, add 1 tracking number". */
export function sendVerb({ orders, numbered }: Reading): string {
  const verbs = [
    orders > 0 && `Send ${countText(orders, 'order')}`,
    numbered > 0 && `${orders > 0 ? 'a' : 'A'}dd ${countText(numbered, 'tracking number')}`,
  ];
  return verbs.filter(Boolean).join(', ') || 'Send';
}

/** Number of orders with an outcome; Click & Drop writes a line for each product of a parcel. */
function ordersWith(lines: readonly TrackedLine[], outcome: TrackedLine['outcome']): number {
  const found = lines.filter((line) => line.outcome === outcome);
  return new Set(found.flatMap(({ order, with: others = [] }) => others.concat(order ?? []))).size;
}

const taken = new Set<TrackedLine['outcome']>(['dispatched', 'numbered', 'known']);

/** Whether a sent line needs no further action. */
export function isTaken({ outcome }: TrackedLine): boolean {
  return taken.has(outcome);
}

/** Result of a sent file: "2 orders dispatched. 3 lines could not be used." */
export function sentText(lines: readonly TrackedLine[]): string {
  const numbered = ordersWith(lines, 'numbered');
  const known = ordersWith(lines, 'known');
  const left = lines.filter((line) => !isTaken(line)).length;
  return [
    `${countText(ordersWith(lines, 'dispatched'), 'order')} dispatched.`,
    numbered > 0 && `${countText(numbered, 'tracking number')} added to parcels already sent.`,
    known > 0 && `${countText(known, 'order')} already had the number.`,
    left > 0 && `${countText(left, 'line')} could not be used.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Warnings about a line beyond its outcome; `''` if none. */
export function lineWarning(line: TrackedLine): string {
  const { warning, order, with: others = [], also_on = [], stays = [] } = line;
  const also = also_on.map((one) => `order ${one}`).join(', ');
  const whole = [order, ...others, ...stays].join('+');
  return [
    warning,
    also && `The number is also on ${also}.`,
    stays.length > 0 &&
      `Order ${stays.join(', ')} goes to the same address, and stays on the list. If it is in this parcel, write ${whole}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function isTrouble(line: TrackedLine): boolean {
  return lineWarning(line) !== '' || (line.outcome !== 'readable' && !isTaken(line));
}

/** Lines with problems first, otherwise in file order. */
export function troubleFirst(lines: readonly TrackedLine[]): TrackedLine[] {
  return [...lines.filter(isTrouble), ...lines.filter((line) => !isTrouble(line))];
}
