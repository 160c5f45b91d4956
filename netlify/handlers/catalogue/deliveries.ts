import { catalogueAnswer } from '#server/answer.ts';
import { readDeliveries } from '#server/listing/read-deliveries.ts';

/**
 * Delivery promises within the United Kingdom for an order placed now, `{ deliveries, until }`: each with `name`,
 * `leaves_by`, `arrives_from` and `arrives_by` (ISO dates); valid until `until` (ISO 8601).
 */
export default async function getDeliveries(): Promise<Response> {
  const promised = await readDeliveries();
  return catalogueAnswer(promised, promised.until);
}
