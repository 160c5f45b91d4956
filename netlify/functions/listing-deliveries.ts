import type { Config } from '@netlify/functions';
import { catalogueAnswer } from '#server/answer.ts';
import { readDeliveries } from '#server/listing/read-deliveries.ts';
import { endpoint } from '#server/endpoint.ts';

export const config: Config = { path: '/api/listing/deliveries' };

/**
 * What an order that is placed now is promised within the United Kingdom, `{ deliveries, until }`: each with
 * `name`, `leaves_by`, `arrives_from` and `arrives_by` (ISO dates), and until when (ISO 8601) that is so.
 */
export default endpoint({
  GET: async () => {
    const promised = await readDeliveries();
    return catalogueAnswer(promised, promised.until);
  },
});
