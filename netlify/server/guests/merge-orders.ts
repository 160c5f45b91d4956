import { database, databaseFor, DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { linkExpired } from '../mail/link-token.ts';
import type { Shopper } from '../token.ts';
import { refusalText } from '../messages/refusal-text.ts';

/** Orders that a mailed link offers to move, and into which account. @throws HttpError 400 when it is over. */
export async function mergeOffer(merge: string) {
  const [found] = dataOf(await database().rpc('merge_offer', { p_merge: merge }));
  if (!found) throw linkExpired();
  return found;
}

/** Moves the orders into the account that the caller is logged in to. @throws HttpError 401, 403, 404, 409. */
export async function acceptMerge(merge: string, shopper: Shopper) {
  try {
    const moved = await databaseFor(shopper).rpc('complete_merge', { p_merge: merge });
    return { orders: dataOf(moved) };
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    throw new HttpError(error.status, refusalText(error, 'shopper'));
  }
}
