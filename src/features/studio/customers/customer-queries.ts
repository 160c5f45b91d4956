import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getCustomer, getCustomers } from '#domain/contracts/staff-customers.ts';
import { asStaff } from '../kit/as-staff.ts';

/** A page of customers. The previous one stays until it is there, and the search keeps its focus. */
export function customersQuery(q: string, after: string | undefined) {
  return queryOptions({
    queryKey: ['customers', q, after],
    queryFn: ({ signal }) => asStaff(getCustomers, { q, after }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One customer, with a page of orders. */
export function customerQuery(customer: string, after?: string) {
  return queryOptions({
    queryKey: ['customer', customer, after],
    queryFn: ({ signal }) => asStaff(getCustomer, { customer, after }, { signal }),
  });
}
