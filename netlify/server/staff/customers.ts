import { londonTime } from '#domain/basics/london-clock.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-customers.ts';
import { databaseFor } from '../database.ts';
import { withClosedPages } from '../privacy/close-account.ts';
import { withPhotoAddresses } from '../privacy/export-account.ts';
import { callersOf } from '../rate-limit/attempt.ts';
import { sendMailsOf } from './send-mails-of.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

export async function readCustomers(
  staff: StaffCaller,
  { q, after }: Asked<typeof calls.getCustomers>,
) {
  const asked = { p_search: q, ...(after && { p_after: after }) };
  return staffDataOf(await databaseFor(staff).rpc('staff_customers', asked));
}

/** One customer. @throws HttpError 404. */
export async function readCustomer(
  staff: StaffCaller,
  { customer, after }: Asked<typeof calls.getCustomer>,
) {
  const asked = { p_customer: customer, ...(after && { p_after: after }) };
  return staffDataOf(await databaseFor(staff).rpc('staff_customer', asked));
}

/** Adds a note that only staff read. @throws HttpError 404. */
export async function addCustomerNote(
  staff: StaffCaller,
  { event, customer, text }: Asked<typeof calls.addCustomerNote>,
) {
  const asked = { p_event: event, p_customer: customer, p_text: text };
  staffDataOf(await databaseFor(staff).rpc('staff_customer_note', asked));
  return { noted: true };
}

/** The hashes under which a customer's attempts are counted, except those by network, which only they know. */
async function callersOfCustomer(staff: StaffCaller, customer: number): Promise<string[]> {
  const found = await databaseFor(staff).rpc('staff_customer_login', { p_customer: customer });
  return staffDataOf(found).flatMap(({ user_id, username }) =>
    callersOf({ id: user_id }, username, ''),
  );
}

/** All data on a customer, as a file. @throws HttpError 403, 404. */
export async function exportCustomer(
  staff: StaffCaller,
  { event, customer }: Asked<typeof calls.exportCustomer>,
) {
  const callers = await callersOfCustomer(staff, customer);
  const asked = { p_event: event, p_customer: customer, p_callers: callers };
  const data = staffDataOf(await databaseFor(staff).rpc('staff_export_customer', asked));
  return {
    name: `personal-data-${customer}-${londonTime(Date.now()).day}.json`,
    text: JSON.stringify(await withPhotoAddresses(data), null, 2),
  };
}

/** Erases a customer. @throws HttpError 403, 404, 409; 502 when Stripe does not close an open payment page. */
export async function eraseCustomer(
  staff: StaffCaller,
  { event, customer }: Asked<typeof calls.eraseCustomer>,
) {
  const callers = await callersOfCustomer(staff, customer);
  const asked = { p_event: event, p_customer: customer, p_callers: callers };
  staffDataOf(await withClosedPages(() => databaseFor(staff).rpc('staff_erase_customer', asked)));
  return { erased: true };
}

/** Offers a customer to move their orders; e-mails them after the answer. @throws HttpError 403, 404, 409. */
export async function mergeCustomers(
  staff: StaffCaller,
  { event, customer, into }: Asked<typeof calls.mergeCustomers>,
) {
  const asked = { p_event: event, p_customer: customer, p_into: into };
  sendMailsOf([staffDataOf(await databaseFor(staff).rpc('staff_merge', asked))]);
  return { asked: true };
}
