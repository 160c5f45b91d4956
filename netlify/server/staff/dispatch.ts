import { z } from 'zod';
import {
  type DispatchBody,
  Dispatched,
  LabelAnswer,
  type LabelBody,
  MailAnswer,
  type MailBody,
  NoteAnswer,
  type NoteBody,
  ParcelAnswer,
  type ParcelBody,
} from '#domain/wire/staff-dispatch.ts';
import { afterAnswer } from '../after-answer.ts';
import { databaseFor } from '../database.ts';
import { sendDueMails } from '../mail/send-due-mails.ts';
import { sendMailsOf } from './send-mails-of.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

const WithCheckout = z.object({ checkout: z.uuid() });
const Outcomes = z.array(Dispatched.extend({ checkout: z.uuid().optional() }));

/**
 * Dispatches parcels, and sends the e-mails about them after the answer.
 * @returns the outcome of each, in order.
 * @throws HttpError 400 when two have the same tracking number.
 */
export async function dispatchParcels(
  staff: StaffCaller,
  { parcels }: z.output<typeof DispatchBody>,
): Promise<{ parcels: Dispatched[] }> {
  const sent = await databaseFor(staff).rpc('staff_dispatch', { p_parcels: parcels });
  const outcomes = Outcomes.parse(staffDataOf(sent));
  sendMailsOf(
    outcomes.flatMap(({ outcome, checkout }) =>
      outcome === 'dispatched' && checkout !== undefined ? [checkout] : [],
    ),
  );
  return { parcels: outcomes.map(({ checkout: _checkout, ...outcome }) => outcome) };
}

/**
 * Records that a parcel has arrived, or corrects its carrier and number; e-mails the shopper after the answer.
 * @throws HttpError 404, 409, 400.
 */
export async function changeParcel(
  staff: StaffCaller,
  body: z.output<typeof ParcelBody>,
): Promise<ParcelAnswer> {
  const asked = { p_event: body.event, p_parcel: body.parcel };
  const changed =
    body.do === 'deliver'
      ? await databaseFor(staff).rpc('staff_deliver', {
          ...asked,
          ...(body.at && { p_at: body.at }),
        })
      : await databaseFor(staff).rpc('staff_correct_parcel', {
          ...asked,
          p_carrier: body.carrier,
          ...(body.tracking_number && { p_tracking_number: body.tracking_number }),
          p_tell: body.tell,
        });
  const data = staffDataOf(changed);
  sendMailsOf([WithCheckout.parse(data).checkout]);
  return ParcelAnswer.parse(data);
}

/** Replaces the address on an order's label. @throws HttpError 404, 409. */
export async function correctLabel(
  staff: StaffCaller,
  { event, order, label }: z.output<typeof LabelBody>,
): Promise<LabelAnswer> {
  const asked = { p_event: event, p_order: order, p_label: label };
  return LabelAnswer.parse(staffDataOf(await databaseFor(staff).rpc('staff_correct_label', asked)));
}

/** Adds a note that only staff read. @throws HttpError 404. */
export async function addNote(
  staff: StaffCaller,
  { event, checkout, text }: z.output<typeof NoteBody>,
): Promise<NoteAnswer> {
  const asked = { p_event: event, p_checkout: checkout, p_text: text };
  return NoteAnswer.parse(staffDataOf(await databaseFor(staff).rpc('staff_note', asked)));
}

/** Sends an e-mail again, after the answer. @throws HttpError 404, 409. */
export async function resendMail(
  staff: StaffCaller,
  { event, mail }: z.output<typeof MailBody>,
): Promise<MailAnswer> {
  const asked = { p_event: event, p_mail: mail };
  const due = MailAnswer.parse(
    staffDataOf(await databaseFor(staff).rpc('staff_resend_mail', asked)),
  );
  afterAnswer('Mailing again failed', () => sendDueMails({ mail: due.mail }));
  return due;
}
