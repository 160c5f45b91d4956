import {
  DispatchAnswer,
  type DispatchBody,
  type Dispatched,
  LabelAnswer,
  type LabelBody,
  MailAnswer,
  type MailBody,
  NoteAnswer,
  type NoteBody,
  ParcelAnswer,
  type ParcelBody,
} from '#domain/wire/staff-dispatch.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

/**
 * Sends parcels. The same body again, after a lost answer or a double press, does nothing twice.
 * @returns what became of each, in their order.
 * @throws ApiError 400 when two have the same tracking number: nothing was sent.
 */
export function dispatchParcels(body: DispatchBody, { access }: Customer): Promise<Dispatched[]> {
  return request('/api/staff/dispatch', (answer) => DispatchAnswer.parse(answer).parcels, {
    method: 'POST',
    body,
    access,
  });
}

/** Records that a parcel has arrived, or corrects its carrier and number. @throws ApiError 400, 404, 409 */
export function changeParcel(body: ParcelBody, { access }: Customer): Promise<ParcelAnswer> {
  return request('/api/staff/parcel', (answer) => ParcelAnswer.parse(answer), {
    method: 'POST',
    body,
    access,
  });
}

/** Corrects the address on the label. @throws ApiError 400, 404, 409 */
export function correctLabel(body: LabelBody, { access }: Customer): Promise<LabelAnswer> {
  return request('/api/staff/label', (answer) => LabelAnswer.parse(answer), {
    method: 'POST',
    body,
    access,
  });
}

/** Adds a note that only staff read. @throws ApiError 400, 404 */
export function addNote(body: NoteBody, { access }: Customer): Promise<NoteAnswer> {
  return request('/api/staff/note', (answer) => NoteAnswer.parse(answer), {
    method: 'POST',
    body,
    access,
  });
}

/** Sends an e-mail about an order again; it has a new id. @throws ApiError 404, 409 */
export function resendMail(body: MailBody, { access }: Customer): Promise<MailAnswer> {
  return request('/api/staff/mail', (answer) => MailAnswer.parse(answer), {
    method: 'POST',
    body,
    access,
  });
}
