import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getCatalogue } from '#domain/contracts/staff-catalogue.ts';
import { getWelcome } from '#domain/contracts/staff-discounts.ts';
import { getCartReminders, getMailings, getSubscribers } from '#domain/contracts/staff-mailings.ts';
import { asStaff } from '../kit/as-staff.ts';

/** Polling interval while a mailing is being sent, in ms. */
const REFRESH_MS = 5000;

/** Mailings, newest first; polled while one is being sent or scheduled. */
export const mailingsQuery = queryOptions({
  queryKey: ['mailings'],
  queryFn: ({ signal }) => asStaff(getMailings, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.mailings.some((one) => one.state === 'sending' || one.state === 'scheduled')
      ? REFRESH_MS
      : 60_000,
});

/**
 * Subscribers whose address contains `q`. The previous page stays until the next is there, and the search keeps its focus.
 * @param after cursor: the last address of the previous page.
 */
export function subscribersQuery(q: string, after: string | undefined) {
  return queryOptions({
    queryKey: ['subscribers', q, after],
    queryFn: ({ signal }) => asStaff(getSubscribers, { q, after }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Whether carts that were left are reminded of. */
export const cartRemindersQuery = queryOptions({
  queryKey: ['cart-reminders'],
  queryFn: ({ signal }) => asStaff(getCartReminders, {}, { signal }),
});

/** The code that new subscribers get. */
export const welcomeQuery = queryOptions({
  queryKey: ['welcome-code'],
  queryFn: ({ signal }) => asStaff(getWelcome, {}, { signal }),
});

/** Products matching a search. */
export function foundProductsQuery(q: string) {
  return queryOptions({
    queryKey: ['mailing-products', q],
    queryFn: ({ signal }) => asStaff(getCatalogue, { q }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
}
