import {
  addNote as note,
  changeParcel as parcel,
  correctLabel as label,
  type DispatchBody,
  type Dispatched,
  dispatchParcels as dispatch,
  type LabelAnswer,
  type LabelBody,
  type MailAnswer,
  type MailBody,
  type NoteAnswer,
  type NoteBody,
  type ParcelAnswer,
  type ParcelBody,
  resendMail as mail,
} from '#domain/wire/staff-dispatch.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/**
 * Sends parcels.
 * @returns the outcome of each, in their order.
 * @throws ApiError 400 when two have the same tracking number: nothing was sent.
 */
export async function dispatchParcels(
  body: DispatchBody,
  customer: Customer,
): Promise<Dispatched[]> {
  return (await callStaff(dispatch, body, customer)).parcels;
}

/** Marks a parcel as delivered, or corrects its carrier and number. @throws ApiError 400, 404, 409 */
export function changeParcel(body: ParcelBody, customer: Customer): Promise<ParcelAnswer> {
  return callStaff(parcel, body, customer);
}

/** Corrects the address on the label. @throws ApiError 400, 404, 409 */
export function correctLabel(body: LabelBody, customer: Customer): Promise<LabelAnswer> {
  return callStaff(label, body, customer);
}

/** Adds a note that only staff read. @throws ApiError 400, 404 */
export function addNote(body: NoteBody, customer: Customer): Promise<NoteAnswer> {
  return callStaff(note, body, customer);
}

/** Sends an e-mail about an order again; it has a new id. @throws ApiError 404, 409 */
export function resendMail(body: MailBody, customer: Customer): Promise<MailAnswer> {
  return callStaff(mail, body, customer);
}
