import { requireShopper } from '../caller.ts';
import { database, databaseFor, dataOf } from '../database.ts';
import { idOfLink, linkExpired } from '../mail/link-token.ts';
import { shopperDataOf } from '../orders/shopper-data.ts';

/** Identification of an order in a request. */
interface Named {
  order?: number | undefined;
  /** Token of the link in the order's e-mails. */
  token?: string | undefined;
}

/**
 * The order that a request is about: that of its link token, or else one of the login's own.
 * @throws HttpError 400 when the link is incomplete or too old; 401; 404.
 */
export async function orderOfRequest(
  request: Request,
  { order = 0, token }: Named,
): Promise<number> {
  if (token !== undefined) {
    const linked = { p_checkout: idOfLink('order', token) };
    const found = dataOf(await database().rpc('linked_order', linked));
    if (found === null) throw linkExpired();
    return found;
  }
  const shopper = await requireShopper(request);
  shopperDataOf(await databaseFor(shopper).rpc('require_own_order', { p_order: order }));
  return order;
}
