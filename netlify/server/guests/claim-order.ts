import { database, databaseFor, DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { checkoutOfClaim, isClaimOf, linkExpired } from '../mail/link-token.ts';
import type { Shopper } from '../token.ts';
import { refusalText } from '../messages/refusal-text.ts';
import { type ChosenLogin, registerAndLogIn } from './new-account.ts';
import { shopperMessages } from '../messages/shopper-calls.ts';

async function provedClaim(token: string) {
  const checkout = checkoutOfClaim(token);
  const [found] = dataOf(await database().rpc('claimable_order', { p_checkout: checkout }));
  if (!found || !isClaimOf(token, checkout, found.email)) throw linkExpired();
  return { checkout, found };
}

/**
 * A guest's order and what its link can do (`claimable_order`).
 * @param token the link's, from `claimToken`.
 * @throws HttpError 400 when the link has expired, or the order's address was corrected since.
 */
export async function claimableOrder(token: string) {
  const { found } = await provedClaim(token);
  return found;
}

/**
 * Moves the order into the account that the caller is logged in to.
 * @param token as for `claimableOrder`.
 * @throws HttpError 400 as `claimableOrder`; 401 when the session has ended; 404 when the order is in another account; 409
 *   when it was made with another address.
 */
export async function claimIntoLogin(token: string, shopper: Shopper) {
  const { checkout, found } = await provedClaim(token);
  try {
    const claimed = await databaseFor(shopper).rpc('claim_order', {
      p_checkout: checkout,
      p_email: found.email,
    });
    return { order: dataOf(claimed) };
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    throw new HttpError(error.status, refusalText(error, 'shopper'));
  }
}

/**
 * Creates an account for the order's address, moves the order there and logs in. If it fails in between, the account
 * exists, and the order joins it after a login, by the same link.
 * @param token as for `claimableOrder`.
 * @throws HttpError 400 with the field at fault, or as `claimableOrder`; 409 when the address has an account or the order
 *   is in one.
 */
export async function claimIntoNewAccount(token: string, chosen: ChosenLogin, ip: string) {
  const { checkout, found } = await provedClaim(token);
  const { email, state } = found;
  if (state === 'kept') throw new HttpError(409, shopperMessages.orderKept);
  return registerAndLogIn(email, chosen, ip, async (user) => {
    const claim = { p_checkout: checkout, p_email: email, p_user: user };
    dataOf(await database().rpc('claim_order', claim));
  });
}
