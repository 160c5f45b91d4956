import { StockAlertBody } from '#domain/contracts/listing-bodies.ts';
import { answer } from '#server/answer.ts';
import { knownShopper } from '#server/caller.ts';
import type { Visit } from '#server/area.ts';
import { askStockAlert } from '#server/listing/ask-stock-alert.ts';
import { stockAlertAttempt } from '#server/rate-limit/attempt.ts';
import { readBody } from '#server/request-body.ts';

/** The answer does not reveal whether an address has refused such e-mails. */
export default async function askForStockAlert(request: Request, { ip }: Visit): Promise<Response> {
  const asked = await readBody(request, StockAlertBody);
  const shopper = await knownShopper(request);
  await askStockAlert(asked, stockAlertAttempt(asked, ip), shopper);
  return answer(201, asked);
}
