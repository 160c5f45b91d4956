import type { StockAlertBody } from '#domain/contracts/listing-bodies.ts';
import { DatabaseRefusal, database, databaseFor, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import type { Attempt } from '../rate-limit/attempt.ts';
import { refuseToWait } from '../rate-limit/take-attempt.ts';
import type { Shopper } from '../token.ts';
import { refusalText } from '../messages/refusal-text.ts';

/**
 * Puts an address in the queue of a sold-out colour.
 * @throws HttpError with `{ detail, reason }`: 404 `colour_missing`, 409 `in_stock`; 429 with
 *   `Retry-After`; Error for any other failure.
 */
export async function askStockAlert(
  { product, colour, email }: StockAlertBody,
  attempt: Attempt,
  shopper: Shopper | null,
): Promise<void> {
  let wait: number;
  try {
    const asking = shopper ? databaseFor(shopper) : database();
    const answer = await asking.rpc('ask_stock_alert', {
      p_product: product,
      p_variant: colour,
      p_email: email,
      p_limits: attempt,
    });
    wait = dataOf(answer);
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    const { status, reason } = error;
    throw new HttpError(status, { detail: refusalText(error, 'shopper'), reason });
  }
  if (wait > 0) refuseToWait(wait);
}
