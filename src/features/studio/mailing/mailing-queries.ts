import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchStaffCatalogue } from '#api/staff/catalogue.ts';
import { fetchMailings, fetchSubscribers } from '#api/staff/mailings.ts';
import { asStaff } from '../as-staff.ts';

/** Milliseconds after which figures of a mailing that is being sent are asked for again. */
const REFRESH_MS = 5000;

/** The mailings, the newest first; asked for again while one is on its way. */
export const mailingsQuery = queryOptions({
  queryKey: ['mailings'],
  queryFn: ({ signal }) => asStaff((customer) => fetchMailings(customer, signal)),
  refetchInterval: ({ state }) =>
    state.data?.mailings.some((one) => one.state === 'sending' || one.state === 'scheduled')
      ? REFRESH_MS
      : 60_000,
});

/** Subscribers whose address contains a text, after an address. */
export function subscribersQuery(q: string, after: string | undefined) {
  return queryOptions({
    queryKey: ['subscribers', q, after],
    queryFn: ({ signal }) =>
      asStaff((customer) => fetchSubscribers({ q, after }, customer, signal)),
  });
}

/** Products to choose from. */
export function foundProductsQuery(q: string) {
  return queryOptions({
    queryKey: ['mailing-products', q],
    queryFn: ({ signal }) => asStaff((customer) => fetchStaffCatalogue({ q }, customer, signal)),
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
}
