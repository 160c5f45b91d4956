import type { Config } from '@netlify/functions';
import { StockAlertBody } from '#domain/wire/listing-bodies.ts';
import { answer } from '#server/answer.ts';
import { knownShopper } from '#server/caller.ts';
import { endpoint } from '#server/endpoint.ts';
import { askStockAlert } from '#server/listing/ask-stock-alert.ts';
import { stockAlertAttempt } from '#server/rate-limit/attempt.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/listing/stock-alert' };

/** The answer is the same for an address that refused such e-mails, and tells nobody who has. */
export default endpoint({
  POST: async (request, { ip }) => {
    const asked = await readBody(request, StockAlertBody);
    const shopper = await knownShopper(request);
    await askStockAlert(asked, stockAlertAttempt(asked, ip), shopper);
    return answer(201, asked);
  },
});
