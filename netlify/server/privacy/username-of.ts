import { database, dataOf } from '../database.ts';
import type { Shopper } from '../token.ts';

/**
 * The name that a shopper logs in with; '' for an account without one.
 * @throws HttpError 401 when the session has ended.
 */
export async function usernameOf({ id, session }: Shopper): Promise<string> {
  const asked = { p_user: id, p_auth_session: session };
  return dataOf(await database().rpc('account_username', asked));
}
