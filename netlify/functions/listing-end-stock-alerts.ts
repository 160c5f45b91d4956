import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { oneClickLink } from '#server/mail/one-click-link.ts';

export const config: Config = { path: '/api/listing/end-stock-alerts' };

export default endpoint(
  oneClickLink('end-stock-alerts', async (alert) => {
    dataOf(await database().rpc('end_stock_alerts', { p_alert: alert }));
    return answer(200, { ended: true });
  }),
);
