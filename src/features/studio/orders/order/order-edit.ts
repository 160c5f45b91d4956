import type { ColourStock } from '#domain/contracts/staff-inventory.ts';
import type { Line } from './order-texts.ts';
import type { Units } from './UnitFields.tsx';

/** A colour or another piece that unsent pieces of an order may become. */
export interface EditRow extends Pick<Line, 'variant_id' | 'product_name' | 'color_name'> {
  product_id: number;
  /** Units to send now. */
  now: number;
  /** Units that can be sent: never more than all pieces now, and no more of a colour than is in stock. */
  most: number;
}

/** Colours of unsent pieces, each with those that can be sent instead, and pieces chosen from the stock. */
export function editRows(
  lines: readonly Pick<
    Line,
    'variant_id' | 'product_id' | 'product_name' | 'color_name' | 'to_send' | 'swaps'
  >[],
  chosen: readonly Pick<
    ColourStock,
    'variant_id' | 'product_id' | 'product_name' | 'color_name' | 'free'
  >[] = [],
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
  for (const { variant_id, product_id, product_name, color_name, ...piece } of chosen) {
    free.set(variant_id, piece.free);
    const row = { product_id, product_name, variant_id, color_name };
    rows.set(variant_id, { ...row, now: rows.get(variant_id)?.now ?? 0 });
  }
  const all = [...rows.values()];
  const pieces = all.reduce((sum, { now }) => sum + now, 0);
  return all
    .map((row) => {
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
  /** The first product of which more is wanted than is left out of others. */
  tooMany: string | null;
}

/** Matches fewer of one piece with more of another, of the same product first; the rest is removed. */
export function editOf(rows: readonly EditRow[], wanted: Units): OrderEdit {
  const swaps: OrderEdit['swaps'] = [];
  const fewer = rows.map((row) => ({
    ...row,
    left: Math.max(row.now - (wanted.get(row.variant_id) ?? 0), 0),
  }));
  const more = rows.map((row) => ({ ...row, left: (wanted.get(row.variant_id) ?? 0) - row.now }));
  for (const isSame of [true, false]) {
    for (const to of more) {
      for (const from of fewer) {
        const quantity = Math.min(to.left, from.left);
        if ((from.product_id === to.product_id) !== isSame || quantity <= 0) continue;
        swaps.push({ from: from.variant_id, to: to.variant_id, quantity });
        from.left -= quantity;
        to.left -= quantity;
      }
    }
  }
  const tooMany = more.find(({ left }) => left > 0)?.product_name ?? null;
  const removed = fewer.filter(({ left }) => left > 0);
  return { swaps, removed: new Map(removed.map((row) => [row.variant_id, row.left])), tooMany };
}
