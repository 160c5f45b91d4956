import { database, dataOf } from '../database.ts';
import { loginRequired } from '../http-error.ts';
import type { Shopper } from '../token.ts';

/**
 * Everything that the shop holds on a shopper.
 * @param callers the hashes under which the shopper's attempts are counted.
 * @throws HttpError 401 when the account is closed.
 */
export async function exportAccount({ id }: Shopper, callers: string[]): Promise<unknown> {
  const asked = { p_user: id, p_callers: callers };
  const data = dataOf(await database().rpc('export_account', asked));
  if (data === null) throw loginRequired();
  return data;
}
