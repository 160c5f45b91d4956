import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { oneClickLink } from '#server/mail/one-click-link.ts';

export const config: Config = { path: '/api/listing/unsubscribe' };

export default endpoint(
  oneClickLink('unsubscribe', async (subscription) => {
    dataOf(await database().rpc('unsubscribe', { p_subscription: subscription }));
    return answer(200, { unsubscribed: true });
  }),
);
