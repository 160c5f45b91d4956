import { database, dataOf } from '../database.ts';

/** Promises of the domestic deliveries for an order placed now, and until when they hold. */
export async function readDeliveries() {
  return dataOf(await database().rpc('domestic_promises'));
}
