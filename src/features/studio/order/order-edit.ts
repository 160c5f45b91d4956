import type { Units } from '#domain/refund-amount.ts';
import type { Line } from './order-texts.ts';

/** A colour that unsent pieces of an order may have. */
export interface EditRow extends Pick<Line, 'variant_id' | 'product_name' | 'color_name'> {
  product_id: number;
  /** Units to send now. */
  now: number;
  /** Units that can be sent: never more of a product than now, and no more of a colour than is in stock. */
  most: number;
}

/** Colours of unsent pieces, each with those that can be sent instead. */
export function editRows(
  lines: readonly Pick<
    Line,
    'variant_id' | 'product_id' | 'product_name' | 'color_name' | 'to_send' | 'swaps'
  >[],
): EditRow[] {
  const unsent = lines.filter(({ to_send }) => to_send > 0);
  const free = new Map<number, number>();
  const rows = new Map<number, Omit<EditRow, 'most'>>();
  for (const { product_id, product_name, variant_id, color_name, to_send } of unsent) {
    rows.set(variant_id, { product_id, product_name, variant_id, color_name, now: to_send });
  }
  for (const { product_id, product_name, swaps } of unsent) {
    for (const swap of swaps) {
      const { variant_id, color_name } = swap;
      free.set(variant_id, swap.free);
      const row = { product_id, product_name, variant_id, color_name, now: 0 };
      if (!rows.has(variant_id)) rows.set(variant_id, row);
    }
  }
  const all = [...rows.values()];
  return all
    .map((row) => {
      const ofProduct = all.filter(({ product_id }) => product_id === row.product_id);
      const pieces = ofProduct.reduce((sum, { now }) => sum + now, 0);
      const most = Math.min(row.now + (free.get(row.variant_id) ?? 0), pieces);
      return Object.assign(row, { most });
    })
    .toSorted(
      (one, other) =>
        one.product_name.localeCompare(other.product_name) || one.product_id - other.product_id,
    );
}

/** Changes that turn the pieces to send into the wanted ones. */
export interface OrderEdit {
  swaps: { from: number; to: number; quantity: number }[];
  removed: Units;
  /** The first product of which more is wanted than was bought. */
  tooMany: string | null;
}

/** Matches fewer pieces of one colour with more of another; the rest is removed. */
export function editOf(rows: readonly EditRow[], wanted: Units): OrderEdit {
  const swaps: OrderEdit['swaps'] = [];
  const fewer = rows.map((row) => ({
    ...row,
    left: Math.max(row.now - (wanted.get(row.variant_id) ?? 0), 0),
  }));
  let tooMany: string | null = null;
  for (const row of rows) {
    let more = (wanted.get(row.variant_id) ?? 0) - row.now;
    for (const from of fewer) {
      const quantity = Math.min(more, from.left);
      if (from.product_id !== row.product_id || quantity <= 0) continue;
      swaps.push({ from: from.variant_id, to: row.variant_id, quantity });
      from.left -= quantity;
      more -= quantity;
    }
    if (more > 0) tooMany ??= row.product_name;
  }
  const removed = fewer.filter(({ left }) => left > 0);
  return { swaps, removed: new Map(removed.map((row) => [row.variant_id, row.left])), tooMany };
}
