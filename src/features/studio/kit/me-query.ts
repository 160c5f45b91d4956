import { getMe } from '#domain/contracts/staff-me.ts';
import { staffQuery } from './staff-query.ts';

/** The logged-in member of staff, with the counts in the header. */
export const meQuery = staffQuery(
  ['me'],
  getMe,
  {},
  {
    // Shorter than the wait between two looks at an order that awaits Stripe.
    staleTime: 2000,
  },
);
