import { getCustomer, getCustomers } from '#domain/contracts/staff-customers.ts';
import { keepsPrevious, staffQuery } from '../kit/staff-query.ts';

/** A page of customers. The previous one stays until it is there, and the search keeps its focus. */
export function customersQuery(q: string, after: string | undefined) {
  return staffQuery(['customers', q, after], getCustomers, { q, after }, keepsPrevious);
}

/** One customer, with a page of orders. */
export function customerQuery(customer: string, after?: string) {
  return staffQuery(['customer', customer, after], getCustomer, { customer, after });
}
