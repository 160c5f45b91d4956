import { z } from 'zod';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-dispatch.ts';
import { afterAnswer } from '../after-answer.ts';
import { databaseFor } from '../database.ts';
import { sendDueMails } from '../mail/send-due-mails.ts';
import { parametersOf } from '../parameters.ts';
import { sendMailsOf } from './send-mails-of.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

const WithCheckout = z.object({ checkout: z.uuid() });
const Arrived = z.object({ outcome: z.string(), checkout: z.uuid().nullable() });

/**
 * Dispatches parcels. The e-mails about them wait (`mail_delay`), and the sweep sends them.
 * @returns the outcome of each, in order.
 * @throws HttpError 400 when two have the same tracking number.
 */
export async function dispatchParcels(
  staff: StaffCaller,
  asked: Asked<typeof calls.dispatchParcels>,
) {
  const sent = await databaseFor(staff).rpc('staff_dispatch', parametersOf(asked));
  return { parcels: staffDataOf(sent) };
}

/** Takes a dispatch back; corrects the e-mail about it, if that has left, after the answer. @throws HttpError 404, 409. */
export async function undoDispatch(staff: StaffCaller, asked: Asked<typeof calls.undoDispatch>) {
  const data = staffDataOf(
    await databaseFor(staff).rpc('staff_undo_dispatch', parametersOf(asked)),
  );
  sendMailsOf([WithCheckout.parse(data).checkout]);
  return data;
}

/** Records that a parcel has arrived; e-mails the shopper after the answer. @throws HttpError 400, 404, 409. */
export async function deliverParcel(
  staff: StaffCaller,
  { at, ...asked }: Asked<typeof calls.deliverParcel>,
) {
  const parameters = { ...parametersOf(asked), ...(at && { p_at: at }) };
  const data = staffDataOf(await databaseFor(staff).rpc('staff_deliver', parameters));
  sendMailsOf([WithCheckout.parse(data).checkout]);
  return data;
}

/** Records the arrival of several orders' parcels; e-mails the shoppers after the answer. @throws HttpError 400, 409. */
export async function deliverOrders(
  staff: StaffCaller,
  { at, orders }: Asked<typeof calls.deliverOrders>,
) {
  const parameters = { p_orders: orders, ...(at && { p_at: at }) };
  const data = staffDataOf(await databaseFor(staff).rpc('staff_deliver_orders', parameters));
  const outcomes = z.array(Arrived).parse(data);
  sendMailsOf(
    outcomes.flatMap(({ outcome, checkout }) =>
      outcome === 'delivered' ? [checkout ?? []].flat() : [],
    ),
  );
  return { orders: data };
}

/** Corrects a parcel's carrier and number; e-mails the shopper if asked to. @throws HttpError 400, 404, 409. */
export async function correctParcel(
  staff: StaffCaller,
  { tracking_number, ...asked }: Asked<typeof calls.correctParcel>,
) {
  const parameters = {
    ...parametersOf(asked),
    ...(tracking_number && { p_tracking_number: tracking_number }),
  };
  const data = staffDataOf(await databaseFor(staff).rpc('staff_correct_parcel', parameters));
  sendMailsOf([WithCheckout.parse(data).checkout]);
  return data;
}

/** Replaces the address on an order's label. @throws HttpError 404, 409. */
export async function correctLabel(staff: StaffCaller, asked: Asked<typeof calls.correctLabel>) {
  const corrected = await databaseFor(staff).rpc('staff_correct_label', parametersOf(asked));
  return { order: asked.order, label: staffDataOf(corrected) };
}

/** Corrects the address of an order's e-mails; sends them again, if asked to, after the answer. @throws HttpError 404, 409. */
export async function correctEmail(staff: StaffCaller, asked: Asked<typeof calls.correctEmail>) {
  const data = staffDataOf(
    await databaseFor(staff).rpc('staff_correct_email', parametersOf(asked)),
  );
  if (asked.again) sendMailsOf([WithCheckout.parse(data).checkout]);
  return data;
}

/** Sends an order apart from others to the same address, or with them. @throws HttpError 404, 409. */
export async function sendApart(staff: StaffCaller, asked: Asked<typeof calls.sendApart>) {
  return staffDataOf(await databaseFor(staff).rpc('staff_send_apart', parametersOf(asked)));
}

/** Adds a note that only staff read. @throws HttpError 404. */
export async function addNote(staff: StaffCaller, asked: Asked<typeof calls.addNote>) {
  staffDataOf(await databaseFor(staff).rpc('staff_note', parametersOf(asked)));
  return { checkout: asked.checkout, event: asked.event };
}

/** Sends an e-mail again, after the answer. @throws HttpError 404, 409. */
export async function resendMail(staff: StaffCaller, asked: Asked<typeof calls.resendMail>) {
  const found = await databaseFor(staff).rpc('staff_resend_mail', parametersOf(asked));
  // A new e-mail, with an id of its own.
  const mail = staffDataOf(found);
  afterAnswer('Mailing again failed', () => sendDueMails({ mail }));
  return { mail };
}
