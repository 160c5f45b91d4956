import { getWelcome } from '#domain/contracts/staff-discounts.ts';
import { getCartReminders, getMailings, getSubscribers } from '#domain/contracts/staff-mailings.ts';
import { keepsPrevious, staffQuery } from '../kit/staff-query.ts';

/** Polling interval while a mailing is being sent, in ms. */
const REFRESH_MS = 5000;

/** Mailings, newest first; polled while one is being sent or scheduled. */
export const mailingsQuery = staffQuery(
  ['mailings'],
  getMailings,
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.mailings.some((one) => one.state === 'sending' || one.state === 'scheduled')
        ? REFRESH_MS
        : 60_000,
  },
);

/**
 * Subscribers whose address contains `q`. The previous page stays until the next is there, and the search keeps its focus.
 * @param after cursor: the last address of the previous page.
 */
export function subscribersQuery(q: string, after: string | undefined) {
  return staffQuery(['subscribers', q, after], getSubscribers, { q, after }, keepsPrevious);
}

/** Whether carts that were left are reminded of. */
export const cartRemindersQuery = staffQuery(['cart-reminders'], getCartReminders, {});

/** The code that new subscribers get. */
export const welcomeQuery = staffQuery(['welcome-code'], getWelcome, {});
