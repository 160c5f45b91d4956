import { database, databaseFor, DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { linkExpired } from '../mail/link-token.ts';
import type { Shopper } from '../token.ts';
import { refusalText } from '../words/refusal-text.ts';
import { type ChosenLogin, registerAndLogIn } from './new-account.ts';

/**
 * A guest's order and what its link can do (`claimable_order`).
 * @throws HttpError 400 when the link has expired.
 */
export async function claimableOrder(checkout: string) {
  const [found] = dataOf(await database().rpc('claimable_order', { p_checkout: checkout }));
  if (!found) throw linkExpired();
  return found;
}

/**
 * Moves the order into the account that the caller is logged in to.
 * @throws HttpError 401 when the session has ended; 404 when the order is in another account; 409 when it was made with
 *   another address.
 */
export async function claimIntoLogin(checkout: string, shopper: Shopper) {
  try {
    const claimed = await databaseFor(shopper).rpc('claim_order', { p_checkout: checkout });
    return { order: dataOf(claimed) };
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    throw new HttpError(error.status, refusalText(error, 'shopper'));
  }
}

/**
 * Creates an account for the order's address, moves the order there and logs in. If it fails in between, the account
 * exists, and the order joins it after a login, by the same link.
 * @throws HttpError 400 with the field at fault; 409 when the address has an account or the order is in one.
 */
export async function claimIntoNewAccount(checkout: string, chosen: ChosenLogin, ip: string) {
  const { email, state } = await claimableOrder(checkout);
  if (state === 'kept') throw new HttpError(409, 'This order is in an account already.');
  return registerAndLogIn(email, chosen, ip, async (user) => {
    dataOf(await database().rpc('claim_order', { p_checkout: checkout, p_user: user }));
  });
}
