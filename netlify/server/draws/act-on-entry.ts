import type { DrawEntry } from '#domain/draws/draw-facts.ts';
import { database, databaseFor, dataOf } from '../database.ts';
import { linkExpired } from '../mail/link-token.ts';
import { refusing } from './refusing.ts';
import type { Shopper } from '../token.ts';

/** @throws HttpError 400 for an entry that was never confirmed. */
export async function readEntry(entry: string): Promise<DrawEntry> {
  const found = dataOf(await database().rpc('draw_entry', { p_entry: entry }));
  if (found === null) throw linkExpired();
  return found;
}

/**
 * Confirms or withdraws an entry, or lets a buyer buy what it has won.
 * @throws HttpError 400 for an unknown or withdrawn entry; 409 `draw_closed`, `draw_one_each`, `draw_piece_gone`.
 */
export async function actOnEntry(
  entry: string,
  act: 'confirm' | 'leave' | 'claim',
  buyer: Shopper | null,
): Promise<void> {
  const named = { p_entry: entry };
  await refusing(async () => {
    if (act === 'claim' && buyer) dataOf(await databaseFor(buyer).rpc('claim_draw_piece', named));
    else if (act === 'leave') dataOf(await database().rpc('leave_draw', named));
    else if (!dataOf(await database().rpc('confirm_draw_entry', named))) throw linkExpired();
  });
}
