import { queryOptions } from '@tanstack/react-query';
import { getMe } from '#domain/contracts/staff-me.ts';
import { asStaff } from './as-staff.ts';

/** The logged-in member of staff, with the counts in the header. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => asStaff(getMe, {}, { signal }),
  // Shorter than the wait between two looks at an order that awaits Stripe.
  staleTime: 2000,
});
