import { database, dataOf } from '../database.ts';

/** What each domestic delivery promises to an order that is placed now, and until when. */
export async function readDeliveries() {
  return dataOf(await database().rpc('domestic_promises'));
}
