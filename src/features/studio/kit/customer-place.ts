import type { AreaPlace } from './place.ts';

/** The page of a customer. */
export function customerAt(customer: number | string, after?: number): AreaPlace {
  const query = { id: String(customer), ...(after !== undefined && { after: String(after) }) };
  return { at: 'customers', page: 'customer', query };
}
