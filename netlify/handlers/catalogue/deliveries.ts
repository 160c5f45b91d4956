import { catalogueAnswer } from '#server/answer.ts';
import { readDeliveries } from '#server/listing/read-deliveries.ts';

/**
 * What an order that is placed now is promised within the United Kingdom, `{ deliveries, until }`: each with
 * `name`, `leaves_by`, `arrives_from` and `arrives_by` (ISO dates), and until when (ISO 8601) that is so.
 */
export default async function getDeliveries(): Promise<Response> {
  const promised = await readDeliveries();
  return catalogueAnswer(promised, promised.until);
}
