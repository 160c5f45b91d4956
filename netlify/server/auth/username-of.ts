import { databaseFor, dataOf } from '../database.ts';
import type { Shopper } from '../token.ts';

/**
 * The name that a shopper logs in with; '' for an account without one.
 * @throws HttpError 401 when the session has ended.
 */
export async function usernameOf(shopper: Shopper): Promise<string> {
  return dataOf(await databaseFor(shopper).rpc('account_username'));
}
