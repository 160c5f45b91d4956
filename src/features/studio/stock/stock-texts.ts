import type { StockReason } from '#domain/enums.ts';
import type { AdjustmentReason, StockShow } from '#domain/contracts/staff-inventory.ts';

/** Titles of the parts of the stockroom. */
export const showNames: Readonly<Record<StockShow, string>> = {
  all: 'All',
  low: 'Low',
  waiting: 'Waited for',
  expected: 'Expected',
};

export const reasonNames: Readonly<Record<StockReason, string>> = {
  first: 'First stock',
  sold: 'Sold',
  cancelled: 'Cancelled',
  returned: 'Returned',
  swapped: 'Swapped for another colour',
  replaced: 'Sent again, free of charge',
  exchanged: 'Given in exchange',
  given: 'Given away',
  edited: 'Changed in the catalogue',
  counted: 'Counted',
  damaged: 'Damaged',
  lost: 'Lost',
  stolen: 'Stolen',
  sample: 'Sample',
  found: 'Found',
  delivered: 'Delivered',
  other: 'Changed outside the studio',
};

/** Label of the number typed for each reason of an adjustment. */
export const unitsLabels: Readonly<Record<AdjustmentReason, string>> = {
  counted: 'Units on the shelf now',
  damaged: 'Damaged units',
  lost: 'Units lost',
  stolen: 'Units stolen',
  sample: 'Units taken as samples',
  found: 'Units found',
};

/** Units on the shelf after an adjustment. */
export function shelfAfter(why: AdjustmentReason, onShelf: number, units: number): number {
  if (why === 'counted') return units;
  return why === 'found' ? onShelf + units : onShelf - units;
}

/** A whole number of units; null if the text is none. */
export function unitsIn(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : null;
}

/** A movement with its sign: "+3", "−2". */
export function signed(moved: number): string {
  return moved > 0 ? `+${moved}` : `−${-moved}`;
}
