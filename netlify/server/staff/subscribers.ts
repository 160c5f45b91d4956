import type { Asked } from '#domain/contracts/staff-call.ts';
import type {
  getSubscribers,
  removeSubscriber as call,
  SubscribersAnswer,
} from '#domain/contracts/staff-mailings.ts';
import { databaseFor } from '../database.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** Subscribers on a page. */
const page = 50;

/** Subscribers whose address contains a text, after an address. */
export async function subscribers(
  caller: StaffCaller,
  search: string,
  after: string | undefined,
  limit: number,
): Promise<SubscribersAnswer> {
  const asked = { p_search: search, p_limit: limit, ...(after && { p_after: after }) };
  return staffDataOf(await databaseFor(caller).rpc('staff_subscribers', asked));
}

/** A page of subscribers. */
export function readSubscribers(caller: StaffCaller, { q, after }: Asked<typeof getSubscribers>) {
  return subscribers(caller, q, after, page);
}

/** Takes a subscriber off the list; idempotent. */
export async function removeSubscriber(caller: StaffCaller, { subscription }: Asked<typeof call>) {
  const asked = { p_subscription: subscription };
  staffDataOf(await databaseFor(caller).rpc('staff_remove_subscriber', asked));
  return { removed: true };
}
